import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyBundle,
  fullHearts,
  heartLimits,
  heartsBetween,
  heartSpansOf,
  packHearts,
  takeHearts,
  tapHeart,
} from './hearts.rules.ts'

/** Milliseconds since the step before, and whether it is a tap or the time to send. */
const steps = fc.array(fc.record({ passedMs: fc.nat(700), isTap: fc.boolean() }), { maxLength: 300 })

test('ROOM-927 Bundling loses no tap that was accepted and makes up none, and no message carries more than it may', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let nowMs = 0
      let bundle = emptyBundle(nowMs)
      let [accepted, sent] = [0, 0]
      for (const { passedMs, isTap } of all) {
        nowMs += passedMs
        if (isTap) {
          const tapped = tapHeart(bundle, nowMs)
          bundle = tapped.bundle
          if (tapped.isAccepted) accepted += 1
        } else {
          const packed = packHearts(bundle)
          bundle = packed.bundle
          sent += packed.count
          expect(packed.count).toBeLessThanOrEqual(heartLimits.perMessage)
        }
        expect(sent + bundle.waiting).toBe(accepted)
      }
      while (bundle.waiting > 0) {
        const packed = packHearts(bundle)
        bundle = packed.bundle
        sent += packed.count
      }
      expect(sent).toBe(accepted)
    }),
  )
})

test('ROOM-928 Nobody gives more hearts than a burst and so many a second, whatever is asked for and however the clock goes', () => {
  const asked = fc.array(
    fc.record({ passedMs: fc.integer({ min: -500, max: 2_000 }), count: fc.integer({ min: 1, max: 10 }) }),
  )
  fc.assert(
    fc.property(asked, (all) => {
      let [nowMs, latestMs, given, wanted] = [0, 0, 0, 0]
      let bucket = fullHearts(nowMs)
      for (const { passedMs, count } of all) {
        nowMs += passedMs
        latestMs = Math.max(latestMs, nowMs)
        const { bucket: rest, taken } = takeHearts(bucket, count, nowMs)
        bucket = rest
        given += taken
        wanted += count
        expect(taken).toBeGreaterThanOrEqual(0)
      }
      expect(given).toBeLessThanOrEqual(Math.min(wanted, heartLimits.burst + (latestMs / 1000) * heartLimits.perSecond))
    }),
  )
  expect(takeHearts(fullHearts(0), 10, 0).taken).toBe(10)
})

const spans = fc.array(
  fc.record({
    atMs: fc.nat(60_000),
    seconds: fc.integer({ min: 1, max: 600 }),
    count: fc.integer({ min: 1, max: 10_000 }),
  }),
  { maxLength: 20 },
)

test('ROOM-929 Hearts over a time are a pure function of it: every split of it gives each of them once', () => {
  const endMs = 60_000 + 600_000
  fc.assert(
    fc.property(spans, fc.array(fc.nat(endMs), { maxLength: 30 }), (all, cuts) => {
      const times = [0, ...cuts.toSorted((a, b) => a - b), endMs]
      const pieces = times.slice(1).map((toMs, at) => heartsBetween(all, times[at] ?? 0, toMs))
      for (const piece of pieces) expect(piece).toBeGreaterThanOrEqual(0)
      expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(all.reduce((sum, { count }) => sum + count, 0))
      expect(heartsBetween(all, endMs, 0)).toBe(0)
    }),
  )
})

test('ROOM-930 A script lets its hearts fly from their second on, over their seconds', () => {
  const script = [
    { kind: 'comment', id: 'c', atMs: 0, name: '小美', imgUrl: '', text: '好看' },
    { kind: 'hearts', id: 'l', atMs: 10_000, count: 20, seconds: 10 },
  ] as const
  const flown = heartSpansOf(script)
  expect(flown).toEqual([{ atMs: 10_000, seconds: 10, count: 20 }])
  expect([9_000, 10_000, 15_000, 20_000, 30_000].map((ms) => heartsBetween(flown, 0, ms))).toEqual([0, 0, 10, 20, 20])
})
