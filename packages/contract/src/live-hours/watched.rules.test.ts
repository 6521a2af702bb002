import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Connected, watchedMs, watchedSeconds } from './watched.rules.ts'

const instant = fc.integer({ min: 0, max: 60 })
const connections = fc.array(
  fc.record({ fromMs: instant, toMs: instant }).map((one): Connected => one),
  { maxLength: 12 },
)

/** Counts the milliseconds one by one. */
const counted = (all: readonly Connected[], fromMs: number, toMs: number): number => {
  let count = 0
  for (let ms = fromMs; ms < toMs; ms += 1) if (all.some((one) => one.fromMs <= ms && ms < one.toMs)) count += 1
  return count
}

describe('what a viewer has watched', () => {
  test('LIVE-HOURS-1 Is the union of the connections within the live: two tabs at once count once', () => {
    fc.assert(
      fc.property(connections, instant, instant, (all, from, to) => {
        expect(watchedMs(all, from, to)).toBe(counted(all, from, to))
      }),
      { numRuns: 500 },
    )
  })

  test('LIVE-HOURS-2 Cut anywhere, the parts make the whole, and the order of the connections makes no difference', () => {
    fc.assert(
      fc.property(connections, instant, (all, cut) => {
        expect(watchedMs(all, 0, cut) + watchedMs(all, cut, 60)).toBe(watchedMs(all, 0, 60))
        expect(watchedMs(all.toReversed(), 0, 60)).toBe(watchedMs(all, 0, 60))
      }),
    )
  })

  test('LIVE-HOURS-3 Counts whole seconds', () => {
    expect(watchedSeconds([{ fromMs: 0, toMs: 2_999 }], 0, 10_000)).toBe(2)
    expect(watchedSeconds([], 0, 10_000)).toBe(0)
  })
})
