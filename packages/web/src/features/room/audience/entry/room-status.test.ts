import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isShopOpen, nextChangeMs, roomStatusAt } from './room-status.ts'
import { createServerClock } from './server-clock.ts'

const beginAtMs = Date.UTC(2026, 10, 20, 12)
const room: Pick<PublicRoom, 'status' | 'beginAt' | 'endAt' | 'waitingMinutes'> = {
  status: 'scheduled',
  beginAt: new Date(beginAtMs).toISOString(),
  endAt: new Date(beginAtMs + 3_600_000).toISOString(),
  waitingMinutes: 30,
}
const minute = 60_000

test('ROOM-226 The status follows the clock, whatever it was when the page was made', () => {
  expect(roomStatusAt(room, beginAtMs - 31 * minute)).toBe('scheduled')
  expect(roomStatusAt(room, beginAtMs - 30 * minute)).toBe('open')
  expect(roomStatusAt(room, beginAtMs - 1)).toBe('open')
  expect(roomStatusAt(room, beginAtMs)).toBe('live')
  expect(roomStatusAt(room, beginAtMs + 60 * minute)).toBe('ended')
  expect(roomStatusAt({ ...room, status: 'cancelled' }, beginAtMs)).toBe('cancelled')
  expect(roomStatusAt({ ...room, status: 'ended' }, beginAtMs)).toBe('live')
})

test('ROOM-227 A page that wakes at each change never shows an old status', () => {
  fc.assert(
    fc.property(fc.integer({ min: -90, max: 90 }), (minutes) => {
      const nowMs = beginAtMs + minutes * minute
      const changeMs = nextChangeMs(room, nowMs)
      if (changeMs === undefined) expect(roomStatusAt(room, nowMs)).toBe('ended')
      else {
        expect(changeMs).toBeGreaterThan(nowMs)
        expect(roomStatusAt(room, changeMs - 1)).toBe(roomStatusAt(room, nowMs))
        expect(roomStatusAt(room, changeMs)).not.toBe(roomStatusAt(room, nowMs))
      }
    }),
  )
})

test('ROOM-229 The cart can be ordered from the begin to a day after the end', () => {
  const day = 24 * 60 * minute
  expect(isShopOpen(room, beginAtMs - 1)).toBe(false)
  expect(isShopOpen(room, beginAtMs)).toBe(true)
  expect(isShopOpen(room, beginAtMs + 60 * minute + day - 1)).toBe(true)
  expect(isShopOpen(room, beginAtMs + 60 * minute + day)).toBe(false)
  expect(isShopOpen({ ...room, status: 'cancelled' }, beginAtMs)).toBe(false)
})

test('ROOM-230 The server’s clock counts, known the better the quicker an answer was', () => {
  let deviceMs = 1_000_000
  const clock = { now: () => deviceMs, after: () => () => {} }
  const server = createServerClock(5_000_000, clock)
  expect(server.now()).toBe(5_000_000)
  deviceMs += 10_000
  server.learn({ sentMs: deviceMs - 4_000, receivedMs: deviceMs, serverMs: deviceMs + 4_000_500 })
  server.learn({ sentMs: deviceMs - 20, receivedMs: deviceMs, serverMs: deviceMs + 4_000_000 })
  expect(server.now()).toBe(deviceMs + 4_000_010)
})
