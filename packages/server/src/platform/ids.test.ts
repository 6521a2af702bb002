import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock, systemClock } from './clock.ts'
import { newId, shortCode, unguessable } from './ids.ts'

test('PLATFORM-6 Ids are UUIDv7, never twice, and in the order of their making', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(made).toBeGreaterThanOrEqual(before)
    expect(made).toBeLessThan(before + 60_000)
  }
})

test('PLATFORM-7 What stands in public URLs is as long as asked for, and safe in a URL', () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 64 }), (bytes) => {
      const text = unguessable(bytes)
      expect(text).toMatch(/^[\w-]+$/)
      expect(Buffer.from(text, 'base64url')).toHaveLength(bytes)
      expect(unguessable(bytes)).not.toBe(text)
    }),
  )
  expect(unguessable()).toHaveLength(27)
})

test('PLATFORM-8 A code to type has no characters that look alike', () => {
  const all = new Set(shortCode(5_000))
  expect(all.size).toBe(29)
  for (const letter of '0O1ILUV') expect(all).not.toContain(letter)
  expect(shortCode(6)).toMatch(/^[2-9A-Z]{6}$/)
})

test('PLATFORM-9 The manual clock stands still until it is moved', () => {
  const clock = manualClock('2030-01-01T00:00:00Z')
  clock.advance(1_500)
  expect(clock.now().toISOString()).toBe('2030-01-01T00:00:01.500Z')
  // A date that was handed out is not the clock's own.
  clock.now().setFullYear(1999)
  expect(clock.ms()).toBe(clock.now().getTime())
  clock.set(new Date('2031-01-01T00:00:00Z'))
  expect(clock.now().toISOString()).toBe('2031-01-01T00:00:00.000Z')
  expect(() => manualClock('soon')).toThrow(/not a date/)
  const before = Date.now()
  const now = systemClock.ms()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
