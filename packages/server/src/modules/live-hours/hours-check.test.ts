import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomNode, roomStage, type RoomStage, startOfTests } from '../../../test/room-factory.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createConnections } from '../room/connections.ts'
import { createRoomStore } from '../room/room.store.ts'
import { createConnectionStore } from './connection.store.ts'
import { createHoursCheck } from './hours-check.ts'

const db = await sharedDatabase()
const minute = 60_000
const begin = startOfTests.getTime()
let stage: RoomStage
let clock: ManualClock
let node: RoomNode
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  node = aRoomNode(db, stage, { clock })
})

const at = (ms: number) => clock.set(new Date(begin + ms))

/** A live of 12 minutes that begins now, as rooms and the database know it. */
const aMeteredRoom = async () => {
  const live = await aRoom(db, stage, { beginAtMs: begin, endAtMs: begin + 12 * minute })
  await db.raw(`update live set "beginAt" = $2, "endAt" = $3, "platformType" = 'video' where id = $1`, [
    live.id,
    new Date(begin),
    new Date(begin + 12 * minute),
  ])
  await createRoomStore(db).open(live.firmId, live.id, clock.now())
  return live
}
type Live = Awaited<ReturnType<typeof aMeteredRoom>>

/** What the check says of a live, and how often it warned of it. */
const checked = async ({ id }: Live) => {
  const alarms: unknown[] = []
  const log = {
    error: (facts: unknown) => {
      if (typeof facts === 'object' && facts !== null && 'liveId' in facts && facts.liveId === id) alarms.push(facts)
    },
  }
  await createHoursCheck({ db, clock, log }).run()
  const { rows } = await db.raw('select watched, charged from "liveHoursCheck" where "liveId" = $1', [id])
  return { sums: rows[0], alarms: alarms.length }
}

test('LIVE-HOURS-200 Whoever comes and goes when, in however many tabs, what was charged is what a recount by spans finds', async () => {
  const visit = fc.record({ viewer: fc.nat(2), from: fc.integer({ min: -120, max: 700 }), length: fc.nat(300) })
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { maxLength: 8 }), async (visits) => {
      at(0)
      const live = await aMeteredRoom()
      const viewers = [newId(), newId(), newId()]
      const rows = visits.map(({ viewer, from, length }) => ({
        id: newId(),
        firmId: live.firmId,
        liveId: live.id,
        liveUserId: viewers[viewer] ?? newId(),
        node: 'test',
        uncharged: false,
        openedAt: new Date(begin + from * 1000),
        lastSeenAt: new Date(begin + (from + length) * 1000 + 250),
        closedAt: new Date(begin + (from + length) * 1000 + 250),
      }))
      await createConnectionStore(db).insert(rows)
      at(14 * minute)
      await node.metering.settleLive(live.firmId, live.id)
      at(90 * minute)
      const { sums, alarms } = await checked(live)
      expect(sums?.['watched']).toBe(sums?.['charged'])
      expect(alarms).toBe(0)
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('LIVE-HOURS-201 A ledger that is a second off raises an alarm, once', async () => {
  const live = await aMeteredRoom()
  const here = createConnections({ store: createConnectionStore(db), clock, node: newId() })
  const viewer = { firmId: live.firmId, liveId: live.id, liveUserId: newId() }
  here.arrived(viewer)
  at(2 * minute)
  here.gone(viewer)
  await here.flush()
  at(14 * minute)
  await node.metering.settleLive(live.firmId, live.id)
  await db.raw('update "liveHoursLedger" set seconds = seconds - 1 where "liveId" = $1', [live.id])
  expect(await checked(live)).toEqual({ sums: undefined, alarms: 0 })
  at(90 * minute)
  expect(await checked(live)).toEqual({ sums: { watched: 120, charged: 121 }, alarms: 1 })
  expect(await checked(live)).toEqual({ sums: { watched: 120, charged: 121 }, alarms: 0 })
})
