import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { timeOutRoutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { anOpenRoom, aViewer, pass, sharedControlRoom, type Viewer } from '../../../test/control-room.ts'

const { t, port, owner, node } = await sharedControlRoom()

const curvesOf = (liveId: string) => t.call(roomCurveRoutes.curves, { query: { liveId } }, owner.headers)
const flown = (viewer: Viewer, all: number) =>
  viewer.until(`${all} hearts`, () => (viewer.state().hearts.all === all ? true : undefined))
/** What is written every few seconds is written. */
const totalOf = (liveId: string) => expect.poll(async () => (await curvesOf(liveId)).heartsTotal, { timeout: 20_000 })

test('CONTROL-ROOM-135 Hearts are counted by minute of the live, those of the script apart and never among them', async () => {
  const live = await anOpenRoom(t, owner)
  const body = await t.call(liveRoutes.show, { params: { id: live.id } }, owner.headers)
  await t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: { ...body, hearts: [{ at: 0, count: 25, seconds: 5 }] } },
    owner.headers,
  )
  const [one, two] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
  one.send({ t: 'heart', count: 5 })
  two.send({ t: 'heart', count: 2 })
  await flown(one, 7)
  await flown(two, 7)
  await pass(t, 60_000, [one, two])
  one.send({ t: 'heart', count: 1 })
  await flown(two, 8)
  await totalOf(live.id).toBe(8)
  expect(await curvesOf(live.id)).toMatchObject({
    hearts: [
      { minute: 1, count: 7 },
      { minute: 2, count: 1 },
    ],
    simulatedHearts: 25,
  })
})

test('CONTROL-ROOM-136 Hearts of who is muted or has a time-out are seen by nobody else and counted nowhere; afterwards they count again', async () => {
  const live = await anOpenRoom(t, owner)
  const [loud, muted, other, besideMuted] = [
    await aViewer(t, port, live.streamId),
    await aViewer(t, node.port, live.streamId),
    await aViewer(t, port, live.streamId),
    await aViewer(t, node.port, live.streamId),
  ]
  await t.call(timeOutRoutes.give, { body: { liveId: live.id, userId: loud.userId, minutes: 5 } }, owner.headers)
  await t.call(controlRoomRoutes.mute, { body: { liveId: live.id, userId: muted.userId, muted: true } }, owner.headers)
  await loud.heard('timedOut')
  for (const viewer of [loud, other, besideMuted]) await viewer.heard('muted')
  // Each node knows of both before anything is sent.
  await muted.say('我說的只有我看得到')
  await loud.until('sync', () => (loud.state().seq >= 1 ? true : undefined))
  loud.send({ t: 'heart', count: 4 })
  muted.send({ t: 'heart', count: 3 })
  other.send({ t: 'heart', count: 2 })
  await flown(other, 2)
  await totalOf(live.id).toBe(2)
  await pass(t, 301_000, [loud, muted, other, besideMuted])
  loud.send({ t: 'heart', count: 1 })
  await flown(other, 3)
})

test('CONTROL-ROOM-137 A room says whether it has hearts, and a live that has none takes none', async () => {
  const live = await anOpenRoom(t, owner)
  expect((await t.call(roomRoutes.show, { query: { streamId: live.streamId } })).heartsAllowed).toBe(true)
  const body = await t.call(liveRoutes.show, { params: { id: live.id } }, owner.headers)
  const viewer = await aViewer(t, port, live.streamId)
  await t.call(liveRoutes.change, { params: { id: live.id }, body: { ...body, heartsAllowed: false } }, owner.headers)
  await expect
    .poll(async () => (await t.call(roomRoutes.show, { query: { streamId: live.streamId } })).heartsAllowed)
    .toBe(false)
  await t.app.services.rooms.registry.refresh(live.id)
  viewer.send({ t: 'heart', count: 3 })
  await viewer.say('還有愛心嗎')
  await viewer.sees('還有愛心嗎')
  expect(viewer.state().hearts.all).toBe(0)
  await t.call(liveRoutes.change, { params: { id: live.id }, body }, owner.headers)
  await t.app.services.rooms.registry.refresh(live.id)
  viewer.send({ t: 'heart', count: 3 })
  await flown(viewer, 3)
})
