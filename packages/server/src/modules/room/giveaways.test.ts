import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { commitmentOf, drawWinners, newestGiveaway } from '@kaimai/contract/room/giveaway.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, serveRoom } from '../../../test/room-socket.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'

type Viewer = Awaited<ReturnType<typeof joinRoom>>

const db = await sharedDatabase()
const beginAtMs = startOfTests.getTime()
let stage: RoomStage
let clock: ManualClock
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

const offer = { prize: '筷架', word: '開窯', winners: 2 }
const script: ScriptItem[] = [{ id: 'g10000.0000', atMs: 10_000, kind: 'giveaway', ...offer, seconds: 30 }]
const aLive = (given: object = {}) => aRoom(db, stage, { beginAtMs, endAtMs: beginAtMs + 600_000, script, ...given })
const giveawayOf = (viewer: Viewer) => newestGiveaway(viewer.state().giveaways)
const opened = (viewer: Viewer) => viewer.until('a giveaway', () => giveawayOf(viewer)?.opened)
const drawn = (viewer: Viewer) => viewer.until('its draw', () => giveawayOf(viewer)?.drawn)
const say = async (viewer: Viewer, id: string, text: string) => {
  viewer.send({ t: 'say', id: `message-${id}`, text })
  await viewer.until(`the answer to ${id}`, () =>
    viewer.facts.some((fact) => fact.t === 'said' && fact.id === `message-${id}`) ? true : undefined,
  )
}
const kindsIn = async (liveId: string) => {
  const { rows } = await db.raw(
    `select kind from "roomEvent" where "liveId" = $1 and kind like 'giveaway%' order by seq`,
    [liveId],
  )
  return rows.map(({ kind }) => kind)
}
const placeOf = ({ id, firmId }: { id: string; firmId: string }) => ({ firmId, liveId: id, beginAtMs })
const mute = (node: RoomNode, live: { id: string; firmId: string }, userId: string) =>
  node.roomLog.append(placeOf(live), { event: { kind: 'muted', userId }, liveUserId: null, key: `mute ${userId}` })

test('ROOM-111 A giveaway of the script is opened once and drawn once by two nodes, also when the one that opened it was killed, and anybody draws the same', async () => {
  const bus = inProcessBus(silentLog)
  const live = await aLive()
  const one = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const two = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const early = await joinRoom(two, live.streamId, 'too-early')
  await say(early, 'early', '開窯')
  const there = await Promise.all(['a', 'b', 'c', 'd'].map((device) => joinRoom(two, live.streamId, device)))
  const here = await joinRoom(one, live.streamId, 'here')
  clock.advance(11_000)
  await Promise.all([one.node.registry.beat(), two.node.registry.beat()])
  const giveaway = await opened(here)
  expect(giveaway).toMatchObject({ ...offer, untilMs: 40_000 })
  const [a, b, c, d] = there
  if (!a || !b || !c || !d) throw new Error('somebody is missing')
  await say(here, 'here', '我也要 開 窯！')
  await one.stop()
  for (const [at, viewer] of [a, b, c].entries()) await say(viewer, `said-${at}`, '開窯')
  await say(a, 'again', '開窯開窯')
  await say(d, 'another', '晚安')
  await two.node.registry.beat()
  await a.until('the count', () => (a.state().entrants?.entrants === 4 ? true : undefined))
  const late = await joinRoom(two, live.streamId, 'late')
  expect(late.joined).toMatchObject({ giveaway: { opened: giveaway }, entrants: { entrants: 4 } })
  const three = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const elsewhere = await joinRoom(three, live.streamId, 'elsewhere')
  clock.advance(29_500)
  await two.node.registry.beat()
  expect(giveawayOf(a)?.drawn).toBeUndefined()
  clock.advance(1_000)
  await Promise.all([two.node.registry.beat(), three.node.registry.beat()])
  const result = await drawn(late)
  expect(await drawn(elsewhere)).toEqual(result)
  const ids = [here, a, b, c].map((viewer) => viewer.joined.you.userId)
  const again = await drawWinners(result.seed, ids, offer.winners)
  expect(result.winners.map(({ userId }) => userId)).toEqual(again.winners)
  expect(result).toMatchObject({ entrants: 4, digest: again.digest })
  expect(await commitmentOf(result.seed)).toBe(giveaway.commitment)
  await three.node.giveaways.drawDue()
  expect(await kindsIn(live.id)).toEqual(['giveawayOpened', 'giveawayDrawn'])
  await two.stop()
  await three.stop()
})

test('ROOM-112 Who is muted, whose comment was taken away or held, and virtual users take no part; fewer than winners all win', async () => {
  const live = await aLive({ bannedKeywords: ['賴'] })
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const [good, muted, removed, held] = [
    await joinRoom(server, live.streamId, 'good'),
    await joinRoom(server, live.streamId, 'muted'),
    await joinRoom(server, live.streamId, 'removed'),
    await joinRoom(server, live.streamId, 'held'),
  ]
  clock.advance(11_000)
  await server.node.registry.beat()
  await opened(good)
  await say(good, 'good', '開窯')
  await say(muted, 'muted', '開窯')
  await say(removed, 'removed', '開窯')
  await say(held, 'held', '開窯 加賴')
  const user = { userId: 'virtual', name: '小美', imgUrl: '', as: 'viewer' as const }
  await server.node.roomLog.append(placeOf(live), {
    event: { kind: 'commented', user, text: '開窯' },
    liveUserId: null,
    key: 'virtual',
  })
  const of = await good.until('the comment', () =>
    good.state().events.find((event) => event.kind === 'commented' && event.user.name === 'removed'),
  )
  await server.node.roomLog.append(placeOf(live), {
    event: { kind: 'removed', of: 'seq' in of ? of.seq : 0 },
    liveUserId: null,
    key: 'remove',
  })
  await mute(server.node, live, muted.joined.you.userId)
  await server.node.registry.beat()
  await good.until('the count', () => (good.state().entrants?.entrants === 1 ? true : undefined))
  clock.advance(31_000)
  await server.node.registry.beat()
  expect(await drawn(good)).toMatchObject({ entrants: 1, winners: [{ userId: good.joined.you.userId, name: 'good' }] })
  await server.stop()
})

test('ROOM-113 A giveaway without anybody says so, and one whose room is empty is drawn all the same', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  clock.advance(12_000)
  await server.node.registry.beat()
  expect(await kindsIn(live.id)).toEqual([])
  await joinRoom(server, live.streamId, 'alone')
  await server.node.registry.beat()
  await server.stop()
  clock.advance(60_000)
  const worker = aRoomNode(db, stage, { clock })
  await worker.giveaways.drawDue()
  await worker.giveaways.drawDue()
  expect(await kindsIn(live.id)).toEqual(['giveawayOpened', 'giveawayDrawn'])
  const { rows } = await db.raw(`select payload from "roomEvent" where "liveId" = $1 and kind = 'giveawayDrawn'`, [
    live.id,
  ])
  expect(rows).toMatchObject([{ payload: { entrants: 0, winners: [] } }])
})
