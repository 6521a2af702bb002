import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { expect, test } from 'vitest'
import { anOpenRoom, aViewer, sharedControlRoom } from '../../../test/control-room.ts'
import { aVideo } from '../../../test/studio.ts'

const { t, port, owner, node } = await sharedControlRoom()

type Filter = 'all' | 'held' | 'marked' | 'questions'
const listOf = (liveId: string, filter: Filter, more: { before?: number; limit?: number } = {}) =>
  t.call(controlRoomRoutes.comments, { query: { liveId, filter, ...more } }, owner.headers)

test('CONTROL-ROOM-80 Held comments, favourites and questions are listed, counted and paged, whatever 2,300 lines of the script have rolled by', async () => {
  const videoId = await aVideo(t, owner, 60)
  const lines = Array.from({ length: 2_300 }, (_, at) => ({
    userImgId: '',
    userName: '阿德',
    commentText: `劇本 ${at}`,
    commentTime: 90 + at / 10,
  }))
  const body = { commentModName: '留言', videoId, commentModList: lines }
  const { id: commentModId } = await t.call(commentModRoutes.create, { body }, owner.headers)
  const live = await anOpenRoom(t, owner, { videoId, commentModId })
  await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
  const viewer = await aViewer(t, node.port, live.streamId)
  const seqs: number[] = []
  for (const text of ['假貨吧', '可以微波嗎', '好看', '又是假貨']) {
    const said = await viewer.say(text)
    seqs.push(said.t === 'said' ? said.seq : 0)
  }
  const [held = 0, asked = 0, nice = 0, heldToo = 0] = seqs
  await t.call(markRoutes.mark, { body: { liveId: live.id, seq: nice } }, owner.headers)
  t.clock.advance(300_000)
  const { comments, counts, seq } = await listOf(live.id, 'held')
  expect(comments.map((each) => each.seq)).toEqual([heldToo, held])
  expect(counts).toMatchObject({ all: 4, held: 2, marked: 1, questions: 1 })
  expect(seq).toBeGreaterThan(heldToo)
  expect((await listOf(live.id, 'marked')).comments.map((each) => each.seq)).toEqual([nice])
  expect((await listOf(live.id, 'questions')).comments.map((each) => each.seq)).toEqual([asked])
  expect((await listOf(live.id, 'held', { before: heldToo, limit: 1 })).comments.map((each) => each.seq)).toEqual([
    held,
  ])
})

test('CONTROL-ROOM-81 What a blocked person has said waits for nobody, and waits again when the block is cancelled', async () => {
  const live = await anOpenRoom(t, owner)
  await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
  const viewer = await aViewer(t, port, live.streamId)
  await expect
    .poll(async () => {
      await viewer.say('假貨')
      t.clock.advance(1_500)
      return (await listOf(live.id, 'held')).counts.held
    })
    .toBeGreaterThan(0)
  const waiting = async () => {
    const { lives } = await t.call(controlRoomRoutes.running, {}, owner.headers)
    return lives.find(({ id }) => id === live.id)?.waiting
  }
  const before = (await listOf(live.id, 'held')).counts.held
  const { id: blockId } = await t.call(
    roomBlockRoutes.block,
    { body: { liveId: live.id, userId: viewer.userId, permanent: false } },
    owner.headers,
  )
  expect(await listOf(live.id, 'held')).toMatchObject({ comments: [], counts: { held: 0 } })
  expect(await waiting()).toBe(0)
  await t.call(roomBlockRoutes.unblock, { query: { liveId: live.id, blockId } }, owner.headers)
  expect((await listOf(live.id, 'held')).counts.held).toBe(before)
  expect(await waiting()).toBe(before)
})
