import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeLeft } from './clock.ts'

const begin = Date.parse('2026-11-20T12:00:00Z')

test('CLOCK-1 A countdown counts every second down to nought, and stays there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 * 86_400_000 }), (left) => {
      const { days, hours, minutes, seconds } = timeLeft(begin, begin - left)
      expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.ceil(left / 1000))
      expect([hours < 24, minutes < 60, seconds < 60]).toEqual([true, true, true])
    }),
  )
  expect(timeLeft(begin, begin + 5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('CLOCK-2 The countdown ends at nought exactly at the begin', () => {
  expect(timeLeft(begin, begin - 90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
  expect(timeLeft(begin, begin - 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(timeLeft(begin, begin + 5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})
