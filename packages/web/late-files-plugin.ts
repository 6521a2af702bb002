import type { Plugin } from 'vite'

/**
 * Which files a part that comes later has to name. Vite lists all that the part imports; what the file that asks for it
 * imports itself, straight or through others, is there already, and a page's first load is spared the names.
 */
export const lateFiles = () => {
  const imported = new Map<string, readonly string[]>()

  const there = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const other of imported.get(file) ?? []) there(other, seen)
    return seen
  }

  const plugin: Plugin = {
    name: 'kaimai:late-files',
    enforce: 'pre',
    generateBundle: (_options, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          imported.set(chunk.fileName, [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])])
    },
  }

  /** Of the files that a part needs those that the file which asks for it has not brought. */
  const missing = (files: readonly string[], asking: string): string[] => {
    const has = there(asking)
    return files.filter((file) => !has.has(file))
  }

  return { plugin, missing }
}
