import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Of a hash's 8 letters (48 bits) 5 stay: 30 bits, which tell the contents apart that one name had in its time. */
const keptLetters = 5
const named = /([\w.~-]+-)([\w-]{8})(\.\w+)/g

/**
 * Shortens the hashes in the names of the given files and wherever the files name each other. A page's first load names
 * some four hundred files that may come later, and letters that no compression shortens were 4 KB of it.
 * @param client folder of what browsers load
 * @param files paths below it, the manifest among them
 * @param manifest the one file that keeps its name
 */
export const shortenNames = (client: string, files: readonly string[], manifest: string): void => {
  const short = new Map<string, string>()
  const taken = new Set<string>()
  for (const file of files) {
    if (file === manifest) continue
    const name = basename(file)
    const next = name.replace(
      named,
      (_, before: string, hash: string, after: string) => before + hash.slice(0, keptLetters) + after,
    )
    // Two that would be named alike: the second keeps its letters.
    short.set(name, taken.has(next) ? name : next)
    taken.add(next)
  }
  const rename = (text: string): string => text.replace(named, (name) => short.get(name) ?? name)
  for (const file of files) {
    const path = join(client, file)
    if (/\.(js|css|json)$/.test(file)) writeFileSync(path, rename(readFileSync(path, 'utf8')))
    renameSync(path, join(client, rename(file)))
  }
}
