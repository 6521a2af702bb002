import { manyCommentsRoutes } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { staffLineRoutes } from '@kaimai/contract/control-room/staff-line.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, anOpenRoom, aViewer, pass, sharedControlRoom, type Viewer } from '../../../test/control-room.ts'
import { aProduct } from '../../../test/studio.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const seqOf = (fact: Awaited<ReturnType<Viewer['say']>>): number => {
  if (fact.t !== 'said') throw new Error(`refused: ${JSON.stringify(fact)}`)
  return fact.seq
}
const sayToStaff = (liveId: string, id: string, text: string, by = owner) =>
  t.call(staffLineRoutes.say, { body: { liveId, id, text } }, by.headers)
const lineOf = (liveId: string, by = owner) => t.call(staffLineRoutes.list, { query: { liveId } }, by.headers)

test('CONTROL-ROOM-103 What the staff say among themselves reaches the staff at every node, and no viewer, history or comment list', async () => {
  const live = await anOpenRoom(t, owner)
  const viewer = await aViewer(t, node.port, live.streamId)
  const staff = await aConnection(t, node.port, helper, live.id)
  await sayToStaff(live.id, 'line-0001', '十分鐘後上驚喜價')
  await sayToStaff(live.id, 'line-0001', '十分鐘後上驚喜價')
  await sayToStaff(live.id, 'line-0002', '收到', helper)
  const heard = await staff.heard('staffSaid')
  expect(heard).toMatchObject({ by: { name: expect.any(String) } })
  const { messages } = await lineOf(live.id, helper)
  expect(messages.map(({ text }) => text)).toEqual(['十分鐘後上驚喜價', '收到'])
  await viewer.say('大家好')
  await viewer.sees('大家好')
  const late = await aViewer(t, port, live.streamId)
  const { events } = await t.call(
    roomRoutes.history,
    { query: { streamId: live.streamId, before: 1_000, beforeMs: 600_000 } },
    { 'x-viewer-key': viewer.viewerKey },
  )
  const { comments } = await t.call(controlRoomRoutes.comments, { query: { liveId: live.id } }, owner.headers)
  for (const sent of [viewer.texts.join(), late.texts.join(), JSON.stringify(events), JSON.stringify(comments)])
    expect(sent).not.toContain('驚喜價')
  const stranger = await t.aFirm()
  await expect(lineOf(live.id, stranger)).rejects.toMatchObject({ errorName: 'notFound' })
  await expect(sayToStaff(live.id, 'line-0003', '偷看', stranger)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(t.call(staffLineRoutes.list, { query: { liveId: live.id } })).rejects.toMatchObject({
    errorName: 'sessionExpired',
  })
})

test('CONTROL-ROOM-104 Several comments are released, taken away or marked in one call; what a colleague decided first is left as it is', async () => {
  const live = await anOpenRoom(t, owner)
  await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
  const writer = await aViewer(t, port, live.streamId)
  const other = await aViewer(t, node.port, live.streamId)
  const held: number[] = []
  for (const nth of [1, 2, 3]) held.push(seqOf(await writer.say(`假貨 ${nth}`)))
  const many = (seqs: number[], decision: 'release' | 'remove' | 'restore' | 'mark', by = owner) =>
    t.call(manyCommentsRoutes.decide, { body: { liveId: live.id, seqs, decision } }, by.headers)
  await t.call(
    controlRoomRoutes.decide,
    { body: { liveId: live.id, seq: held[1] ?? 0, decision: 'dismiss' } },
    helper.headers,
  )
  expect(await many([...held, 9_999], 'release')).toEqual({ done: 2, refused: [held[1], 9_999] })
  await other.sees('假貨 1')
  await other.sees('假貨 3')
  expect(other.seen()).not.toContain('假貨 2')
  expect(await many(held, 'mark')).toEqual({ done: 3, refused: [] })
  expect(await many(held, 'remove')).toEqual({ done: 3, refused: [] })
  await other.misses('假貨 1')
  await other.misses('假貨 3')
  await many(held, 'restore')
  await other.sees('假貨 1')
  const stranger = await t.aFirm()
  await expect(many(held, 'remove', stranger)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(many([], 'remove')).rejects.toMatchObject({ errorName: 'invalid' })
})

test('CONTROL-ROOM-105 Comments and viewers are counted by minute of the live, a viewer with two windows once, and products with how often they were seen and how many tapped them', async () => {
  const { id: productId } = await aProduct(t, owner)
  const live = await anOpenRoom(t, owner, { productIds: [productId] })
  const curvesOf = () => t.call(roomCurveRoutes.curves, { query: { liveId: live.id } }, owner.headers)
  const first = await aViewer(t, port, live.streamId)
  await first.say('一')
  await first.say('二')
  await pass(t, 60_000, [first])
  const [tab, second] = [await aViewer(t, port, live.streamId, first.viewerKey), await aViewer(t, port, live.streamId)]
  await second.say('三')
  await t.platform.db.raw(
    `insert into "viewFact" ("firmId", "eventId", page, "pageId", visit, event, items, currency, at)
     select '${owner.firmId}', 'e' || n, 'live', '${live.id}', 'v' || (n % 2), case when n < 4 then 'ViewContent' when n = 4 then 'AddToCart' else 'ClickProduct' end,
       '[{"id":"${productId}","quantity":1}]'::jsonb, 'TWD', now() from generate_series(1, 7) n where n in (1, 2, 3, 4, 5, 7)`,
  )
  await expect.poll(async () => (await curvesOf()).viewers.at(-1)?.count, { timeout: 20_000 }).toBe(2)
  const { comments, products } = await curvesOf()
  expect(comments).toEqual([
    { minute: 1, count: 2 },
    { minute: 2, count: 1 },
  ])
  expect(products).toEqual([{ productId, views: 2, clicks: 1, adds: 1 }])
  expect(tab.joined.you.userId).toBe(first.userId)
  const stranger = await t.aFirm()
  await expect(t.call(roomCurveRoutes.curves, { query: { liveId: live.id } }, stranger.headers)).rejects.toMatchObject({
    errorName: 'notFound',
  })
})
