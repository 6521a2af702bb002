import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000
const listName = 'retired.json'

/** By file of assets/: when the build that had it was replaced, in epoch milliseconds. */
type Retired = Readonly<Record<string, number>>

// Written here.
const read = (dist: string): Retired =>
  existsSync(join(dist, listName)) ? (JSON.parse(readFileSync(join(dist, listName), 'utf8')) as Retired) : {}

/**
 * Pages that are open while a release replaces the build in `dist` ask for their parts by the old names: those files
 * stay beside the new ones in `client` for a day. Their names change with their content, so none stands in for another.
 */
export const keepRetiredFiles = (dist: string, client: string, nowMs: number): void => {
  const old = join(dist, 'client', 'assets')
  if (!existsSync(old)) return
  const assets = join(client, 'assets')
  mkdirSync(assets, { recursive: true })
  const current = new Set(readdirSync(assets))
  const before = read(dist)
  const kept = readdirSync(old)
    .filter((file) => !current.has(file))
    .map((file) => [file, before[file] ?? nowMs] as const)
    .filter(([, retiredMs]) => nowMs - retiredMs < dayMs)
  for (const [file] of kept) linkSync(join(old, file), join(assets, file))
  writeFileSync(join(dist, listName), JSON.stringify(Object.fromEntries(kept)))
}
