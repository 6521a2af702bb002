import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { recordStatements } from '../../../test/explain.ts'
import {
  type AnyLive,
  aFirmRow,
  aRoom,
  aRoomNode,
  type RoomNode,
  type RoomStage,
  roomStage,
  type StagedLive,
  startOfTests,
} from '../../../test/room-factory.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createConnectionStore } from './connection.store.ts'
import { createConnections } from '../room/connections.ts'
import { createRoomStore } from '../room/room.store.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let node: RoomNode
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  node = aRoomNode(db, stage, { clock })
})

const second = 1_000
const minute = 60 * second
const begin = startOfTests.getTime()

/** A live of 12 minutes that begins now. */
const aMeteredRoom = async (given: AnyLive = {}): Promise<StagedLive> => {
  const live = await aRoom(db, stage, { beginAtMs: begin, endAtMs: begin + 12 * minute, ...given })
  await createRoomStore(db).open(live.firmId, live.id, clock.now())
  return live
}
const presences = (name: string = newId()) => createConnections({ store: createConnectionStore(db), clock, node: name })
const viewing = (live: StagedLive, liveUserId: string = newId()) => ({
  firmId: live.firmId,
  liveId: live.id,
  liveUserId,
})
const at = (ms: number) => clock.set(new Date(begin + ms))
const balance = (live: StagedLive) => node.metering.hoursBalance(live.firmId)
const charges = async (live: StagedLive) =>
  (
    await db.raw('select period, seconds from "liveHoursLedger" where "liveId" = $1 order by "createdAt", period', [
      live.id,
    ])
  ).rows

describe('presences', () => {
  test('LIVE-HOURS-4 Are written in batches, and end when the viewer goes', async () => {
    const live = await aMeteredRoom()
    const here = presences()
    const viewer = viewing(live)
    here.arrived(viewer)
    at(20 * second)
    await here.flush()
    at(70 * second)
    here.gone(viewer)
    at(75 * second)
    await here.flush()
    const { rows } = await db.raw('select "openedAt", "lastSeenAt", "closedAt" from connection where "liveId" = $1', [
      live.id,
    ])
    expect(rows).toHaveLength(1)
    expect(Object.values(rows[0] ?? {})).toEqual([0, 70, 70].map((s) => new Date(begin + s * second)))
  })

  test('LIVE-HOURS-13 Of a whole hall go to the database 250 at a time, and none is left out', async () => {
    const live = await aMeteredRoom()
    const here = presences()
    const viewers = Array.from({ length: 620 }, () => viewing(live))
    const sizesOf = async (work: () => Promise<unknown>, table: RegExp) =>
      (await recordStatements(work))
        .filter(({ text }) => table.test(text))
        .map(({ values }) => Math.max(...values.filter(Array.isArray).map(({ length }) => length)))
    for (const viewer of viewers) here.arrived(viewer)
    at(20 * second)
    expect(await sizesOf(() => here.flush(), /insert into connection/)).toEqual([250, 250, 120])
    at(35 * second)
    expect(await sizesOf(() => here.flush(), /^\s*update connection set "lastSeenAt"/)).toEqual([250, 250, 120])
    at(70 * second)
    for (const viewer of viewers) here.gone(viewer)
    at(75 * second)
    expect(await sizesOf(() => here.flush(), /update connection set "closedAt"/)).toEqual([250, 250, 120])
    const { rows } = await db.raw(
      'select count(distinct "liveUserId")::int as viewers, min("closedAt") as first, max("closedAt") as last from connection where "liveId" = $1',
      [live.id],
    )
    const gone = new Date(begin + 70 * second)
    expect(rows).toEqual([{ viewers: 620, first: gone, last: gone }])
  })

  test('LIVE-HOURS-5 Of a killed node end when they were last written', async () => {
    const live = await aMeteredRoom()
    const killed = presences()
    killed.arrived(viewing(live))
    at(15 * second)
    await killed.flush()
    at(30 * second)
    await killed.flush()
    // Killed here: nothing is written any more.
    at(13 * minute)
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-30)
  })

  test('LIVE-HOURS-6 That could not be written are written later, each once, while more arrive', async () => {
    const live = await aMeteredRoom()
    const store = createConnectionStore(db)
    let away = true
    const here = createConnections({
      store: { ...store, insert: (rows) => (away ? Promise.reject(new Error('away')) : store.insert(rows)) },
      clock,
      node: newId(),
    })
    for (let i = 0; i < 3; i += 1) here.arrived(viewing(live))
    await expect(here.flush()).rejects.toThrow('away')
    away = false
    const flushing = here.flush()
    here.arrived(viewing(live))
    await flushing
    await here.flush()
    const { rows } = await db.raw('select id from connection where "liveId" = $1', [live.id])
    expect(rows).toHaveLength(4)
  })

  test('LIVE-HOURS-300 Of a hall of a thousand who came and went is one statement each, and who stays costs none in between', async () => {
    const live = await aMeteredRoom()
    const here = presences()
    const viewers = Array.from({ length: 1_000 }, () => viewing(live))
    for (const viewer of viewers) here.arrived(viewer)
    await here.flush()
    expect(here.hasChanges()).toBe(false)
    expect(await recordStatements(() => here.flushChanges())).toEqual([])
    for (const viewer of viewers.slice(0, 30)) here.gone(viewer)
    for (let each = 0; each < 20; each += 1) here.arrived(viewing(live))
    expect(here.hasChanges()).toBe(true)
    const written = await recordStatements(() => here.flushChanges())
    expect(written.map(({ text }) => /^with (\w+)/.exec(text.trim())?.[1])).toEqual(['opened', 'closed'])
    const { rows } = await db.raw(
      `select count(*) filter (where "closedAt" is null)::int as here, count("closedAt")::int as gone
       from connection where "liveId" = $1`,
      [live.id],
    )
    expect(rows).toEqual([{ here: 990, gone: 30 }])
  })

  test('LIVE-HOURS-301 Who goes while others are written is written when the flush of a stopping server is over', async () => {
    const live = await aMeteredRoom()
    const store = createConnectionStore(db)
    const { promise: mayClose, resolve: close } = Promise.withResolvers<void>()
    const { promise: isClosing, resolve: closes } = Promise.withResolvers<void>()
    const here = createConnections({
      store: {
        ...store,
        close: async (closed) => {
          closes()
          await mayClose
          await store.close(closed)
        },
      },
      clock,
      node: newId(),
    })
    const [first, last] = [viewing(live), viewing(live)]
    here.arrived(first)
    here.arrived(last)
    here.gone(first)
    const writing = here.flushChanges()
    await isClosing
    here.gone(last)
    const stopping = here.flush()
    close()
    await Promise.all([writing, stopping])
    const { rows } = await db.raw('select count("closedAt")::int as gone from connection where "liveId" = $1', [
      live.id,
    ])
    expect(rows).toEqual([{ gone: 2 }])
  })
})

describe('the charge of viewing time', () => {
  test('LIVE-HOURS-7 Is the union of each viewer over tabs and nodes, within the live, in 5-minute parts and at the end', async () => {
    const live = await aMeteredRoom()
    const [one, two] = [presences(), presences()]
    const [ann, bob] = [viewing(live), viewing(live)]
    at(-2 * minute)
    one.arrived(ann)
    at(1 * minute)
    two.arrived(ann)
    one.arrived(bob)
    at(2 * minute)
    one.gone(bob)
    at(4 * minute)
    one.gone(ann)
    const flush = () => Promise.all([one.flush(), two.flush()])
    at(5 * minute)
    await flush()
    await node.metering.chargeDue()
    // Ann 5 minutes of which the waiting room does not count, Bob one.
    expect(await charges(live)).toEqual([{ period: '1', seconds: -360 }])
    at(7 * minute)
    await node.metering.chargeDue()
    expect(await charges(live)).toHaveLength(1)
    at(8 * minute)
    two.gone(ann)
    at(10 * minute + 5 * second)
    await flush()
    await node.metering.chargeDue()
    one.arrived(bob)
    at(20 * minute)
    await flush()
    await node.metering.chargeDue()
    expect(await charges(live)).toEqual([
      { period: '1', seconds: -360 },
      { period: '2', seconds: -180 },
      { period: `end-${live.endAtMs}`, seconds: -115 },
    ])
    expect(await balance(live)).toBe(-655)
  })

  test('LIVE-HOURS-8 Counts each part once, whoever charges and however often', async () => {
    const live = await aMeteredRoom()
    const here = presences()
    here.arrived(viewing(live))
    at(6 * minute)
    await here.flush()
    const other = aRoomNode(db, stage, { clock })
    await Promise.all([
      node.metering.chargeDue(),
      other.metering.chargeDue(),
      node.metering.settleLive(live.firmId, live.id),
    ])
    await node.metering.chargeDue()
    expect(await charges(live)).toEqual([{ period: '1', seconds: -300 }])
    at(30 * minute)
    await here.flush()
    await Promise.all([node.metering.chargeDue(), other.metering.chargeDue()])
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-12 * 60)
  })

  test('LIVE-HOURS-9 Makes good what a late presence or a moved end has changed', async () => {
    const live = await aMeteredRoom()
    const here = presences()
    here.arrived(viewing(live))
    at(4 * minute + 50 * second)
    await here.flush()
    at(5 * minute + second)
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-290)
    at(14 * minute)
    await here.flush()
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-720)
    // Prolonged after it had been settled; the viewer is still there, and another comes.
    stage.lives.set(live.id, { ...live, endAtMs: begin + 20 * minute })
    await createRoomStore(db).open(live.firmId, live.id, clock.now())
    at(22 * minute)
    await here.flush()
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-20 * 60)
  })

  test('LIVE-HOURS-10 Leaves out demo firms, YouTube and lives that were cancelled before they began', async () => {
    const demo = await aMeteredRoom()
    stage.firms.set(demo.firmId, { disclosure: true, isDemo: true, suspended: false })
    const youtube = await aMeteredRoom({ platformType: 'youtube' })
    const cancelled = await aMeteredRoom({ cancelledAtMs: begin - minute })
    const cancelledLater = await aMeteredRoom({ cancelledAtMs: begin + 2 * minute })
    const lives = [demo, youtube, cancelled, cancelledLater]
    const here = presences()
    for (const live of lives) here.arrived(viewing(live))
    for (const ms of [6 * minute, 20 * minute]) {
      at(ms)
      await here.flush()
      await node.metering.chargeDue()
    }
    expect(await Promise.all(lives.map(balance))).toEqual([0, 0, 0, -120])
    const { rows } = await db.raw('select settled from room where "liveId" = any($1)', [lives.map(({ id }) => id)])
    expect(rows.every(({ settled }) => settled === true)).toBe(true)
  })

  test('LIVE-HOURS-11 One live that cannot be charged does not keep the others from it', async () => {
    const [bad, good] = [await aMeteredRoom(), await aMeteredRoom()]
    const find = stage.sources.lives.find
    const broken = aRoomNode(
      db,
      {
        ...stage,
        sources: {
          ...stage.sources,
          lives: {
            ...stage.sources.lives,
            find: (firmId, liveId) => (liveId === bad.id ? Promise.reject(new Error('no')) : find(firmId, liveId)),
          },
        },
      },
      { clock },
    )
    const here = presences()
    here.arrived(viewing(good))
    at(6 * minute)
    await here.flush()
    await broken.metering.chargeDue()
    expect(await balance(good)).toBe(-300)
  })

  test('LIVE-HOURS-12 The balance is the sum of what was added and charged, and the same entry counts once', async () => {
    const firmId = await aFirmRow(db)
    const add = (kind: 'topUp' | 'expiry' | 'correction', key: string, seconds: number) =>
      node.metering.addHours(firmId, { kind, key, seconds })
    expect(await node.metering.hoursBalance(firmId)).toBe(0)
    expect(await add('topUp', 'order-1', 3_600)).toBe(true)
    expect(await add('topUp', 'order-1', 3_600)).toBe(false)
    expect(await add('correction', 'order-1', -600)).toBe(true)
    expect(await node.metering.hoursBalance(firmId)).toBe(3_000)
    expect(await node.metering.hoursBalance(newId())).toBe(0)
    // Inside somebody's transaction that fails, nothing was added.
    await expect(
      db.transaction(async (tx) => {
        await node.metering.addHours(firmId, { kind: 'topUp', key: 'order-2', seconds: 1 }, tx)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await node.metering.hoursBalance(firmId)).toBe(3_000)
  })
})
