import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long one turn holds the event loop, and with it every room: milliseconds. */
const turnMs = 15

/** `map` of so many items that all at once would hold everybody else up: others go in between. */
export const mapInTurns = async <T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> => {
  const mapped: R[] = []
  let begun = performance.now()
  for (const [at, item] of items.entries()) {
    mapped.push(map(item, at))
    if (performance.now() - begun < turnMs) continue
    await nextTurn()
    begun = performance.now()
  }
  return mapped
}
