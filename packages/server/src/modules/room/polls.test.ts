import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { newestPoll, pollAt } from '@kaimai/contract/room/poll.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, serveRoom } from '../../../test/room-socket.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { createPollStore } from './poll.store.ts'

type Viewer = Awaited<ReturnType<typeof joinRoom>>

const db = await sharedDatabase()
const beginAtMs = startOfTests.getTime()
let stage: RoomStage
let clock: ManualClock
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

const asked = { question: '先介紹哪一件？', options: ['飯碗', '提梁壺', '圍裙'] }
const script: ScriptItem[] = [{ id: 'q10000.0000', atMs: 10_000, kind: 'poll', ...asked, seconds: 30 }]
const aLive = () => aRoom(db, stage, { beginAtMs, endAtMs: beginAtMs + 600_000, script })

const pollOf = (viewer: Viewer) => newestPoll(viewer.state().polls)
const opened = (viewer: Viewer) => viewer.until('a poll', () => pollOf(viewer)?.opened)
const closed = (viewer: Viewer) => viewer.until('its end', () => pollOf(viewer)?.closed)
const kindsIn = async (liveId: string) => {
  const { rows } = await db.raw(`select kind from "roomEvent" where "liveId" = $1 order by seq`, [liveId])
  return rows.map(({ kind }) => kind)
}
const vote = async (viewer: Viewer, poll: string, option: number) => {
  viewer.send({ t: 'vote', poll, option })
  await viewer.until('the vote', () => viewer.state().ownVote?.option === option || undefined)
}

test('ROOM-114 A poll of the script is opened once by two nodes and closed once, also when the one that opened it was killed', async () => {
  const bus = inProcessBus(silentLog)
  const live = await aLive()
  const one = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const two = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const [here, there] = [await joinRoom(one, live.streamId, 'here'), await joinRoom(two, live.streamId, 'there')]
  clock.advance(11_000)
  await Promise.all([one.node.registry.beat(), two.node.registry.beat()])
  const [mine, yours] = [await opened(here), await opened(there)]
  expect(mine).toMatchObject({ ...asked, untilMs: 40_000 })
  expect(yours).toEqual(mine)
  await vote(here, mine.poll, 0)
  await vote(there, mine.poll, 2)
  await one.stop()
  const three = await serveRoom(aRoomNode(db, stage, { bus, clock }))
  const late = await joinRoom(three, live.streamId, 'late')
  await three.node.registry.beat()
  expect(late.joined).toMatchObject({ poll: { opened: mine } })
  clock.advance(30_000)
  await Promise.all([two.node.registry.beat(), three.node.registry.beat()])
  for (const viewer of [there, late]) expect((await closed(viewer)).counts).toEqual([1, 0, 1])
  clock.advance(5_000)
  await Promise.all([two.node.registry.beat(), three.node.registry.beat()])
  await three.node.polls.closeDue()
  expect(await kindsIn(live.id)).toEqual(['pollOpened', 'pollClosed'])
  await two.stop()
  await three.stop()
})

test('ROOM-115 One vote a viewer counts, on whatever device, however often it is sent; the last one stands', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const phone = await joinRoom(server, live.streamId, 'a-device')
  const tab = await joinRoom(server, live.streamId, 'a-device')
  clock.advance(11_000)
  await server.node.registry.beat()
  const { poll } = await opened(phone)
  for (let time = 0; time < 1_000; time += 1) {
    if (!phone.isOpen()) break
    // Never for the one that is voted for at last, by which the other tab knows that it has heard of it.
    phone.send({ t: 'vote', poll, option: (time % 2) * 2 })
  }
  await phone.closed()
  clock.advance(10_000)
  const again = await joinRoom(server, live.streamId, 'a-device')
  await vote(again, poll, 1)
  await tab.until('the vote of the other device', () => tab.state().ownVote?.option === 1 || undefined)
  clock.advance(30_000)
  await server.node.registry.beat()
  expect((await closed(again)).counts).toEqual([0, 1, 0])
  again.send({ t: 'vote', poll, option: 0 })
  expect(await again.until('a refusal', () => again.state().ownVote?.refused)).toBe('投票已經結束')
  expect(again.state().ownVote?.option).toBe(1)
  again.send({ t: 'vote', poll, option: 9 })
  expect(await again.closed()).toBe(4006)
  await server.stop()
})

test('ROOM-990 A vote that is written late does not replace a later one, and its voter hears which one stands', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const viewer = await joinRoom(server, live.streamId, 'a-device')
  clock.advance(11_000)
  await server.node.registry.beat()
  const { poll } = await opened(viewer)
  await vote(viewer, poll, 1)
  const { firmId, id: liveId } = live
  const voter = await server.node.liveUsers.byPublicId(firmId, liveId, viewer.joined.you.userId)
  const late = { firmId, liveId, pollId: poll, liveUserId: voter?.id ?? '', option: 0 }
  expect(await createPollStore(db).vote(late, new Date(clock.ms() - 1))).toBe(1)
  clock.advance(30_000)
  await server.node.registry.beat()
  expect((await closed(viewer)).counts).toEqual([0, 1, 0])
  await server.stop()
})

test('ROOM-116 Five hundred viewers vote: all are counted, running counts come once a second, a late viewer gets them with its own vote', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const viewers: Viewer[] = []
  for (let at = 0; at < 500; at += 1) viewers.push(await joinRoom(server, live.streamId, `device-${at}`))
  clock.advance(11_000)
  await server.node.registry.beat()
  const [first] = viewers
  if (first === undefined) throw new Error('nobody came')
  const { poll } = await opened(first)
  const framesBefore = first.facts.filter((fact) => fact.t === 'frame' && fact.votes !== undefined).length
  for (const [at, viewer] of viewers.entries()) viewer.send({ t: 'vote', poll, option: at % 5 === 0 ? 1 : 0 })
  for (const viewer of viewers) await viewer.until('the vote', () => viewer.state().ownVote)
  await server.node.registry.beat()
  await first.until('the counts', () => first.state().votes?.counts[0] === 400 || undefined)
  const votesFrames = first.facts.filter((fact) => fact.t === 'frame' && fact.votes !== undefined).length
  expect(votesFrames - framesBefore).toBeLessThanOrEqual(10)
  const late = await joinRoom(server, live.streamId, 'device-5')
  expect(late.joined).toMatchObject({ votes: { poll, counts: [400, 100, 0] } })
  expect(await late.until('its vote', () => late.state().ownVote?.option)).toBe(1)
  const roomMs = clock.ms() - beginAtMs
  expect(pollAt(pollOf(late), late.state().votes, roomMs)).toMatchObject({ isOpen: true, counts: [400, 100, 0] })
  clock.advance(30_000)
  await server.node.registry.beat()
  expect((await closed(first)).counts).toEqual([400, 100, 0])
  await server.stop()
}, 60_000)

test('ROOM-117 A poll is opened where somebody sits, late by a node that was away, and closed where nobody sits any more', async () => {
  const live = await aLive()
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  clock.advance(30_000)
  await server.node.registry.beat()
  expect(await kindsIn(live.id)).toEqual([])
  const viewer = await joinRoom(server, live.streamId, 'late')
  await server.node.registry.beat()
  expect((await opened(viewer)).untilMs).toBe(40_000)
  await vote(viewer, (await opened(viewer)).poll, 1)
  await server.stop()
  clock.advance(30_000)
  const worker = aRoomNode(db, stage, { clock })
  await worker.polls.closeDue()
  await worker.polls.closeDue()
  expect(await kindsIn(live.id)).toEqual(['pollOpened', 'pollClosed'])
  const { rows } = await db.raw(`select counts, published from poll where "liveId" = $1`, [live.id])
  expect(rows).toEqual([{ counts: [0, 1, 0], published: true }])
})
