import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles } from './changes.mjs'
import { root } from './run.mjs'

export const unsteadyPage = 'tooling/unsteady.json'
/** So many tests may be unsteady at once. */
export const unsteadyMost = 3
/** Days after which an entry must be mended. */
export const unsteadyDays = 3
const dayMs = 24 * 3_600_000

/** Tests that failed once and passed twice afterwards: `{ file, test, since: '2026-11-26' }`. */
export function readUnsteady(from = root) {
  const page = join(from, unsteadyPage)
  return existsSync(page) ? JSON.parse(readFileSync(page, 'utf8')) : []
}

/** What is wrong with the list, a line each. `changed`: the files that this commit touches. */
export function unsteadyOffences(entries, changed, nowMs) {
  const touched = new Set(changed)
  const offences = entries.flatMap(({ file, test, since }) => {
    const sinceMs = Date.parse(since)
    if (Number.isNaN(sinceMs)) return [`${test}: "${since}" is no day`]
    if (nowMs - sinceMs > (unsteadyDays + 1) * dayMs)
      return [`${test}: unsteady since ${since}, over ${unsteadyDays} days`]
    return touched.has(file) ? [`${test}: ${file} is touched, and still unsteady`] : []
  })
  if (entries.length > unsteadyMost) offences.push(`${entries.length} unsteady tests; ${unsteadyMost} may be at once`)
  return offences
}

/** Writes down those that are new, with the day. */
export function rememberUnsteady(found, now, from = root) {
  const entries = readUnsteady(from)
  for (const { file, test } of found)
    if (!entries.some((each) => each.file === file && each.test === test))
      entries.push({ file, test, since: now.toISOString().slice(0, 10) })
  writeFileSync(join(from, unsteadyPage), `${JSON.stringify(entries, null, 2)}\n`)
}

// `node tooling/unsteady.mjs`: a check.
if (process.argv[1] === import.meta.filename) {
  const offences = unsteadyOffences(readUnsteady(), changedFiles(root), Date.now())
  for (const line of offences) console.error(`${unsteadyPage}: ${line}`)
  process.exit(offences.length === 0 ? 0 : 1)
}
