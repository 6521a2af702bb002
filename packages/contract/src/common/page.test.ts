import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, offsetOf, pageAt } from './page.ts'
import { readDuration, showDuration } from './time.ts'

test('COMMON-11 Following the cursors gives every item once and in order, whatever the page size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 100 }), (total, limit) => {
      const all = Array.from({ length: total }, (_, index) => index)
      const seen: number[] = []
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const offset = offsetOf(cursor)
        const page = pageAt(all.slice(offset, offset + limit), total, offset)
        seen.push(...page.items)
        cursor = page.cursor
      }
      expect(seen).toEqual(all)
    }),
  )
})

test('COMMON-12 A cursor that was never issued means the first page, never an error', () => {
  for (const cursor of ['', '-5', 'zzzzzzzzzzzz', '%', '💥', 'NaN']) expect(offsetOf(cursor)).toBeGreaterThanOrEqual(0)
  expect(offsetOf(cursorOf(40))).toBe(40)
})

test('COMMON-13 Durations are hh:mm:ss, over 99 hours too, and read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5e6 }), (seconds) => {
      expect(readDuration(showDuration(seconds))).toBe(seconds)
    }),
  )
  expect(showDuration(456_012)).toBe('126:40:12')
  expect(readDuration('1:2:3')).toBeUndefined()
})
