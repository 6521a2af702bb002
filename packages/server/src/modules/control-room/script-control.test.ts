import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { describe, expect, test } from 'vitest'
import { anOpenRoom, aConnection, aViewer, pass, sharedControlRoom } from '../../../test/control-room.ts'
import { aCommentMod, aProduct, aVideo } from '../../../test/studio.ts'

const { t, port, owner, helper, node } = await sharedControlRoom('host')

const controlRoom = (liveId: string) => t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, owner.headers)
const listed = (liveId: string, productId: string, action: 'show' | 'hide' | 'list' | 'unlist' | 'add', by = owner) =>
  t.call(controlRoomRoutes.product, { body: { liveId, productId, action } }, by.headers)

/** A room a minute before its live begins, with comments at 0:04 and 0:27.5. */
const scripted = async () => {
  const videoId = await aVideo(t, owner, 60)
  const { id: commentModId } = await aCommentMod(t, owner, videoId)
  const live = await anOpenRoom(t, owner, { videoId, commentModId, began: false })
  const { script } = await controlRoom(live.id)
  const idOf = (atMs: number) => script.find((item) => item.atMs === atMs)?.id ?? ''
  return { live, first: idOf(4_000), second: idOf(27_500) }
}
/** The clock of a test jumps: every node has to have read the cues before. */
const readByAll = async (liveId: string): Promise<void> => {
  await Promise.all([node.node, t.app.services.rooms].map(({ registry }) => registry.refresh(liveId)))
}
const cue = (liveId: string, itemId: string, action: 'now' | 'delay' | 'skip', by = owner) =>
  t.call(scriptControlRoutes.cue, { body: { liveId, itemId, action } }, by.headers)

describe('a running script', () => {
  test('CONTROL-ROOM-24 A moment that is called plays at every node a second later, once, and not again at its time', async () => {
    const { live, second } = await scripted()
    t.clock.advance(70_000)
    const [here, there] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
    const connection = await aConnection(t, node.port, helper, live.id)
    const { cue: made } = await cue(live.id, second, 'now')
    expect(made).toMatchObject({ kind: 'moved', fromMs: 27_500, toMs: 11_000 })
    expect((await cue(live.id, second, 'now', helper)).cue).toEqual(made)
    expect(await connection.acted('cued')).toMatchObject({ by: { name: '王小明' } })
    expect(here.seen()).toEqual(['阿月好'])
    await readByAll(live.id)
    t.clock.advance(1_500)
    for (const socket of [here, there]) await socket.sees('想看碗底')
    await expect(cue(live.id, second, 'skip')).rejects.toMatchObject({ errorName: 'conflict' })
    await pass(t, 30_000, [here, there])
    const late = await aViewer(t, port, live.streamId)
    for (const socket of [here, there, late]) expect(socket.seen()).toEqual(['阿月好', '想看碗底'])
    expect(here.state().events).toEqual(there.state().events)
    expect((await controlRoom(live.id)).cues).toMatchObject([{ byName: '王小明', cue: made }])
    connection.end()
  })

  test('CONTROL-ROOM-25 Is put off by thirty seconds, by two at once as well; left out; and taken back before its moment', async () => {
    const { live, first, second } = await scripted()
    const viewer = await aViewer(t, node.port, live.streamId)
    const [one, two] = await Promise.all([cue(live.id, second, 'delay'), cue(live.id, second, 'delay', helper)])
    expect([one.cue, two.cue]).toEqual([one.cue, one.cue])
    expect(one.cue).toMatchObject({ kind: 'moved', toMs: 57_500 })
    const { cueId } = await cue(live.id, first, 'skip')
    await t.call(scriptControlRoutes.uncue, { query: { liveId: live.id, cueId } }, helper.headers)
    expect((await cue(live.id, first, 'skip')).cue).toMatchObject({ kind: 'skipped' })
    await readByAll(live.id)
    await pass(t, 60_000 + 40_000, [viewer])
    expect(await aViewer(t, port, live.streamId).then((socket) => socket.seen())).toEqual([])
    await pass(t, 20_000, [viewer])
    await viewer.sees('想看碗底')
    expect(viewer.seen()).toEqual(['想看碗底'])
    for (const id of [cueId, one.cueId])
      await expect(
        t.call(scriptControlRoutes.uncue, { query: { liveId: live.id, cueId: id } }, owner.headers),
      ).rejects.toMatchObject({ errorName: id === cueId ? 'noData' : 'conflict' })
  })

  test('CONTROL-ROOM-26 Stands still as a whole, and goes on from then without what was due meanwhile', async () => {
    const { live } = await scripted()
    const viewer = await aViewer(t, node.port, live.streamId)
    const script = (on: boolean, by = owner) =>
      t.call(scriptControlRoutes.script, { body: { liveId: live.id, on } }, by.headers)
    await Promise.all([script(false), script(false, helper)])
    expect((await controlRoom(live.id)).cues).toHaveLength(1)
    await readByAll(live.id)
    await pass(t, 60_000 + 10_000, [viewer])
    await script(true)
    await script(true, helper)
    await readByAll(live.id)
    await pass(t, 20_000, [viewer])
    await viewer.sees('想看碗底')
    expect(viewer.seen()).toEqual(['想看碗底'])
  })

  test('CONTROL-ROOM-27 What was due while the script stood still is called by hand, and that is taken back before it plays', async () => {
    const { live, first } = await scripted()
    const viewer = await aViewer(t, node.port, live.streamId)
    await t.call(scriptControlRoutes.script, { body: { liveId: live.id, on: false } }, owner.headers)
    await readByAll(live.id)
    await pass(t, 60_000 + 10_000, [viewer])
    const { cueId } = await cue(live.id, first, 'now')
    await t.call(scriptControlRoutes.uncue, { query: { liveId: live.id, cueId } }, owner.headers)
    await readByAll(live.id)
    await pass(t, 5_000, [viewer])
    expect(viewer.seen()).toEqual([])
    await cue(live.id, first, 'now', helper)
    await readByAll(live.id)
    await pass(t, 1_500, [viewer])
    await viewer.sees('阿月好')
  })

  test('CONTROL-ROOM-28 Nothing of it is changed of a live that is not open, or of another firm', async () => {
    const { live, first } = await scripted()
    const stranger = await t.aFirm('別家')
    await expect(cue(live.id, first, 'skip', stranger)).rejects.toMatchObject({ errorName: 'noData' })
    await expect(cue(live.id, 'nothing', 'skip')).rejects.toMatchObject({ errorName: 'noData' })
    await t.call(roomRoutes.cancel, { query: { liveId: live.id } }, owner.headers)
    await expect(cue(live.id, first, 'skip')).rejects.toMatchObject({ errorName: 'conflict' })
  })
})

describe('products', () => {
  test('CONTROL-ROOM-29 Are shown, taken off and out of the list, for who is there and who comes; twice is once', async () => {
    const [bowl, cup] = [await aProduct(t, owner, { name: '碗' }), await aProduct(t, owner, { name: '杯' })]
    const live = await anOpenRoom(t, owner, { productIds: [bowl.id], began: false })
    const viewer = await aViewer(t, node.port, live.streamId)
    const connection = await aConnection(t, port, helper, live.id)
    await listed(live.id, bowl.id, 'show')
    await Promise.all([listed(live.id, bowl.id, 'show'), listed(live.id, bowl.id, 'show', helper)])
    await viewer.until('shown', () => (viewer.state().shown.join() === bowl.id ? true : undefined))
    await listed(live.id, bowl.id, 'unlist')
    const late = await aViewer(t, port, live.streamId)
    expect(late.joined).toMatchObject({ shown: [bowl.id], unlisted: [bowl.id] })
    await listed(live.id, bowl.id, 'hide', helper)
    await viewer.until('hidden', () => (viewer.state().shown.length === 0 ? true : undefined))
    await listed(live.id, bowl.id, 'list')
    expect(connection.acts().filter((act) => act.endsWith('productShown'))).toHaveLength(1)
    await expect(listed(live.id, cup.id, 'show')).rejects.toMatchObject({ errorName: 'noData' })
    await listed(live.id, cup.id, 'add')
    await listed(live.id, cup.id, 'show')
    await viewer.until('the new one', () => (viewer.state().shown.join() === cup.id ? true : undefined))
    const { products } = await controlRoom(live.id)
    expect(products.map(({ productId, shown, listed }) => [productId, shown, listed])).toEqual([
      [bowl.id, false, true],
      [cup.id, true, true],
    ])
  })
})

describe('what the staff says', () => {
  test('CONTROL-ROOM-30 Comes from the host, oneself or a virtual user, answers a comment, and twice is once', async () => {
    const live = await anOpenRoom(t, owner)
    const viewer = await aViewer(t, node.port, live.streamId)
    const asked = await viewer.say('可以微波嗎')
    const seq = asked.t === 'said' ? asked.seq : 0
    const words = { liveId: live.id, id: 'staff-words-1', as: 'host', text: '可以喔', to: seq } as const
    const { seq: place } = await t.call(controlRoomRoutes.say, { body: words }, owner.headers)
    expect(await t.call(controlRoomRoutes.say, { body: words }, owner.headers)).toMatchObject({ seq: place })
    await viewer.sees('可以喔')
    expect(await viewer.heard('commented')).toMatchObject({ user: { as: 'host' }, to: { seq, userId: viewer.userId } })
    await t.call(
      controlRoomRoutes.say,
      { body: { liveId: live.id, id: 'staff-words-2', as: 'staff', text: '小編在這' } },
      helper.headers,
    )
    await viewer.sees('小編在這')
    expect(await viewer.heard('commented')).toMatchObject({ user: { as: 'staff', name: '王小明' } })
    expect(viewer.seen()).toHaveLength(3)
    const { comments, counts } = await t.call(controlRoomRoutes.comments, { query: { liveId: live.id } }, owner.headers)
    expect(comments.map(({ text, question, answered }) => [text, question, answered])).toEqual([
      ['小編在這', false, false],
      ['可以喔', false, false],
      ['可以微波嗎', true, true],
    ])
    expect(counts).toMatchObject({ all: 3, questions: 1 })
  })

  test('CONTROL-ROOM-31 Is pinned for all until its time is over or it is taken down', async () => {
    const live = await anOpenRoom(t, owner)
    const viewer = await aViewer(t, node.port, live.streamId)
    const pin = (text: string, seconds: number | null = null) =>
      t.call(controlRoomRoutes.broadcast, { body: { liveId: live.id, text, seconds } }, owner.headers)
    const { announcement } = await pin('滿千免運', 60)
    await viewer.until('the pin', () => (viewer.state().announcement?.text === '滿千免運' ? true : undefined))
    expect((await aViewer(t, port, live.streamId)).joined.announcement).toEqual(announcement)
    await pass(t, 61_000, [viewer])
    await expect.poll(async () => (await aViewer(t, port, live.streamId)).joined.announcement).toBeUndefined()
    await pin('倒數')
    expect((await controlRoom(live.id)).announcement).toMatchObject({ text: '倒數', untilMs: null })
    expect(await pin('')).toEqual({ announcement: null })
    await viewer.until('nothing pinned', () => (viewer.state().announcement === undefined ? true : undefined))
  })
})
