import { blockRoutes, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp()

const member = await aFirmWithHours(t, '器日')
const other = await aFirmWithHours(t, '別家')

/** Somebody without a sign-up in a room, by the public id that stands on their comments. */
const aViewer = async (streamId: string): Promise<string> => {
  const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId, name: '路人' } })
  const user = await t.app.services.liveUsers.byViewerKey(streamId, viewerKey)
  return user?.publicId ?? ''
}

test('BLOCK-50 A member who may run a room lifts the blocks made there, one of this live and one of all lives', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const assistant = await t.aMember(member, 'assistant')
  for (const permanent of [false, true]) {
    const userId = await aViewer(live.streamId)
    const { id } = await t.call(
      roomBlockRoutes.block,
      { body: { liveId: live.id, userId, permanent } },
      assistant.headers,
    )
    const query = { liveId: live.id, blockId: id }
    const cancelled = await t.call(roomBlockRoutes.unblock, { query }, assistant.headers)
    expect(cancelled).toMatchObject({ id, state: 'cancelled' })
    // Twice is once.
    expect(await t.call(roomBlockRoutes.unblock, { query }, assistant.headers)).toMatchObject({ state: 'cancelled' })
    const { rows } = await t.platform.db.raw('select action from audit where target = $1 order by id', [id])
    expect(rows.map(({ action }) => action)).toEqual(['block.create', 'block.cancel'])
    expect((await t.call(roomBlockRoutes.list, { query: { liveId: live.id } }, assistant.headers)).items).toEqual([])
  }
})

test('BLOCK-51 A block of another live or of another firm is not there for it', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const elsewhere = await aLive(t, member, { minutes: 10 })
  const foreign = await aLive(t, other, { minutes: 10 })
  const userId = await aViewer(live.streamId)
  const { id } = await t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId } }, member.headers)
  for (const [liveId, headers] of [
    [elsewhere.id, member.headers],
    [foreign.id, other.headers],
    [live.id, other.headers],
  ] as const)
    await expect(t.call(roomBlockRoutes.unblock, { query: { liveId, blockId: id } }, headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
  const analyst = await t.aMember(member, 'analyst')
  await expect(
    t.call(roomBlockRoutes.unblock, { query: { liveId: live.id, blockId: id } }, analyst.headers),
  ).rejects.toMatchObject({ errorName: 'forbidden' })
})

test('BLOCK-52 A block of all lives that somebody else made is lifted by who may edit lives, not by who only runs rooms', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const [assistant, host] = [await t.aMember(member, 'assistant'), await t.aMember(member, 'host')]
  const block = async (by: Member, permanent: boolean) => {
    const userId = await aViewer(live.streamId)
    return t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId, permanent } }, by.headers)
  }
  const unblock = (blockId: string, by: Member) =>
    t.call(roomBlockRoutes.unblock, { query: { liveId: live.id, blockId } }, by.headers)
  const refused = { errorName: 'forbidden', message: expect.stringContaining('全部直播') }

  const ofFirm = await block(member, true)
  await expect(unblock(ofFirm.id, assistant)).rejects.toMatchObject(refused)
  const { items } = await t.call(roomBlockRoutes.list, { query: { liveId: live.id } }, assistant.headers)
  expect(items).toMatchObject([{ id: ofFirm.id, state: 'permanent' }])
  expect(await unblock(ofFirm.id, host)).toMatchObject({ state: 'cancelled' })

  // Its own, made for this live, that a colleague has made one of all lives since.
  const raised = await block(assistant, false)
  await t.call(blockRoutes.makePermanent, { params: { id: raised.id } }, member.headers)
  await expect(unblock(raised.id, assistant)).rejects.toMatchObject(refused)
  // Of this live alone: whoever made it.
  expect(await unblock((await block(member, false)).id, assistant)).toMatchObject({ state: 'cancelled' })
})

test('BLOCK-53 A block of all lives is not lifted through a live that is another firm’s, or no live at all', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const foreign = await aLive(t, other, { minutes: 10 })
  const userId = await aViewer(live.streamId)
  const { id } = await t.call(
    roomBlockRoutes.block,
    { body: { liveId: live.id, userId, permanent: true } },
    member.headers,
  )
  for (const liveId of [foreign.id, id])
    await expect(
      t.call(roomBlockRoutes.unblock, { query: { liveId, blockId: id } }, member.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
})
