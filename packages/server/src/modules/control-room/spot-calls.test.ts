import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { expect, test } from 'vitest'
import { aConnection, aViewer, pass, sharedControlRoom, type Viewer } from '../../../test/control-room.ts'
import { aCommentMod, aProduct, aVideo, inMinutes } from '../../../test/studio.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

/** A room a minute before its live: a product from 0:20 to 1:00, a call from 0:30 to 1:30, comments at 0:04 and 0:27.5. */
const aShow = async () => {
  const videoId = await aVideo(t, owner, 60)
  const { id: commentModId } = await aCommentMod(t, owner, videoId)
  const { id: productId } = await aProduct(t, owner)
  const body = {
    liveName: '秋窯開窯夜',
    platformType: 'video' as const,
    videoId,
    beginAt: inMinutes(t, 1),
    commentModId,
    productList: [{ productId, showAt: 20, hideAt: 60 }],
    callToAction: [{ at: 30, until: 90, text: '滿千免運', url: '' }],
    fakeTicket: [{ at: 10, userName: '周小姐', productId, quantity: 2 }],
    publish: true,
  }
  const live = await t.call(liveRoutes.create, { body }, owner.headers)
  const { script } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  const idOf = (kind: string) => script.find((item) => item.kind === kind)?.id ?? ''
  return { live, productId, idOf }
}
const readByAll = (liveId: string) =>
  Promise.all([node.node, t.app.services.rooms].map(({ registry }) => registry.refresh(liveId)))
const cue = (liveId: string, itemId: string, action: 'now' | 'delay' | 'skip') =>
  t.call(scriptControlRoutes.cue, { body: { liveId, itemId, action } }, owner.headers)
const callOf = (viewer: Viewer) => callNow(viewer.state())?.text
const conflict = { errorName: 'conflict' }

test('CONTROL-ROOM-91 A product that is put off keeps its time on the card; its end is not called by itself; one press brings the plan back', async () => {
  const { live, productId, idOf } = await aShow()
  const viewer = await aViewer(t, node.port, live.streamId)
  const made = await cue(live.id, idOf('showProduct'), 'delay')
  expect(made.cue).toMatchObject({ toMs: 50_000, also: [{ itemId: idOf('hideProduct'), fromMs: 60_000 }] })
  for (const action of ['now', 'delay', 'skip'] as const)
    await expect(cue(live.id, idOf('hideProduct'), action)).rejects.toMatchObject(conflict)
  await cue(live.id, idOf('callToAction'), 'skip')
  const plan = (itemId: string, by = owner) =>
    t.call(scriptControlRoutes.uncue, { query: { liveId: live.id, itemId } }, by.headers)
  await plan(idOf('callToAction'))
  await plan(idOf('callToAction'))
  await expect(plan('nothing')).rejects.toMatchObject({ errorName: 'noData' })
  await readByAll(live.id)
  await pass(t, 60_000 + 46_000, [viewer])
  expect(viewer.state().shown).toEqual([])
  await viewer.until('the call of the plan', () => callOf(viewer) === '滿千免運' || undefined)
  await pass(t, 10_000, [viewer])
  await viewer.until('the product', () => viewer.state().shown.join() === productId || undefined)
  await expect(cue(live.id, idOf('hideProduct'), 'now')).rejects.toMatchObject(conflict)
  await pass(t, 30_000, [viewer])
  expect(viewer.state().shown).toEqual([productId])
  await pass(t, 10_000, [viewer])
  await viewer.until('no product', () => viewer.state().shown.length === 0 || undefined)
})

test('CONTROL-ROOM-92 A call made on the spot stands at every node and for who comes later, past the script’s own end, until it is taken down', async () => {
  const { live } = await aShow()
  const connection = await aConnection(t, port, helper, live.id)
  t.clock.advance(60_000 + 45_000)
  const [here, there] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
  for (const viewer of [here, there]) await viewer.until('the call', () => callOf(viewer) === '滿千免運' || undefined)
  const body = { liveId: live.id, text: '最後五組', url: 'https://a.tw/last' }
  await t.call(scriptControlRoutes.call, { body }, owner.headers)
  for (const viewer of [here, there])
    await viewer.until('the new one', () => callOf(viewer) === '最後五組' || undefined)
  expect(await connection.acted('called')).toMatchObject({ by: { name: '王小明' }, text: '最後五組' })
  await pass(t, 60_000, [here, there])
  const late = await aViewer(t, node.port, live.streamId)
  for (const viewer of [here, there, late])
    expect(callNow(viewer.state())).toMatchObject({ text: '最後五組', url: body.url })
  const down = () => t.call(scriptControlRoutes.endCall, { query: { liveId: live.id } }, owner.headers)
  await down()
  for (const viewer of [here, there, late]) await viewer.until('none', () => callOf(viewer) === undefined || undefined)
  expect(callOf(await aViewer(t, port, live.streamId))).toBeUndefined()
  await connection.acted('callEnded')
  // Nothing stands: nothing happens.
  await down()
  expect(connection.acts().filter((act) => act.endsWith('callEnded'))).toHaveLength(1)
  const script = { liveId: live.id, text: 'x', url: 'javascript:alert(1)' }
  await expect(t.call(scriptControlRoutes.call, { body: script }, owner.headers)).rejects.toMatchObject({
    errorName: 'invalid',
  })
  connection.end()
})

test('CONTROL-ROOM-93 A comment and a purchase of the script are taken down for all, also for who comes later, and come back', async () => {
  const { live, idOf } = await aShow()
  const line = (itemId: string, removed: boolean, by = owner) =>
    t.call(scriptControlRoutes.line, { body: { liveId: live.id, itemId, removed } }, by.headers)
  await expect(line(idOf('comment'), true)).rejects.toMatchObject(conflict)
  t.clock.advance(60_000 + 12_000)
  const [here, there] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
  await here.sees('阿月好')
  await there.sees('阿月好')
  // Moderation: an assistant may.
  await line(idOf('comment'), true, helper)
  await line(idOf('comment'), true)
  await line(idOf('fakeTicket'), true)
  for (const viewer of [here, there]) await viewer.misses('阿月好')
  const tickets = (viewer: Viewer) => seenEvents(viewer.state()).filter(({ kind }) => kind === 'ticketShown').length
  for (const viewer of [here, there]) await viewer.until('no ticket', () => tickets(viewer) === 0 || undefined)
  const late = await aViewer(t, node.port, live.streamId)
  expect(late.seen()).toEqual([])
  expect(tickets(late)).toBe(0)
  await line(idOf('comment'), false, helper)
  for (const viewer of [here, there, late]) await viewer.sees('阿月好')
  await expect(line(idOf('showProduct'), true)).rejects.toMatchObject({ errorName: 'noData' })
})

test('CONTROL-ROOM-94 Nobody of another firm, and nobody without a login, calls to action or takes anything down', async () => {
  const { live, idOf } = await aShow()
  const liveId = live.id
  const stranger = await t.aFirm('別家')
  const itemId = idOf('comment')
  const calls = (headers?: Record<string, string>) => [
    () => t.call(scriptControlRoutes.call, { body: { liveId, text: '來', url: '' } }, headers),
    () => t.call(scriptControlRoutes.endCall, { query: { liveId } }, headers),
    () => t.call(scriptControlRoutes.line, { body: { liveId, itemId, removed: true } }, headers),
    () => t.call(scriptControlRoutes.uncue, { query: { liveId, itemId } }, headers),
  ]
  for (const send of calls(stranger.headers)) await expect(send()).rejects.toMatchObject({ errorName: 'noData' })
  for (const send of calls()) await expect(send()).rejects.toMatchObject({ errorName: 'sessionExpired' })
})
