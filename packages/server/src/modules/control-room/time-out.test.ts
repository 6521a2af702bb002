import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { timeOutRoutes } from '@kaimai/contract/control-room/time-out.routes.ts'
import { expect, test } from 'vitest'
import {
  aConnection,
  anOpenRoom,
  anotherNode,
  aViewer,
  pass,
  sharedControlRoom,
  type Viewer,
} from '../../../test/control-room.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const give = (liveId: string, userId: string, minutes: 5 | 15 | 60, by = owner) =>
  t.call(timeOutRoutes.give, { body: { liveId, userId, minutes } }, by.headers)
const end = (liveId: string, userId: string, by = owner) =>
  t.call(timeOutRoutes.end, { query: { liveId, userId } }, by.headers)
const until = (viewer: Viewer, ms: number) =>
  viewer.until(`a time-out until ${ms}`, () => viewer.state().timeOut === ms || undefined)

test('CONTROL-ROOM-106 Who has a time-out is told until when, writes nothing on any device and node, and does again when it is over', async () => {
  const live = await anOpenRoom(t, owner)
  const loud = await aViewer(t, port, live.streamId)
  const tab = await aViewer(t, node.port, live.streamId, loud.viewerKey)
  const other = await aViewer(t, node.port, live.streamId)
  const staff = await aConnection(t, node.port, helper, live.id)
  const { until: at } = await give(live.id, loud.userId, 5)
  const untilMs = t.clock.ms() + 300_000
  expect(Date.parse(at)).toBe(untilMs)
  for (const viewer of [loud, tab]) await until(viewer, untilMs)
  expect(await staff.acted('timedOut')).toMatchObject({ by: { name: '王小明' }, userId: loud.userId, text: '5' })
  for (const viewer of [loud, tab])
    expect(await viewer.say('還在嗎')).toMatchObject({
      t: 'refused',
      error: 'forbidden',
      message: expect.stringContaining('5'),
    })
  expect(await other.say('我可以')).toMatchObject({ t: 'said' })
  expect(other.state().timeOut).toBe(0)
  expect(other.texts.join()).not.toContain('timedOut')
  const again = await aViewer(t, node.port, live.streamId, loud.viewerKey)
  expect(again.joined.timeOut).toBe(untilMs)
  const { timeOuts } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  expect(timeOuts).toEqual([{ userId: loud.userId, untilMs }])
  await pass(t, 301_000, [loud, tab, other])
  expect(await loud.say('我回來了')).toMatchObject({ t: 'said' })
})

test('CONTROL-ROOM-107 A time-out outlives a restart of the server, is ended by hand at once, and is on record with who did it', async () => {
  const live = await anOpenRoom(t, owner)
  const loud = await aViewer(t, port, live.streamId)
  await give(live.id, loud.userId, 15)
  await until(loud, t.clock.ms() + 900_000)
  const fresh = await anotherNode(t)
  try {
    const back = await aViewer(t, fresh.port, live.streamId, loud.viewerKey)
    expect(back.joined.timeOut).toBe(t.clock.ms() + 900_000)
    expect(await back.say('換一台')).toMatchObject({ t: 'refused', error: 'forbidden' })
    await end(live.id, loud.userId, helper)
    await end(live.id, loud.userId, helper)
    await until(back, 0)
    expect(await back.say('謝謝')).toMatchObject({ t: 'said' })
  } finally {
    await fresh.stop()
  }
  const { rows } = await t.platform.db.raw(
    `select action, "actorName" as by, change from audit where target = '${live.id}' and action like 'room.%imeOut' order by id`,
  )
  expect(rows).toMatchObject([
    { action: 'room.timeOut', by: '王小明', change: { name: '小美', minutes: 15 } },
    { action: 'room.endTimeOut', change: { name: '小美' } },
  ])
})

test('CONTROL-ROOM-108 A time-out is given by who may moderate to a viewer of this room, for 5, 15 or 60 minutes', async () => {
  const live = await anOpenRoom(t, owner)
  const viewer = await aViewer(t, port, live.streamId)
  const stranger = await t.aFirm()
  await expect(give(live.id, viewer.userId, 5, stranger)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(give(live.id, 'nobody', 5)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(
    t.call(timeOutRoutes.give, { body: { liveId: live.id, userId: viewer.userId, minutes: 7 as 5 } }, owner.headers),
  ).rejects.toMatchObject({ errorName: 'invalid' })
  await expect(
    t.call(timeOutRoutes.give, { body: { liveId: live.id, userId: viewer.userId, minutes: 5 } }),
  ).rejects.toMatchObject({ errorName: 'sessionExpired' })
})
