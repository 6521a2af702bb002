import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aBlacklist } from '../../../test/block-factory.ts'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, type Line, type RoomServer, resumeRoom, serveRoom } from '../../../test/room-socket.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let servers: RoomServer[]

beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
})

const twoNodes = async (): Promise<[RoomServer, RoomServer]> => {
  const bus = inProcessBus(silentLog)
  const [one, two] = [
    await serveRoom(aRoomNode(db, stage, { clock, bus })),
    await serveRoom(aRoomNode(db, stage, { clock, bus })),
  ]
  servers.push(one, two)
  return [one, two]
}

const seen = (line: Pick<Line, 'state'>): string[] =>
  seenEvents(line.state()).flatMap((event) => ('text' in event && event.text !== undefined ? [event.text] : []))

const viewerOf = async (server: RoomServer, streamId: string, key: string) => {
  const user = await server.node.liveUsers.byViewerKey(streamId, key)
  if (user === undefined) throw new Error('no such viewer')
  return user
}

test('BLOCK-20 What a blocked viewer said is gone for all who are there, at every node, and back when it is undone', async () => {
  const [one, two] = await twoNodes()
  const live = await aRoom(db, stage)
  const bad = await joinRoom(one, live.streamId, 'bad')
  const here = await joinRoom(one, live.streamId, 'here')
  const there = await joinRoom(two, live.streamId, 'there')
  bad.send({ t: 'say', id: 'message-1', text: '買一送十！加我私訊' })
  here.send({ t: 'say', id: 'message-2', text: '想看碗底' })
  await there.comment('買一送十！加我私訊')
  await there.comment('想看碗底')
  await here.comment('買一送十！加我私訊')
  const list = aBlacklist(db, stage, two.node)
  const blockId = await list.bar(await viewerOf(one, live.streamId, bad.viewerKey))
  expect(await bad.closed()).toBe(closeCodes.blocked)
  for (const line of [here, there])
    await line.until('hidden', () => (seen(line).join() === '想看碗底' ? true : undefined))
  await list.letIn(live.firmId, blockId)
  for (const line of [here, there]) await line.until('back', () => (seen(line).length === 2 ? true : undefined))
})

test('BLOCK-21 A later viewer never receives what a blocked viewer said: not on joining, on return, nor in the history', async () => {
  const [one, two] = await twoNodes()
  const live = await aRoom(db, stage)
  const bad = await joinRoom(one, live.streamId, 'bad')
  const before = await joinRoom(one, live.streamId, 'before')
  const left = { seq: before.state().seq, heardAtMs: before.state().heardAtMs }
  before.end()
  bad.send({ t: 'say', id: 'message-1', text: '假貨' })
  await bad.fact('said')
  bad.send({ t: 'say', id: 'message-2', text: '都是假貨' })
  await bad.fact('said', 1)
  await aBlacklist(db, stage, one.node).bar(await viewerOf(one, live.streamId, bad.viewerKey))
  await bad.closed()
  const witness = await joinRoom(two, live.streamId, 'witness')
  await witness.until('muted', () => (witness.state().muted.length === 1 ? true : undefined))
  const late = await joinRoom(two, live.streamId, 'late')
  expect(late.state().muted).toHaveLength(1)
  const returned = await resumeRoom(two, before.joined.resume, left)
  await returned.fact('joined')
  for (const line of [late, returned]) expect(line.texts.join()).not.toContain('假貨')
  const user = await viewerOf(two, live.streamId, late.viewerKey)
  const caller = { kind: 'viewer', firmId: user.firmId, liveId: user.liveId, liveUserId: user.id } as const
  const { events } = await two.node.rooms.history(caller, live.streamId, 1_000, 50)
  expect(events.map(({ kind }) => kind)).toEqual(['muted'])
})

test('BLOCK-22 A permanent block ends the connections of that browser in every running room of the firm', async () => {
  const [one, two] = await twoNodes()
  const live = await aRoom(db, stage)
  const other = await aRoom(db, stage, {}, live.firmId)
  const foreign = await aRoom(db, stage)
  const here = await joinRoom(one, live.streamId, 'same browser')
  const there = await joinRoom(two, other.streamId, 'same browser')
  const elsewhere = await joinRoom(two, foreign.streamId, 'same browser')
  const list = aBlacklist(db, stage, one.node)
  const id = await list.bar(await viewerOf(one, live.streamId, here.viewerKey))
  expect(await here.closed()).toBe(closeCodes.blocked)
  expect(there.isOpen()).toBe(true)
  const caller = { firm: { id: live.firmId, userId: live.firmId, userName: '小編' }, ip: '', personal: true }
  await list.service.makePermanent(caller, id)
  expect(await there.closed()).toBe(closeCodes.blocked)
  expect(elsewhere.isOpen()).toBe(true)
})
