import { createCounter } from './marks.ts'
import type { Cell, Population } from './population.ts'

/** A visit by the key of its name, and when it looked first, epoch ms. */
export interface View {
  readonly key: number
  readonly at: number
}

const viewsOf = ({ looks, cells }: Population): Cell[] => [...looks, ...cells.filter(({ kind }) => kind === 'watched')]

/** Visits that looked at a page or a room. */
export const viewCount = (population: Population): number =>
  createCounter(population.size)(viewsOf(population).map(({ keys }) => keys))

/** By each number of a name the instant of its first look at a page or a room, epoch ms; 0: none. */
const firstLooks = (population: Population): Float64Array => {
  const first = new Float64Array(population.size)
  for (const { keys, at } of viewsOf(population))
    for (let each = 0; each < keys.length; each += 1) {
      const [number, ms] = [keys[each] ?? 0, at[each] ?? 0]
      const known = first[number] ?? 0
      if (known === 0 || ms < known) first[number] = ms
    }
  return first
}

const newestFirst = (a: View, b: View): number => b.at - a.at || b.key - a.key

/** At least so many are looked through before they are sorted. */
const leastAtOnce = 1_000

/** Up to so many views, the newest first, of those behind another. */
export const newestViews = (population: Population, after: View | undefined, limit: number): View[] => {
  let newest: View[] = []
  // Nothing older than this is among them.
  let last = 0
  const first = firstLooks(population)
  for (let number = 0; number < first.length; number += 1) {
    const at = first[number] ?? 0
    if (at === 0 || at < last) continue
    const view = { key: population.keyOf?.[number] ?? number, at }
    if (after !== undefined && newestFirst(after, view) >= 0) continue
    newest.push(view)
    if (newest.length < Math.max(leastAtOnce, limit * 2)) continue
    newest = newest.toSorted(newestFirst).slice(0, limit)
    last = newest.at(-1)?.at ?? last
  }
  return newest.toSorted(newestFirst).slice(0, limit)
}

/** The instant of the first look of all, epoch ms; undefined: there was none. */
export const firstViewAt = (population: Population): number | undefined => {
  let found: number | undefined
  for (const at of firstLooks(population)) if (at !== 0 && (found === undefined || at < found)) found = at
  return found
}
