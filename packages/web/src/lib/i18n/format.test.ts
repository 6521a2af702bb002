import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFormat } from './format.ts'
import { instantOf, wallTimeOf } from './wall-time.ts'

const now = Date.parse('2026-11-20T12:00:00+08:00')
const zh = createFormat('zh-TW', 'Asia/Taipei', () => now)
const en = createFormat('en', 'Asia/Taipei', () => now)
const when = '2026-11-21T12:00:00Z'

test('APP-44 Dates read as people write them, on the clock of the zone', () => {
  expect([zh.date(when), zh.day(when), zh.dayTime(when), zh.time(when)]).toEqual([
    '2026年11月21日',
    '11/21（六）',
    '11/21（六）20:00',
    '20:00',
  ])
  expect([en.date(when), en.dayTime(when)]).toEqual(['November 21, 2026', 'Sat, 11/21, 20:00'])
  expect(zh.dateTime(when)).toBe('2026年11月21日 20:00')
  expect(zh.day('2025-01-01T00:30:00+08:00')).toBe('2025/01/01（三）')
  expect(zh.month(when)).toBe('2026年11月')
  expect(createFormat('zh-TW', 'America/New_York', () => now).dayTime(when)).toBe('11/21（六）07:00')
  expect(zh.zone(when)).toBe('GMT+8')
})

test('APP-45 What is near is said by its day', () => {
  expect(zh.near('2026-11-20T20:00:00+08:00')).toBe('今天 20:00')
  expect(zh.near('2026-11-21T00:10:00+08:00')).toBe('明天 00:10')
  expect(zh.near('2026-11-19T23:50:00+08:00')).toBe('昨天 23:50')
  expect(zh.near('2026-11-28T20:00:00+08:00')).toBe('11/28（六）20:00')
  expect(en.near('2026-11-20T20:00:00+08:00')).toBe('today 20:00')
})

test('APP-46 Distances in time take the unit that fits', () => {
  expect(zh.relative(now + 8 * 86_400_000)).toBe('8 天後')
  expect(zh.relative(now - 30 * 60_000)).toBe('30 分鐘前')
  expect(zh.relative(now + 3600_000)).toBe('1 小時後')
  expect(en.relative(now - 400 * 86_400_000)).toBe('last year')
})

test('APP-600 What is called tomorrow beside a time is tomorrow in words too, at every hour of both days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 }), (nowMinute, minute) => {
      const midnight = Date.parse('2026-11-20T00:00:00+08:00')
      const format = createFormat('zh-TW', 'Asia/Taipei', () => midnight + nowMinute * 60_000)
      for (const [days, word] of [
        [1, '明天'],
        [-1, '昨天'],
      ] as const) {
        const at = midnight + days * 86_400_000 + minute * 60_000
        expect(format.near(at).startsWith(word)).toBe(true)
        expect([word, '小時', '分鐘', '秒'].some((unit) => format.relative(at).includes(unit))).toBe(true)
        // Beside it stands the distance, not the same word again.
        expect(format.distance(at)).not.toContain('天')
      }
      expect(format.relative(midnight + 2 * 86_400_000 + minute * 60_000)).toMatch(/後天|小時後/)
    }),
  )
})

test('APP-47 Money, figures and sizes', () => {
  expect(zh.money({ amount: 128_000, currency: 'TWD' })).toBe('NT$1,280')
  expect(en.money({ amount: 1250, currency: 'USD' })).toBe('Us$12.50')
  expect([zh.amount(128_000), zh.amount(128_050)]).toEqual(['1,280', '1,280.5'])
  expect([zh.percent(0.313), zh.number(1942), zh.bytes(4_509_715_661), zh.bytes(900)]).toEqual([
    '31.3%',
    '1,942',
    '4.2 GB',
    '900 B',
  ])
  expect(zh.list(['甲', '乙', '丙'])).toBe('甲、乙和丙')
  expect(zh.duration(4500)).toBe('01:15:00')
})

test('APP-48 A wall time leads to its instant and back in any zone, but for the hours that summer time skips', () => {
  const zones = ['Asia/Taipei', 'UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
  const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const wall = wallTimeOf(minute * 60_000, zone)
      // Twice in autumn a wall time has two instants: both show the same clock.
      expect(wallTimeOf(instantOf(wall, zone), zone)).toBe(wall)
    }),
  )
  expect(instantOf('2026-11-21 20:00', 'Asia/Taipei')).toBe(Date.parse(when))
  expect(instantOf('soon', 'Asia/Taipei')).toBeNaN()
})
