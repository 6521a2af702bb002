import { rulesText } from '../architecture/rule-numbers.ts'
import type { Tree } from '../architecture/tree.ts'
import { contractFiles } from './contract-files.ts'
import { joins } from './joined.ts'
import { journeyFile } from './journey-file.ts'
import { type FeatureNames, namesOf } from './names.ts'
import { serverFiles } from './server-files.ts'
import { webFiles } from './web-files.ts'

export interface NewFeature {
  readonly names: FeatureNames
  /** Path → text, of files that are new and of those that change. */
  readonly files: Readonly<Record<string, string>>
  /** Files that should have changed and have no place for it (any more). */
  readonly notJoined: readonly string[]
}

/** Everything that a new feature begins with. Throws with words when the name is taken or is none. */
export const newFeature = (tree: Tree, slug: string): NewFeature => {
  const names = namesOf(slug)
  const files = {
    ...contractFiles(names),
    ...serverFiles(names, nextMigration(tree)),
    ...webFiles(names),
    ...journeyFile(names),
  }
  const taken = Object.keys(files).find((path) => tree.has(path))
  if (taken !== undefined) throw new Error(`${slug} is there already: ${taken}`)
  const joined: Record<string, string> = {}
  const notJoined: string[] = []
  for (const [path, join] of Object.entries(joins)) {
    const text = join(tree.get(path) ?? '', names)
    if (text === undefined) notJoined.push(path)
    else joined[path] = text
  }
  const after = new Map([...tree, ...Object.entries(files)])
  return { names, files: { ...files, ...joined, 'docs/rules.md': rulesText(after) }, notJoined }
}

const nextMigration = (tree: Tree): number => {
  const numbers = [...tree.keys()].flatMap((path) => /^packages\/server\/migrations\/(\d{3})-/.exec(path)?.[1] ?? [])
  return Math.max(0, ...numbers.map(Number)) + 1
}
