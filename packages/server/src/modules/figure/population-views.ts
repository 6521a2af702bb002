import { createCounter, mark, marksBelow } from './marks.ts'
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

const newestFirst = (a: View, b: View): number => b.at - a.at || b.key - a.key

/** A look, by the number of its name in the population. */
interface Look extends View {
  readonly number: number
}

/** So many times as many looks are taken as views are wanted: a visit may have looked more than once. */
const looksForView = 4
const leastLooks = 500
/** Of more there are enough looks among as many. */
const manyViews = 10_000

/** The newest looks of those behind a view, up to so many; whether there are no others. */
const newestLooks = (
  population: Population,
  after: View | undefined,
  most: number,
): { readonly looks: readonly Look[]; readonly areAll: boolean } => {
  const { keyOf } = population
  let looks: Look[] = []
  let areAll = true
  // What is older than this is not among them, what is newer than that is not asked for.
  let oldest = 0
  const newest = after?.at ?? Number.POSITIVE_INFINITY
  const cut = () => {
    if (looks.length > most) areAll = false
    looks = looks.toSorted(newestFirst).slice(0, most)
    if (looks.length === most) oldest = looks.at(-1)?.at ?? oldest
  }
  for (const { keys, at } of viewsOf(population))
    for (let each = 0; each < at.length; each += 1) {
      const ms = at[each] ?? 0
      if (ms < oldest) {
        areAll = false
        continue
      }
      if (ms > newest) continue
      const number = keys[each] ?? 0
      const look = { key: keyOf?.[number] ?? number, at: ms, number }
      if (after !== undefined && newestFirst(after, look) >= 0) continue
      looks.push(look)
      if (looks.length >= most * 2) cut()
    }
  cut()
  return { looks, areAll }
}

/** By the number of each of these names the instant of its first look. */
const firstOf = (population: Population, looks: readonly Look[]): ReadonlyMap<number, number> => {
  const wanted = marksBelow(population.size)
  mark([Int32Array.from(looks, ({ number }) => number)], wanted)
  const first = new Map<number, number>()
  for (const { keys, at } of viewsOf(population))
    for (let each = 0; each < keys.length; each += 1) {
      const number = keys[each] ?? 0
      if (((wanted[number >>> 5] ?? 0) & (1 << (number & 31))) === 0) continue
      first.set(number, Math.min(first.get(number) ?? Number.POSITIVE_INFINITY, at[each] ?? 0))
    }
  return first
}

/** Up to so many views, the newest first, of those behind another. */
export const newestViews = (population: Population, after: View | undefined, limit: number): View[] => {
  const begin = limit < manyViews ? Math.max(leastLooks, limit * looksForView) : limit
  for (let most = begin; ; most *= looksForView) {
    const { looks, areAll } = newestLooks(population, after, most)
    const first = firstOf(population, looks)
    const views = new Map<number, View>()
    for (const { number, key, at } of looks) if (first.get(number) === at) views.set(number, { key, at })
    if (areAll || views.size >= limit) return [...views.values()].slice(0, limit)
  }
}

/** The instant of the first look of all, epoch ms; undefined: there was none. */
export const firstViewAt = (population: Population): number | undefined => {
  let found = Number.POSITIVE_INFINITY
  for (const { at } of viewsOf(population))
    for (let each = 0; each < at.length; each += 1) if ((at[each] ?? 0) < found) found = at[each] ?? 0
  return Number.isFinite(found) ? found : undefined
}
