import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { instantOf, wallTimeOf } from './wall-time.ts'

const zoneOfMachine = process.env['TZ']
afterEach(() => {
  if (zoneOfMachine === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneOfMachine
})
const at = (wall: string, timeZone: string): string => new Date(instantOf(wall, timeZone)).toISOString()

test.each(['UTC', 'Asia/Taipei', 'America/New_York'])(
  'APP-310 What is planned on a clock of Los Angeles is the same instant for a browser in %s, on both sides of its changes (letters.md 10)',
  (zone) => {
    process.env['TZ'] = zone
    const losAngeles = 'America/Los_Angeles'
    expect(at('2026-10-30 20:00', losAngeles)).toBe('2026-10-31T03:00:00.000Z')
    expect(at('2026-11-06 20:00', losAngeles)).toBe('2026-11-07T04:00:00.000Z')
    // Twice on that clock: the first. Not at all on that one: half past three.
    expect(at('2026-11-01 01:30', losAngeles)).toBe('2026-11-01T08:30:00.000Z')
    expect(at('2026-03-08 02:30', losAngeles)).toBe('2026-03-08T10:30:00.000Z')
    for (const friday of ['2026-10-30', '2026-11-06'])
      expect(at(`${friday} 20:00`, 'Asia/Taipei')).toBe(`${friday}T12:00:00.000Z`)
  },
)

test('APP-311 East of Greenwich the first of two hours counts as well, and an hour that is left out is the one after it', () => {
  expect(at('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z')
  expect(instantOf('', 'Asia/Taipei')).toBeNaN()
  expect(instantOf('2026-13-01 10:00', 'Asia/Taipei')).toBeNaN()
})

test('APP-312 A minute that a clock shows is read as an instant at which it shows that minute, in any zone', () => {
  const zones = ['Asia/Taipei', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
  const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2099, 11) / 60_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const wall = wallTimeOf(minute * 60_000, zone)
      const read = instantOf(wall, zone)
      expect(wallTimeOf(read, zone)).toBe(wall)
      expect(read).toBeLessThanOrEqual(minute * 60_000)
    }),
  )
})
