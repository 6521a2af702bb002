import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { heartLimits } from '@kaimai/contract/room/hearts.rules.ts'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { type AnyLive, aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, serveRoom } from '../../../test/room-socket.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { createHeartStore } from './heart.store.ts'
import { createHeartWriter } from './heart-writer.ts'
import { createRoomHearts } from './room-hearts.ts'

type Viewer = Awaited<ReturnType<typeof joinRoom>>

const db = await sharedDatabase()
const beginAtMs = startOfTests.getTime()
let stage: RoomStage
let clock: ManualClock
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

const aLive = (given: AnyLive = {}) => aRoom(db, stage, { beginAtMs, endAtMs: beginAtMs + 600_000, ...given })
const flown = (viewer: Viewer) => viewer.state().hearts.all
const keptOf = async (liveId: string): Promise<{ second: number; count: number }[]> => {
  const { rows } = await db.raw(`select second, count from "roomHeart" where "liveId" = $1 order by second`, [liveId])
  return rows.map(({ second, count }) => ({ second: Number(second), count: Number(count) }))
}
/** A message has arrived when what was sent after it is answered. */
const settled = async (viewer: Viewer) => {
  const at = Math.random()
  viewer.send({ t: 'heartbeat', at })
  await viewer.until('an answer', () =>
    viewer.facts.some((fact) => fact.t === 'heartbeatAnswer' && fact.at === at) ? true : undefined,
  )
}

test('ROOM-931 Hearts of viewers on two nodes are seen by all of them, and kept as one sum a second without a row of the log', async () => {
  const bus = inProcessBus(silentLog)
  const live = await aLive()
  const one = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const two = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const [here, there] = [await joinRoom(one, live.streamId, 'here'), await joinRoom(two, live.streamId, 'there')]
  clock.advance(7_000)
  here.send({ t: 'heart', count: 3 })
  there.send({ t: 'heart', count: 4 })
  for (const viewer of [here, there]) await viewer.until('all hearts', () => (flown(viewer) === 7 ? true : undefined))
  expect(here.state().seq).toBe(0)
  await one.stop()
  await two.stop()
  expect(await keptOf(live.id)).toEqual([{ second: 7, count: 7 }])
})

test('ROOM-932 A flood of hearts is dropped in silence: others see a burst of it, and the connection that sends frame after frame ends', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const [loud, other] = [await joinRoom(server, live.streamId, 'loud'), await joinRoom(server, live.streamId, 'other')]
  for (let time = 0; time < 20; time += 1) loud.send({ t: 'heart', count: heartLimits.perMessage })
  await settled(loud)
  await other.until('a burst', () => (flown(other) === heartLimits.burst ? true : undefined))
  clock.advance(1_000)
  for (let time = 0; time < 5; time += 1) loud.send({ t: 'heart', count: heartLimits.perMessage })
  await settled(loud)
  await other.until('a second of it', () =>
    flown(other) === heartLimits.burst + heartLimits.perSecond ? true : undefined,
  )
  loud.send({ t: 'heart', count: heartLimits.perMessage + 1 })
  expect(await loud.closed()).toBe(4006)
  const again = await joinRoom(server, live.streamId, 'loud')
  for (let time = 0; time < 200 && again.isOpen(); time += 1) again.send({ t: 'heart', count: 1 })
  expect(await again.closed()).toBe(4006)
  await server.stop()
  expect((await keptOf(live.id)).reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(
    heartLimits.burst + heartLimits.perSecond,
  )
})

test('ROOM-933 Hearts count only while the live runs and allows them', async () => {
  for (const given of [
    { heartsAllowed: false },
    { beginAtMs: beginAtMs + 60_000, endAtMs: beginAtMs + 600_000, waitingMinutes: 30 },
  ]) {
    const live = await aLive(given)
    const server = await serveRoom(aRoomNode(db, stage, { clock }))
    const viewer = await joinRoom(server, live.streamId, 'device')
    viewer.send({ t: 'heart', count: 2 })
    await settled(viewer)
    clock.advance(1_000)
    await server.node.registry.beat()
    await server.stop()
    expect(flown(viewer)).toBe(0)
    expect(await keptOf(live.id)).toEqual([])
  }
})

test('ROOM-934 Simulated hearts fly for all at their time, marked where the firm discloses, and are never kept', async () => {
  const script: ScriptItem[] = [{ id: 'l1000.0000', atMs: 1_000, kind: 'hearts', count: 50, seconds: 1 }]
  for (const disclosure of [true, false]) {
    clock = manualClock(startOfTests)
    const live = await aLive({ script, disclosure })
    const server = await serveRoom(aRoomNode(db, stage, { clock }))
    const viewer = await joinRoom(server, live.streamId, 'device')
    clock.advance(1_500)
    await viewer.until('half of them', () => (flown(viewer) === 25 ? true : undefined))
    clock.advance(1_000)
    await viewer.until('all of them', () => (flown(viewer) === 50 ? true : undefined))
    expect(viewer.state().hearts.simulated).toBe(disclosure ? 50 : 0)
    await server.stop()
    expect(await keptOf(live.id)).toEqual([])
  }
})

test('ROOM-935 What is given equals what frames say and what is kept, whoever gives when, and who may not counts nowhere', () => {
  const acts = fc.array(
    fc.record({
      who: fc.nat(4),
      count: fc.integer({ min: 1, max: 10 }),
      passedMs: fc.nat(1_500),
      isTick: fc.boolean(),
    }),
    { maxLength: 120 },
  )
  fc.assert(
    fc.property(acts, (all) => {
      const own = manualClock(startOfTests)
      let [kept, passedOn] = [0, 0]
      const hearts = createRoomHearts({
        clock: own,
        show: () => ({ live: { beginAtMs, endAtMs: beginAtMs + 3_600_000 }, script: [], disclosure: true }),
        counts: (publicId) => publicId !== 'p0',
        given: (count) => void (kept += count),
        passOn: (count) => void (passedOn += count),
      })
      let [given, framed] = [0, 0]
      for (const { who, count, passedMs, isTick } of all) {
        own.advance(passedMs)
        const taken = hearts.give({ liveUserId: `u${who}`, publicId: `p${who}` }, count)
        if (who === 0) expect(taken).toBe(0)
        given += taken
        if (isTick) framed += hearts.take().hearts ?? 0
      }
      framed += hearts.take().hearts ?? 0
      expect([framed, kept, passedOn]).toEqual([given, given, given])
    }),
  )
})

test('ROOM-936 Sums that could not be written are kept and written later, each once; several nodes add up', async () => {
  const live = await aLive()
  const store = createHeartStore(db)
  let isAway = true
  const writer = createHeartWriter({
    add: async (sums) => {
      if (isAway) throw new Error('away')
      await store.add(sums)
    },
  })
  const place = { firmId: live.firmId, liveId: live.id }
  writer.add({ ...place, second: 3, count: 5 })
  await expect(writer.flush()).rejects.toThrow('away')
  writer.add({ ...place, second: 3, count: 2 })
  writer.add({ ...place, second: 65, count: 1 })
  isAway = false
  await writer.flush()
  await writer.flush()
  await store.add([{ ...place, second: 3, count: 10 }])
  expect(await keptOf(live.id)).toEqual([
    { second: 3, count: 17 },
    { second: 65, count: 1 },
  ])
  expect(await store.byMinute(live.firmId, live.id, 0)).toEqual([
    { minute: 0, count: 17 },
    { minute: 1, count: 1 },
  ])
  expect(await store.between(live.firmId, live.id, 0, 60_000)).toEqual([{ second: 3, count: 17 }])
  expect(await store.total(live.firmId, live.id)).toBe(18)
  const stranger = await aLive()
  expect(await store.total(stranger.firmId, live.id)).toBe(0)
})
