import { Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, lineAt, type Offences, type Tree } from './tree.ts'

/** Words that names must not hold, with what the field says instead (docs/glossary.md has the list). */
const words: Readonly<Record<string, string>> = {
  barred: 'blocked',
  comer: 'person',
  crowd: 'connection limits',
  deed: 'action',
  deeds: 'actions',
  desk: 'control room, or what it is',
  desks: 'control rooms, or what they are',
  doorway: 'join snapshot',
  furnish: 'prepare',
  mend: 'fix or repair',
  mended: 'fixed or repaired',
  reckon: 'compute',
  tellings: 'orders of events',
  told: 'sent, published, reported',
  wish: 'request, params, client message, pending action',
  wishes: 'requests',
}
const endings: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/^[A-Z]\w*(?:Needs|Dependencies)$/, '…Deps'],
  [/^assemble[A-Z]/, 'create…Module'],
  [/^sendOut$/, 'revokeSessions'],
]

const segmentsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const betterFor = (name: string): string | undefined => {
  for (const segment of segmentsOf(name)) if (Object.hasOwn(words, segment)) return words[segment]
  return endings.find(([pattern]) => pattern.test(name))?.[1]
}

const exceptionsPage = 'tooling/architecture/word-exceptions.txt'

/** Names that hold such a word still: one a line, and only ever fewer. */
const exceptionsOf = (tree: Tree): ReadonlySet<string> =>
  new Set((tree.get(exceptionsPage) ?? '').split('\n').filter((line) => line !== ''))

/** Names in code, and of files, that hold a word which only this project ever used; exceptions that nothing needs. */
export const checkWords = (tree: Tree): Offences => {
  const exceptions = exceptionsOf(tree)
  const unneeded = new Set(exceptions)
  const offences = wordsIn(tree).flatMap(({ name, offence }) => {
    unneeded.delete(name)
    return exceptions.has(name) ? [] : [offence]
  })
  return [...offences, ...[...unneeded].map((name) => `${exceptionsPage}: ${name} is needed no more`)]
}

export const wordsIn = (tree: Tree): { readonly name: string; readonly offence: string }[] =>
  codeFiles(tree).flatMap((path) => {
    if (path.startsWith('tooling/architecture/')) return []
    const text = tree.get(path) ?? ''
    const found = new Map<string, { readonly name: string; readonly offence: string }>()
    const see = (name: string, start: number): void => {
      if (found.has(name)) return
      const better = betterFor(name)
      if (better === undefined) return
      found.set(name, { name, offence: `${path}:${lineAt(text, start)} ${name}: say ${better}` })
    }
    new Visitor({
      Identifier: ({ name, start }) => see(name, start),
      JSXIdentifier: ({ name, start }) => see(name, start),
    }).visit(parseSource(path, text).program)
    const stem = (path.split('/').at(-1) ?? '').replace(/\..*$/, '')
    const better = betterFor(stem)
    const ofFile = better === undefined ? [] : [{ name: path, offence: `${path}: say ${better}` }]
    return [...ofFile, ...found.values()]
  })
