import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import { heartsBetween } from '@kaimai/contract/room/hearts.rules.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import {
  type AnyLive,
  aRoom,
  aRoomNode,
  type RoomNode,
  roomSecret,
  type RoomStage,
  roomStage,
  type StagedLive,
  startOfTests,
} from '../../../test/room-factory.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { databaseLimits } from '../../platform/rate-limits/database-limits.ts'
import { createConnectionStore } from '../live-hours/connection.store.ts'
import { createConnections } from '../room/connections.ts'
import { createReplay, type Replay, replayWatchers } from './replay.service.ts'
import { createReplayStore } from './replay.store.ts'
import { createHeartStore } from '../room/heart.store.ts'
import type { NewEntry } from '../room/room-log.ts'
import { roomShows } from '../room/room-shows.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let node: RoomNode
let replay: Replay
let cues: Cue[]
let videoMs: number | null
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  node = aRoomNode(db, stage, { clock })
  cues = []
  videoMs = null
  replay = createReplay({
    sources: { ...stage.sources, cues: async () => cues, videoMs: async () => videoMs },
    store: createReplayStore(db),
    platform: { clock, limits: databaseLimits(db, clock), secret: roomSecret, log: silentLog },
  })
})

const second = 1_000
const minute = 60 * second
const begin = startOfTests.getTime()
const end = begin + 12 * minute
const at = (ms: number) => clock.set(new Date(begin + ms))

/** A live of 12 minutes that begins now, with a replay for an hour after it. */
const aReplayed = (given: AnyLive = {}): Promise<StagedLive> =>
  aRoom(db, stage, { beginAtMs: begin, endAtMs: end, replayUntilMs: end + 60 * minute, ...given })

const person = () => ({ signupUserId: newId(), name: '小安', phone: '+886912345678', email: 'an@example.com' })
const aViewer = (live: StagedLive) => db.transaction((tx) => node.liveUsers.ensure(tx, live.firmId, live.id, person()))
const callerOf = ({ id, firmId, liveId }: Awaited<ReturnType<typeof aViewer>>) => ({ firmId, liveId, liveUserId: id })

const append = (live: StagedLive, event: NewEntry['event'], more: { held?: boolean; liveUserId?: string } = {}) =>
  node.roomLog.append(
    { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
    { event, liveUserId: more.liveUserId ?? null, key: newId(), held: more.held ?? false },
  )
const said = (text: string, userId = 'anybody') =>
  ({ kind: 'commented', user: { userId, name: userId, imgUrl: '', as: 'viewer' }, text }) as const
const textsOf = (events: readonly object[]) => events.flatMap((event) => ('text' in event ? [event.text] : []))

const heartsIn = ({ hearts }: Awaited<ReturnType<Replay['chunk']>>, fromMs: number, toMs: number) =>
  heartsBetween(hearts, fromMs, toMs)

describe('hearts in a replay', () => {
  test('REPLAY-46 Hearts fly at the second they were given, those of the script at theirs, and none where the live has none', async () => {
    const script = [{ id: 'l1', atMs: 2 * minute, kind: 'hearts', count: 60, seconds: 10 }] as const
    const live = await aReplayed({ script, disclosure: true })
    const place = { firmId: live.firmId, liveId: live.id }
    await createHeartStore(db).add([
      { ...place, second: 30, count: 7 },
      { ...place, second: 301, count: 4 },
    ])
    at(12 * minute)
    const [first, later] = [await replay.chunk(live.streamId, 0), await replay.chunk(live.streamId, 5 * minute)]
    expect(heartsIn(first, 29_000, 30_000)).toBe(0)
    expect(heartsIn(first, 30_000, 31_000)).toBe(7)
    expect(heartsIn(first, 2 * minute, 2 * minute + 5_000)).toBe(30)
    expect(heartsIn(later, 5 * minute, 6 * minute)).toBe(4)
    expect(first.hearts.filter(({ simulated }) => simulated)).toEqual([
      { atMs: 2 * minute, seconds: 10, count: 60, simulated: true },
    ])
    const quiet = await aReplayed({ script, heartsAllowed: false })
    await createHeartStore(db).add([{ firmId: quiet.firmId, liveId: quiet.id, second: 30, count: 7 }])
    expect((await replay.chunk(quiet.streamId, 0)).hearts).toEqual([])
  })
})

describe('what a replay shows', () => {
  test('REPLAY-7 It is there from the end until its day, and nowhere else; why not is said in words', async () => {
    const live = await aReplayed()
    const ask = () => replay.chunk(live.streamId, 0)
    at(0)
    await expect(ask()).rejects.toMatchObject({ errorName: 'notFound' })
    at(12 * minute)
    await expect(ask()).resolves.toMatchObject({ fromMs: 0, untilMs: replayChunkMs })
    at(72 * minute)
    await expect(ask()).rejects.toMatchObject({ errorName: 'gone', reason: roomErrors.replayClosed })
    const none = await aReplayed({ replayUntilMs: null })
    await expect(replay.chunk(none.streamId, 0)).rejects.toMatchObject({ errorName: 'gone' })
    const suspended = await aReplayed()
    stage.firms.set(suspended.firmId, { disclosure: true, isDemo: false, suspended: true })
    at(13 * minute)
    await expect(replay.chunk(suspended.streamId, 0)).rejects.toMatchObject({ errorName: 'notFound' })
    await expect(replay.chunk('unknown-room', 0)).rejects.toMatchObject({ errorName: 'notFound' })
  })

  test('REPLAY-8 It holds nothing that was held, was for one viewer or for the staff, was taken away, or said by who is muted', async () => {
    const live = await aReplayed()
    const viewer = await aViewer(live)
    at(minute)
    await append(live, said('大家好'))
    await append(live, said('攔下來的'), { held: true, liveUserId: viewer.id })
    await append(
      live,
      {
        kind: 'ordered',
        of: 1,
        user: { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' },
        outcome: 'held',
        lines: [],
        heldUntilMs: null,
        question: null,
        left: 0,
        said: '',
      },
      { held: true, liveUserId: viewer.id },
    )
    await append(live, { kind: 'acted', act: 'muted', by: { userId: 'm', name: '店長' } }, { held: true })
    const bad = await append(live, said('拿掉的'))
    const back = await append(live, said('又放回來的'))
    await append(live, said('被靜音的人說的', 'loud'))
    await append(live, said('後來解除的人說的', 'calm'))
    at(2 * minute)
    await append(live, { kind: 'removed', of: bad.seq })
    await append(live, { kind: 'removed', of: back.seq })
    await append(live, { kind: 'restored', of: back.seq })
    await append(live, { kind: 'muted', userId: 'loud' })
    await append(live, { kind: 'muted', userId: 'calm' })
    await append(live, { kind: 'unmuted', userId: 'calm' })
    await append(live, { kind: 'slowed', seconds: 30 })
    await append(live, { kind: 'roomChanged' })
    at(13 * minute)
    const { events } = await replay.chunk(live.streamId, 0)
    expect(textsOf(events)).toEqual(['大家好', '又放回來的', '後來解除的人說的'])
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['commented']))
    expect(JSON.stringify(events)).not.toMatch(/攔下來|拿掉|靜音|店長|acted|ordered/)
  })

  test('REPLAY-9 A comment that is taken away after the live is gone from its replay within five seconds', async () => {
    const live = await aReplayed()
    at(minute)
    const { seq } = await append(live, said('電話 0912345678'))
    at(13 * minute)
    expect(textsOf((await replay.chunk(live.streamId, 0)).events)).toHaveLength(1)
    await append(live, { kind: 'removed', of: seq })
    at(13 * minute + 5 * second)
    expect(textsOf((await replay.chunk(live.streamId, 0)).events)).toEqual([])
  })

  test('REPLAY-10 What was said in the waiting room is not played, but what stood shown at the begin is', async () => {
    const product = newId()
    const live = await aReplayed({ script: [{ id: 'c', atMs: 0, kind: 'callToAction', text: '免運' }] })
    at(-minute)
    await append(live, said('還沒開始'))
    await append(live, { kind: 'productShown', productId: product })
    await append(live, { kind: 'announced', user: said('').user, text: '稍等', untilMs: 30_000 })
    at(13 * minute)
    const chunk = await replay.chunk(live.streamId, 0)
    expect(textsOf(chunk.events)).toEqual(['免運'])
    expect(chunk.start).toMatchObject({ shown: [product], announcement: { text: '稍等', untilMs: 30_000 } })
    const next = await replay.chunk(live.streamId, 10 * minute)
    expect(next).toMatchObject({ fromMs: 10 * minute, untilMs: null })
    expect(next.start).toMatchObject({ shown: [product], announcement: null, callToAction: { text: '免運' } })
  })

  test('REPLAY-11 The script plays as the staff has cued it, and whoever is simulated is told apart as in the live', async () => {
    const script = ['a', 'b', 'c'].map((id, nth) => ({
      id,
      atMs: (nth + 1) * minute,
      kind: 'comment' as const,
      name: '阿美',
      imgUrl: '',
      text: id,
    }))
    const live = await aReplayed({ script, disclosure: false })
    cues = [
      { kind: 'skipped', itemId: 'a', fromMs: minute },
      { kind: 'moved', itemId: 'c', fromMs: 3 * minute, toMs: 90_000 },
    ]
    at(13 * minute)
    const { events } = await replay.chunk(live.streamId, 0)
    expect(events.map(({ ms, kind }) => [ms, kind])).toEqual([
      [90_000, 'commented'],
      [2 * minute, 'commented'],
    ])
    expect(events.map((event) => ('user' in event ? event.user.as : ''))).toEqual(['viewer', 'viewer'])
  })

  test('REPLAY-12 What simulated viewers look like in the room follows the live’s own word on disclosure', async () => {
    const showOf = roomShows(stage.sources)
    const sent = async (disclosure: boolean | null) => {
      const live = await aReplayed({ disclosure })
      return (await showOf(live.firmId, live.id))?.disclosure
    }
    expect([await sent(null), await sent(false), await sent(true)]).toEqual([true, false, true])
  })

  test('REPLAY-13 The chapters of a live that was extended end with its video', async () => {
    const products = [newId(), newId()]
    const script = products.map((productId, nth) => ({
      id: `${nth}`,
      kind: 'showProduct' as const,
      productId,
      atMs: (2 + 8 * nth) * minute,
    }))
    const live = await aReplayed({ script })
    stage.lives.set(live.id, { ...live, productIds: products })
    videoMs = 9 * minute
    at(13 * minute)
    const { chapters } = await replay.chunk(live.streamId, 0)
    expect(chapters).toEqual([{ ms: 2 * minute, productId: products[0] }])
  })

  test('REPLAY-14 A second after the end asks for the last piece; the same piece is the same for all', async () => {
    const live = await aReplayed()
    at(minute)
    await append(live, said('大家好'))
    at(13 * minute)
    const last = await replay.chunk(live.streamId, 500 * minute)
    expect([last.fromMs, last.untilMs]).toEqual([10 * minute, null])
    expect(await replay.chunk(live.streamId, 1)).toBe(await replay.chunk(live.streamId, 299_999))
    for (const event of last.events) if ('seq' in event) RealEvent.parse(event)
  })
})

const balance = (live: StagedLive) => node.metering.hoursBalance(live.firmId)
const charges = async (live: StagedLive) =>
  (await db.raw('select period, seconds from "liveHoursLedger" where "liveId" = $1 order by period', [live.id])).rows

describe('what a replay costs', () => {
  const watch = (live: StagedLive, viewer: Parameters<Replay['timeLog']>[0], playing = true, ip = '127.0.0.1') =>
    replay.timeLog(viewer, { streamId: live.streamId, playheadMs: 0, playing }, ip)

  test('REPLAY-15 The time between two calls counts by the server’s clock, at most 30 seconds of it, and not while paused', async () => {
    const live = await aReplayed()
    const viewer = callerOf(await aViewer(live))
    at(13 * minute)
    await watch(live, viewer)
    at(13 * minute + 15 * second)
    await watch(live, viewer)
    at(20 * minute)
    await watch(live, viewer, false)
    at(20 * minute + 15 * second)
    await watch(live, viewer)
    await replay.chargeDue()
    expect(await charges(live)).toEqual([{ period: 'replay-45', seconds: -45 }])
  })

  test('REPLAY-16 Charging again, or by two workers at once, charges nothing twice; what is watched later comes on top', async () => {
    const live = await aReplayed()
    const viewer = callerOf(await aViewer(live))
    at(13 * minute)
    for (const _ of [1, 2, 3]) {
      await watch(live, viewer)
      clock.advance(15 * second)
    }
    await Promise.all([replay.chargeDue(), replay.chargeDue(), replay.settle(live.firmId, live.id)])
    await replay.settle(live.firmId, live.id)
    expect(await balance(live)).toBe(-30)
    await watch(live, viewer)
    await replay.chargeDue()
    expect(await balance(live)).toBe(-45)
    expect((await replay.figures(live.firmId, [live.id])).get(live.id)).toEqual({ viewers: 1, seconds: 45 })
  })

  test('REPLAY-17 What the live cost and what its replay cost are counted apart and add up', async () => {
    const live = await aReplayed()
    const viewer = await aViewer(live)
    const here = createConnections({ store: createConnectionStore(db), clock, node: newId() })
    await append(live, said('開張'))
    here.arrived(callerOf(viewer))
    at(2 * minute)
    here.gone(callerOf(viewer))
    await here.flush()
    at(14 * minute)
    await node.metering.chargeDue()
    await watch(live, callerOf(viewer))
    clock.advance(20 * second)
    await watch(live, callerOf(viewer))
    await replay.chargeDue()
    await node.metering.settleLive(live.firmId, live.id)
    await replay.settle(live.firmId, live.id)
    expect((await charges(live)).map(({ seconds }) => seconds)).toEqual([-120, -20])
    expect(await balance(live)).toBe(-140)
  })

  test('REPLAY-18 A live that was extended charges its longer time only for who is still connected', async () => {
    const live = await aReplayed()
    const [stayed, left] = [callerOf(await aViewer(live)), callerOf(await aViewer(live))]
    const here = createConnections({ store: createConnectionStore(db), clock, node: newId() })
    await append(live, said('開張'))
    for (const viewer of [stayed, left]) here.arrived(viewer)
    at(11 * minute)
    stage.lives.set(live.id, { ...live, endAtMs: end + 8 * minute })
    at(12 * minute)
    here.gone(left)
    at(30 * minute)
    here.gone(stayed)
    await here.flush()
    await node.metering.chargeDue()
    expect(await balance(live)).toBe(-(12 + 20) * 60)
  })

  test('REPLAY-19 Demo rooms and YouTube replays cost nothing, and are counted all the same', async () => {
    const demo = await aReplayed()
    stage.firms.set(demo.firmId, { disclosure: true, isDemo: true, suspended: false })
    const youtube = await aReplayed({ platformType: 'youtube' })
    at(13 * minute)
    for (const live of [demo, youtube]) {
      const viewer = callerOf(await aViewer(live))
      await watch(live, viewer)
      clock.advance(10 * second)
      await watch(live, viewer)
      await replay.chargeDue()
      expect(await charges(live)).toEqual([])
      expect((await replay.figures(live.firmId, [live.id])).get(live.id)).toEqual({ viewers: 1, seconds: 10 })
    }
  })

  test('REPLAY-20 Only a viewer of that room may say so, and only while its replay is open', async () => {
    const [live, other] = [await aReplayed(), await aReplayed()]
    const viewer = callerOf(await aViewer(live))
    at(minute)
    await expect(watch(live, viewer)).rejects.toMatchObject({ errorName: 'notFound' })
    at(13 * minute)
    await expect(watch(other, viewer)).rejects.toMatchObject({ errorName: 'notFound' })
    at(72 * minute)
    await expect(watch(live, viewer)).rejects.toMatchObject({ errorName: 'gone' })
    expect(await replay.figures(live.firmId, [live.id, other.id])).toEqual(new Map())
  })

  test('REPLAY-21 However many windows of however many viewers say so, at most the time that went by counts for each', async () => {
    const live = await aReplayed({ replayUntilMs: end + 100_000 * minute })
    const viewers = [callerOf(await aViewer(live)), callerOf(await aViewer(live))]
    at(13 * minute)
    const calls = fc.array(
      fc.record({ who: fc.nat(1), afterMs: fc.integer({ min: 0, max: 60_000 }), playing: fc.boolean() }),
      { maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(calls, async (steps) => {
        await db.raw('delete from "replayWatch" where "liveId" = $1', [live.id])
        const last = new Map<number, { atMs: number; playing: boolean }>()
        let expected = 0
        for (const { who, afterMs, playing } of steps) {
          clock.advance(afterMs)
          const before = last.get(who)
          if (before?.playing) expected += Math.min(30_000, clock.ms() - before.atMs)
          last.set(who, { atMs: clock.ms(), playing })
          const viewer = viewers[who]
          if (viewer) await watch(live, viewer, playing)
        }
        const { seconds = 0, viewers: count = 0 } = (await replay.figures(live.firmId, [live.id])).get(live.id) ?? {}
        expect([seconds, count]).toEqual([Math.floor(expected / 1000), last.size])
      }),
      { numRuns: 15 },
    )
  })

  test('REPLAY-22 More viewers of one address than are charged cost nothing: not for one second, until an hour is over', async () => {
    const live = await aReplayed({ replayUntilMs: end + 1000 * minute })
    const max = replayWatchers.limit
    const viewers: ReturnType<typeof callerOf>[] = []
    for (let nth = 0; nth < max + 3; nth += 1) viewers.push(callerOf(await aViewer(live)))
    const [ip, other] = ['203.0.113.7', '203.0.113.8']
    const round = async (from: string) => {
      let refused = 0
      for (const viewer of viewers)
        await watch(live, viewer, true, from).catch((error: { errorName?: string }) => {
          if (error.errorName !== 'tooManyRequests') throw error
          refused += 1
        })
      return refused
    }
    at(13 * minute)
    expect(await round(ip)).toBe(3)
    clock.advance(20 * second)
    // Who is counted stays counted, and who is not stays out.
    expect(await round(ip)).toBe(3)
    await replay.chargeDue()
    expect(await balance(live)).toBe(-20 * max)
    // The crowd of one address is nothing to another one, and this machine's own is not counted.
    const [late] = viewers.slice(max)
    if (!late) throw new Error('no viewer')
    await watch(live, late, true, other)
    await expect(watch(live, late, true, ip)).rejects.toMatchObject({
      errorName: 'tooManyRequests',
      details: { retryAfterMs: expect.any(Number) },
    })
    for (const viewer of viewers) await watch(live, viewer, false)
    clock.advance(61 * minute)
    await watch(live, late, true, ip)
  })

  test('REPLAY-23 Viewers of one address who come at the same moment are counted all the same', async () => {
    const live = await aReplayed()
    const viewers = []
    for (let nth = 0; nth < replayWatchers.limit + 10; nth += 1) viewers.push(callerOf(await aViewer(live)))
    at(13 * minute)
    const said = await Promise.allSettled(viewers.map((viewer) => watch(live, viewer, true, '203.0.113.9')))
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(replayWatchers.limit)
    expect((await replay.figures(live.firmId, [live.id])).get(live.id)?.viewers).toBe(replayWatchers.limit)
  })

  test('REPLAY-24 One viewer is charged for at most three times the recording, however long it is left playing', async () => {
    const live = await aReplayed({ replayUntilMs: end + 10_000 * minute })
    const viewer = callerOf(await aViewer(live))
    at(13 * minute)
    for (let step = 0; step < 2 * 3 * 12 + 10; step += 1) {
      await watch(live, viewer)
      clock.advance(30 * second)
    }
    await replay.chargeDue()
    expect(await balance(live)).toBe(-3 * 12 * 60)
    // A recording that has become shorter gives nothing back.
    stage.lives.set(live.id, { ...live, endAtMs: begin + 6 * minute })
    await watch(live, viewer)
    await replay.chargeDue()
    expect(await balance(live)).toBe(-3 * 12 * 60)
    expect((await replay.figures(live.firmId, [live.id])).get(live.id)?.seconds).toBe(3 * 12 * 60)
  })
})
