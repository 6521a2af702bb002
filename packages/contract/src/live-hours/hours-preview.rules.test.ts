import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedHours } from './hours-preview.rules.ts'

test('LIVE-HOURS-210 A live of an hour is expected to cost what past ones did per second; without any nothing is foretold', () => {
  const past = [
    { watched: 7_200, seconds: 3_600 },
    { watched: 0, seconds: 3_600 },
  ]
  expect(expectedHours(3_600, past)).toBe(3_600)
  expect(expectedHours(3_601, past)).toBe(3_601)
  expect(expectedHours(3_600, [])).toBeNull()
  expect(expectedHours(3_600, [{ watched: 0, seconds: 0 }])).toBeNull()
})

test('LIVE-HOURS-211 Twice the length costs no less, and in whatever order the past lives stand the same', () => {
  const live = fc.record({ watched: fc.nat(1e6), seconds: fc.integer({ min: 1, max: 86_400 }) })
  fc.assert(
    fc.property(fc.array(live, { minLength: 1, maxLength: 5 }), fc.nat(86_400), (past, seconds) => {
      const expected = expectedHours(seconds, past) ?? 0
      expect(expectedHours(seconds, past.toReversed())).toBe(expected)
      expect(expectedHours(2 * seconds, past) ?? 0).toBeGreaterThanOrEqual(expected)
    }),
  )
})
