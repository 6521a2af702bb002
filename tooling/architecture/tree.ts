import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path from the project's folder → the file's text. */
export type Tree = ReadonlyMap<string, string>

/** One line per place that breaks a rule: `path:line what is wrong`. */
export type Offences = string[]

const readFolders = ['packages', 'e2e', 'bench', 'tooling', 'docs']
const passedOver = new Set(['node_modules', 'dist', 'data', 'coverage'])
const readEndings = /\.(tsx?|mjs|json|css|md|sql)$|\/word-exceptions\.txt$/

/** Every file that a rule looks at. */
export const readTree = (root: string): Tree => {
  const tree = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !passedOver.has(entry.name)) walk(path)
      else if (entry.isFile() && readEndings.test(path)) tree.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  const there = new Set(readdirSync(root))
  for (const folder of readFolders) if (there.has(folder)) walk(folder)
  return tree
}

/** A tree in memory, for showing that a rule can fail. */
export const treeOf = (files: Readonly<Record<string, string>>): Tree => new Map(Object.entries(files))

export const isCode = (path: string): boolean => /\.(tsx?|mjs)$/.test(path)

export const isTest = (path: string): boolean => /\.(test|e2e)\.(tsx?|mjs)$/.test(path)

export const codeFiles = (tree: Tree): string[] => [...tree.keys()].filter(isCode)

/** Line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
