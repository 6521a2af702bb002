import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { slotsOf } from '../signup/series.rules.ts'
import { countdownText, letterTime } from './letter-time.rules.ts'

const zoneOfMachine = process.env['TZ']
afterEach(() => {
  if (zoneOfMachine === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneOfMachine
})

const machineZones = ['UTC', 'Asia/Taipei', 'America/New_York'] as const
const losAngeles = 'America/Los_Angeles'

test.each(machineZones)(
  'LETTER-855 A person in Los Angeles reads the hour of the clock there on both sides of its changes, on a server in %s (letters.md 10)',
  (zone) => {
    process.env['TZ'] = zone
    const read = (instant: string) => letterTime(Date.parse(instant), losAngeles, 'en')
    expect(read('2026-10-31T03:00:00Z')).toBe('Fri, Oct 30, 2026, 20:00 (America/Los_Angeles)')
    expect(read('2026-11-07T04:00:00Z')).toBe('Fri, Nov 6, 2026, 20:00 (America/Los_Angeles)')
    // 01:30 is there twice, 02:30 of the spring not at all.
    expect(read('2026-11-01T08:30:00Z')).toBe('Sun, Nov 1, 2026, 01:30 (America/Los_Angeles)')
    expect(read('2026-11-01T09:30:00Z')).toBe('Sun, Nov 1, 2026, 01:30 (America/Los_Angeles)')
    expect(read('2026-03-08T10:30:00Z')).toBe('Sun, Mar 8, 2026, 03:30 (America/Los_Angeles)')
  },
)

test.each(machineZones)(
  'LETTER-856 A weekly session at 20:00 in Taipei is at 12:00 in UTC on both Fridays, on a server in %s (letters.md 10)',
  (zone) => {
    process.env['TZ'] = zone
    const weekly = { kind: 'weekly' as const, times: [{ day: 5, at: '20:00' }], from: null, until: null, except: [] }
    const slots = slotsOf(weekly, Date.parse('2026-10-30T00:00:00Z'), 2)
    expect(slots.map((slot) => new Date(slot).toISOString())).toEqual([
      '2026-10-30T12:00:00.000Z',
      '2026-11-06T12:00:00.000Z',
    ])
    expect(slots.map((slot) => letterTime(slot, 'Asia/Taipei', 'zh-TW'))).toEqual([
      '2026年10月30日（五）20:00',
      '2026年11月6日（五）20:00',
    ])
  },
)

test('LETTER-857 In whatever zone a letter says a moment, the calendar of that zone says the same', () => {
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2028-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const zones = fc.constantFrom(losAngeles, 'Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia')
  fc.assert(
    fc.property(moments, zones, (moment, zone) => {
      const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
      const two = (value: number) => String(value).padStart(2, '0')
      expect(letterTime(moment.getTime(), zone, 'zh-TW')).toContain(`${local.year}年${local.month}月${local.day}日`)
      expect(letterTime(moment.getTime(), zone, 'en')).toContain(`, ${two(local.hour)}:${two(local.minute)} (`)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [51 * 3600_000, '2 天 3 小時', '2 days 3 hours'],
  [24 * 3600_000, '1 天', '1 day'],
  [24 * 3600_000 - 1, '1 天', '1 day'],
  [49.5 * 3600_000, '2 天 2 小時', '2 days 2 hours'],
  [90 * 60_000, '1 小時 30 分鐘', '1 hour 30 minutes'],
  [60 * 60_000 - 1, '1 小時', '1 hour'],
  [10 * 60_000, '10 分鐘', '10 minutes'],
  [1, '1 分鐘', '1 minute'],
  [0, '', ''],
  [-1, '', ''],
  [Number.NaN, '', ''],
])('LETTER-880 What is %s ms away is %s away, or %s; what has begun, or has no time, is nothing', (ms, zh, en) => {
  expect(countdownText(ms, 'zh-TW')).toBe(zh)
  expect(countdownText(ms, 'en')).toBe(en)
})

test('LETTER-881 What is further away never reads as nearer, and is at most half its smallest unit off', () => {
  const minutesIn = (text: string): number =>
    [...text.matchAll(/(\d+) (day|hour|minute)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (unit === 'day' ? 1440 : unit === 'hour' ? 60 : 1),
      0,
    )
  fc.assert(
    fc.property(
      fc.integer({ min: 60_000, max: 400 * 86_400_000 }),
      fc.integer({ min: 0, max: 86_400_000 }),
      (ms, more) => {
        const read = minutesIn(countdownText(ms, 'en').replaceAll(',', ''))
        expect(Math.abs(read * 60_000 - ms)).toBeLessThanOrEqual(ms < 86_370_000 ? 30_000 : 30 * 60_000)
        expect(minutesIn(countdownText(ms + more, 'en').replaceAll(',', ''))).toBeGreaterThanOrEqual(read)
      },
    ),
  )
})
