// node tooling/rename.ts files|names: carries out tooling/rename/files.txt (moves, and all that refers to what moved) or
// names.txt (identifiers). Both can be run again on a tree that has gone on; tsc says what is left for a hand. It goes,
// with its lists, when the words of docs/glossary.md stand in the whole tree.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSource } from './architecture/source.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 })
const tracked = git('ls-files').trim().split('\n')
const rowsOf = (list: string): string[][] =>
  readFileSync(`tooling/rename/${list}.txt`, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/ #.*$/, '').trim().split(/\s+/))

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: unknown
  readonly value?: unknown
  readonly typeName?: { readonly name?: unknown }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Every node of a file, outer before inner. */
const visit = (value: unknown, see: (node: SyntaxNode) => void): void => {
  if (Array.isArray(value)) for (const inner of value) visit(inner, see)
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) see(value)
    for (const [key, inner] of Object.entries(value)) if (key !== 'parent') visit(inner, see)
  }
}

const withEdits = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((out, edit) => out.slice(0, edit.start) + edit.text + out.slice(edit.end), text)

const writeIfChanged = (path: string, before: string, after: string): void => {
  if (after !== before) writeFileSync(path, after)
}

const contractRoot = 'packages/contract/src/'
const contractName = '@kaimai/contract/'

const moveFiles = (): void => {
  const moves = new Map<string, string>()
  for (const [from = '', to = ''] of rowsOf('files')) {
    if (!from.endsWith('/')) {
      if (tracked.includes(from)) moves.set(from, to)
      continue
    }
    for (const path of tracked)
      if (path.startsWith(from) && !moves.has(path)) moves.set(path, to + path.slice(from.length))
  }
  const known = new Set(tracked)
  const targetOf = (path: string): string => moves.get(path) ?? path
  const fileOf = (from: string, specifier: string): string | undefined => {
    const bare = specifier.replace(/\?.*$/, '')
    const path = bare.startsWith(contractName)
      ? contractRoot + bare.slice(contractName.length)
      : normalize(join(dirname(from), bare))
    return known.has(path) ? path : undefined
  }
  for (const path of tracked.filter((file) => /\.(tsx?|mjs)$/.test(file))) {
    const text = readFileSync(path, 'utf8')
    const edits: Edit[] = []
    visit(parseSource(path, text).program, ({ type, value, start, end }) => {
      if (type !== 'Literal' || typeof value !== 'string' || !/^(\.|@kaimai\/)/.test(value)) return
      const file = fileOf(path, value)
      if (file === undefined) return
      const query = /\?.*$/.exec(value)?.[0] ?? ''
      const beside = relative(dirname(targetOf(path)), targetOf(file))
      const specifier = value.startsWith(contractName)
        ? contractName + targetOf(file).slice(contractRoot.length)
        : beside.startsWith('.')
          ? beside
          : `./${beside}`
      if (specifier + query !== value) edits.push({ start, end, text: `'${specifier}${query}'` })
    })
    writeIfChanged(path, text, withEdits(text, edits))
  }
  for (const [from, to] of moves) {
    mkdirSync(dirname(to), { recursive: true })
    git('mv', '-k', '--', from, to)
  }
  console.log(`${moves.size} files moved`)
}

/** What a name becomes in a file; undefined: it stays. */
const renamesFor = (rows: readonly string[][], path: string) => {
  const names = new Map<string, string>()
  const texts = new Map<string, string>()
  const patterns: (readonly [RegExp, string])[] = []
  for (const [from = '', to = '', where] of rows) {
    if (where !== undefined && !new RegExp(where).test(path)) continue
    if (from.startsWith('~')) patterns.push([new RegExp(from.slice(1), 'g'), to])
    else if (from.startsWith("'") && !texts.has(from.slice(1, -1))) texts.set(from.slice(1, -1), to.slice(1, -1))
    else if (!names.has(from)) names.set(from, to)
  }
  return {
    nameFor: (name: string): string | undefined => {
      const renamed = names.get(name) ?? patterns.reduce((found, [pattern, to]) => found.replace(pattern, to), name)
      return renamed === name ? undefined : renamed
    },
    textFor: (text: string): string | undefined => texts.get(text),
  }
}

/** Type operators whose arguments name members. */
const namesMembers = /^(Pick|Omit|Exclude|Record)$/

const renameNames = (): void => {
  const rows = rowsOf('names')
  const files = tracked.filter((file) => /^(packages|e2e|bench)\/.*\.(tsx?|mjs|css)$/.test(file))
  for (const path of files.filter((file) => !file.includes('/migrations/'))) {
    const text = readFileSync(path, 'utf8')
    const { nameFor, textFor } = renamesFor(rows, path)
    const edits = new Map<number, Edit>()
    const put = (start: number, end: number, to: string | undefined): void => {
      if (to !== undefined && !edits.has(start)) edits.set(start, { start, end, text: to })
    }
    if (path.endsWith('.css')) {
      for (const { 1: name = '', index } of text.matchAll(/\.([A-Za-z_]\w*)/g))
        put(index + 1, index + 1 + name.length, nameFor(name))
    } else {
      const quoted = (to: string | undefined) => (to === undefined ? undefined : `'${to}'`)
      visit(parseSource(path, text).program, (node) => {
        const { type, name, value, start, end } = node
        if (typeof name === 'string' && /^(JSXIdentifier|Identifier)$/.test(type) && text.startsWith(name, start))
          put(start, start + name.length, nameFor(name))
        if (type === 'Literal' && typeof value === 'string') put(start, end, quoted(textFor(value)))
        if (type === 'TSIndexedAccessType' || namesMembers.test(String(node.typeName?.name)))
          visit(node, (inner) => {
            if (inner.type === 'Literal' && typeof inner.value === 'string')
              put(inner.start, inner.end, quoted(nameFor(inner.value)))
          })
      })
    }
    writeIfChanged(path, text, withEdits(text, [...edits.values()]))
  }
}

if (process.argv[2] === 'files') moveFiles()
else if (process.argv[2] === 'names') renameNames()
else console.error('Say which: node tooling/rename.ts files, or names')
