import { afterEach, expect, test, vi } from 'vitest'
import { browserTimeZone, homeZone, unknownZone } from './browser-time-zone.ts'
import { createFormat } from './format.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['America/New_York', 'America/New_York'],
  ['Asia/Taipei', 'Asia/Taipei'],
  [undefined, undefined],
  ['', undefined],
  ['Etc/Unknown', undefined],
  ['Nowhere/Land', undefined],
])('APP-55 A browser that calls its zone %s shows times in %s', (said, expected) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: said as string }
  })
  expect(browserTimeZone()).toBe(expected)
})

test('APP-56 A browser without a zone shows Taipei’s times, and names the zone', () => {
  const at = '2026-12-01T12:30:00.000Z'
  const [unknown, home] = [unknownZone, homeZone].map((zone) => createFormat('zh-TW', zone, () => Date.parse(at)))
  expect(unknown?.dayTime(at)).toBe(home?.dayTime(at))
  expect(unknown?.zone(at)).toBe('GMT+8')
  // Pages name each zone that is not the shop's.
  expect(unknownZone).not.toBe(homeZone)
})
