import { announcementTypes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { expect, test } from 'vitest'
import { countUnexpired, tagColours } from './announcement.rules.ts'

test('ANNOUNCEMENT-4 The red badge counts announcements whose expireDate is in the future', () => {
  const now = Date.parse('2026-11-20T12:00:00+08:00')
  const list = [
    '2026-11-20T12:00:01+08:00',
    '2026-11-20T12:00:00+08:00',
    '2026-11-20T04:00:01Z',
    '2025-01-01T00:00:00Z',
  ]
  expect(
    countUnexpired(
      list.map((expireDate) => ({ expireDate })),
      now,
    ),
  ).toBe(2)
  expect(countUnexpired([], now)).toBe(0)
})

test('ANNOUNCEMENT-5 Every tag has the colour of the spec', () => {
  expect(announcementTypes.map((type) => [type, tagColours[type]])).toEqual([
    ['FIX', 'red'],
    ['ANNOUNCEMENT', 'blue'],
    ['NEW', 'yellow'],
    ['IMPROVEMENT', 'green'],
    ['OTHER', 'grey'],
  ])
})
