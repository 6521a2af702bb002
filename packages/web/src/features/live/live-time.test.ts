import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextQuarter, nextSameTime, readSeconds, showSeconds } from './live-time.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+08:00`)

test.each([
  ['20:00', '20:15'],
  ['20:10', '20:15'],
  ['20:11', '20:30'],
  ['20:14', '20:30'],
  ['23:50', '24:00'],
])('LIVE-40 A live made at %s begins at %s unless said otherwise', (now, begin) => {
  const expected = begin === '24:00' ? at('23:45') + 15 * 60_000 : at(begin)
  expect(nextQuarter(at(now))).toBe(expected)
})

test('LIVE-120 The suggested begin is a full quarter, five to twenty minutes away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      const begin = nextQuarter(now)
      expect(begin % (15 * 60_000)).toBe(0)
      expect(begin - now).toBeGreaterThanOrEqual(5 * 60_000)
      expect(begin - now).toBeLessThan(20 * 60_000)
    }),
  )
})

test.each([
  ['90', 90],
  ['1:30', 90],
  ['0:01:30', 90],
  ['００：０１：３０', 90],
  ['75:00', 4500],
  ['1:02:03', 3723],
  ['24:00:00', 86_400],
])('LIVE-41 %s is read as %d seconds', (typed, seconds) => {
  expect(readSeconds(typed)).toBe(seconds)
})

test.each(['', 'x', '1:75', '0:75:00', '1:2:3:4', '-1', '99999'])('LIVE-121 "%s" is no time', (typed) => {
  expect(readSeconds(typed)).toBeUndefined()
})

test('LIVE-122 What is shown reads back as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_399 }), (seconds) => {
      expect(readSeconds(showSeconds(seconds))).toBe(seconds)
    }),
  )
})

const weekMs = 7 * 24 * 3_600_000
const dayTime = (ms: number) =>
  new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Taipei',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  }).format(ms)

test('LIVE-123 The copy of a live begins at the next same weekday and time', () => {
  const begin = Date.parse('2026-11-14T20:00:00+08:00')
  expect(nextSameTime(begin, Date.parse('2026-11-20T10:00:00+08:00'))).toBe(Date.parse('2026-11-21T20:00:00+08:00'))
  // One that is still to come is followed by the week after it.
  expect(nextSameTime(begin, begin - weekMs / 2)).toBe(begin + weekMs)
  // Too near to hand the link on: a week later.
  expect(nextSameTime(begin, begin + weekMs - 60_000)).toBe(begin + 2 * weekMs)
})

test('LIVE-124 Whenever a live is copied, its copy keeps weekday and time and leaves at least five minutes', () => {
  const times = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 })
  fc.assert(
    fc.property(times, times, (begin, now) => {
      const next = nextSameTime(begin, now)
      expect(dayTime(next)).toBe(dayTime(begin))
      expect(next).toBeGreaterThan(begin)
      expect(next - now).toBeGreaterThanOrEqual(5 * 60_000)
      expect(next - Math.max(now, begin)).toBeLessThanOrEqual(weekMs + 5 * 60_000)
    }),
  )
})
