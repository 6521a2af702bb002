import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { pinnedMessageRoutes } from '@kaimai/contract/control-room/pinned-message.routes.ts'
import { replayRoutes } from '@kaimai/contract/replay/replay.routes.ts'
import { replayAt } from '@kaimai/contract/replay/replay.rules.ts'
import { roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, anOpenRoom, aViewer, sharedControlRoom, type Viewer } from '../../../test/control-room.ts'
import { aVideo, inMinutes } from '../../../test/studio.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const seqOf = (fact: Awaited<ReturnType<Viewer['say']>>): number => {
  if (fact.t !== 'said') throw new Error(`refused: ${JSON.stringify(fact)}`)
  return fact.seq
}
const pin = (liveId: string, seq: number, by = owner) =>
  t.call(pinnedMessageRoutes.pin, { body: { liveId, seq } }, by.headers)
const unpin = (liveId: string, by = owner) => t.call(pinnedMessageRoutes.unpin, { query: { liveId } }, by.headers)
const pinned = (viewer: Viewer) => viewer.state().pinned?.text
const sees = (viewer: Viewer, text: string | undefined) =>
  viewer.until(`the pin ${text}`, () => pinned(viewer) === text || undefined)
const noData = { errorName: 'noData' }
const conflict = { errorName: 'conflict' }

test('CONTROL-ROOM-99 A pinned comment of a viewer is seen by all at every node and by who comes later, one at a time, until it is taken down', async () => {
  const live = await anOpenRoom(t, owner)
  const writer = await aViewer(t, port, live.streamId)
  const other = await aViewer(t, node.port, live.streamId)
  const staff = await aConnection(t, node.port, helper, live.id)
  const [first, second] = [seqOf(await writer.say('這個壺真的好用')), seqOf(await writer.say('回購第三次'))]
  await pin(live.id, first)
  await pin(live.id, first)
  for (const viewer of [writer, other]) await sees(viewer, '這個壺真的好用')
  expect(await staff.acted('pinned')).toMatchObject({ by: { name: '王小明' }, of: first })
  await pin(live.id, second, helper)
  for (const viewer of [writer, other]) await sees(viewer, '回購第三次')
  const late = await aViewer(t, node.port, live.streamId)
  expect(late.joined.pinned).toMatchObject({ of: second, text: '回購第三次', user: { name: '小美' } })
  const { pinned: shown } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  expect(shown).toMatchObject({ of: second })
  await unpin(live.id)
  await unpin(live.id)
  for (const viewer of [writer, other, late]) await sees(viewer, undefined)
  const { rows } = await t.platform.db.raw(
    `select action from audit where action in ('room.pin', 'room.unpin') order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['room.pin', 'room.pin', 'room.unpin'])
})

test('CONTROL-ROOM-100 A pin goes with its comment: taken away, muted or blocked; it is not back when those are, and its words are sent to nobody', async () => {
  const live = await anOpenRoom(t, owner)
  const writer = await aViewer(t, port, live.streamId)
  const other = await aViewer(t, node.port, live.streamId)
  const seq = seqOf(await writer.say('私訊我比較便宜'))
  const decide = (decision: 'remove' | 'restore') =>
    t.call(controlRoomRoutes.decide, { body: { liveId: live.id, seq, decision } }, owner.headers)
  await pin(live.id, seq)
  await sees(other, '私訊我比較便宜')
  await decide('remove')
  await sees(other, undefined)
  await expect(pin(live.id, seq)).rejects.toMatchObject(conflict)
  const late = await aViewer(t, node.port, live.streamId)
  expect(late.texts.join()).not.toContain('私訊我')
  await decide('restore')
  await other.sees('私訊我比較便宜')
  expect(pinned(other)).toBeUndefined()
  await pin(live.id, seq)
  await sees(other, '私訊我比較便宜')
  const mute = (muted: boolean) =>
    t.call(controlRoomRoutes.mute, { body: { liveId: live.id, userId: writer.userId, muted } }, owner.headers)
  await mute(true)
  await sees(other, undefined)
  await expect(pin(live.id, seq)).rejects.toMatchObject(conflict)
  await mute(false)
  await pin(live.id, seq)
  await sees(other, '私訊我比較便宜')
  await t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId: writer.userId } }, owner.headers)
  await sees(other, undefined)
})

test('CONTROL-ROOM-101 Only what all see can be pinned: no held comment before its release, none of the staff, none of another live', async () => {
  const live = await anOpenRoom(t, owner)
  await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
  const writer = await aViewer(t, port, live.streamId)
  const held = seqOf(await writer.say('這不是假貨'))
  await expect(pin(live.id, held)).rejects.toMatchObject(conflict)
  await t.call(controlRoomRoutes.decide, { body: { liveId: live.id, seq: held, decision: 'release' } }, owner.headers)
  await pin(live.id, held)
  await sees(writer, '這不是假貨')
  const { seq } = await t.call(
    controlRoomRoutes.sayAsSelf,
    { body: { liveId: live.id, id: 'staff-words-1', text: '歡迎' } },
    owner.headers,
  )
  await expect(pin(live.id, seq)).rejects.toMatchObject(noData)
  await expect(pin(live.id, 9_999)).rejects.toMatchObject(noData)
  const stranger = await t.aFirm()
  await expect(pin(live.id, held, stranger)).rejects.toMatchObject(noData)
  await expect(unpin(live.id, stranger)).rejects.toMatchObject(noData)
  const analyst = await t.aMember(owner, 'analyst')
  await expect(pin(live.id, held, analyst)).rejects.toMatchObject({ errorName: 'forbidden' })
  await expect(t.call(pinnedMessageRoutes.pin, { body: { liveId: live.id, seq: held } })).rejects.toMatchObject({
    errorName: 'sessionExpired',
  })
})

test('CONTROL-ROOM-102 A replay shows a pin from the second it was made to the second it went, and none of a comment that is gone', async () => {
  const videoId = await aVideo(t, owner, 60)
  const body = {
    liveName: '秋窯開窯夜',
    platformType: 'video' as const,
    videoId,
    beginAt: inMinutes(t, 1),
    replayMinutes: 1440,
    publish: true,
  }
  const live = await t.call(liveRoutes.create, { body }, owner.headers)
  t.clock.advance(60_000)
  const writer = await aViewer(t, port, live.streamId)
  const [kept, gone] = [seqOf(await writer.say('釉色好美')), seqOf(await writer.say('別家更便宜'))]
  t.clock.advance(10_000)
  await pin(live.id, kept)
  t.clock.advance(10_000)
  await pin(live.id, gone)
  t.clock.advance(5_000)
  await pin(live.id, kept)
  t.clock.advance(5_000)
  await unpin(live.id)
  await t.call(controlRoomRoutes.decide, { body: { liveId: live.id, seq: gone, decision: 'remove' } }, owner.headers)
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, owner.headers)
  t.clock.advance(600_000)
  const chunk = await t.call(replayRoutes.replay, { query: { streamId: live.streamId, fromMs: 0 } })
  const at = (ms: number) => replayAt(chunk, ms).pinned?.text
  expect([5, 12, 22, 27, 32].map((second) => at(second * 1000))).toEqual([
    undefined,
    '釉色好美',
    undefined,
    '釉色好美',
    undefined,
  ])
  expect(JSON.stringify(chunk)).not.toContain('別家更便宜')
})
