import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { giveawayControlRoutes } from '@kaimai/contract/control-room/giveaway-control.routes.ts'
import { manyCommentsRoutes } from '@kaimai/contract/control-room/many-comments.routes.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOpenRoom, aViewer } from '../../../test/control-room.ts'
import { aCommentMod, aProduct, aVideo } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
let owner: Member
let port: number

beforeAll(async () => {
  t = await testApp()
  port = Number(new URL(await t.app.listen(0)).port)
  owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})
afterAll(() => t.close())

const rows = async (): Promise<string[]> => {
  const found = await t.platform.db.raw(
    `select action, "actorName" as by, target, "targetName" as name from audit
      where action like 'room.%' or action = 'live.change' order by id`,
  )
  return found.rows.map(({ action, by, name }) => `${String(by)} ${String(action)} ${String(name)}`)
}

test('CONTROL-ROOM-1 Every act of the staff stands in the log with who did it in which live, and once', async () => {
  const videoId = await aVideo(t, owner, 60)
  const { id: commentModId } = await aCommentMod(t, owner, videoId)
  const { id: productId } = await aProduct(t, owner)
  const live = await anOpenRoom(t, owner, { videoId, commentModId, productIds: [productId], began: false })
  const { script } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  const viewer = await aViewer(t, port, live.streamId)
  const said = await viewer.say('你好')
  const seq = said.t === 'said' ? said.seq : 0
  const itemId = script.find(({ kind }) => kind === 'comment')?.id ?? ''
  const liveId = live.id
  const { headers } = owner
  const say = { liveId, id: 'staff-words-1', as: 'host', text: '歡迎' } as const
  const before = (await rows()).length

  await t.call(controlRoomRoutes.say, { body: say }, headers)
  await t.call(controlRoomRoutes.say, { body: say }, headers)
  await t.call(controlRoomRoutes.sayAsSelf, { body: { liveId, id: 'staff-words-2', text: '我是小編' } }, headers)
  await t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'remove' } }, headers)
  await t.call(controlRoomRoutes.decide, { body: { liveId, seq, decision: 'remove' } }, headers)
  for (const marked of [true, true, false]) await t.call(markRoutes.mark, { body: { liveId, seq, marked } }, headers)
  await t.call(controlRoomRoutes.mute, { body: { liveId, userId: viewer.userId, muted: true } }, headers)
  await t.call(controlRoomRoutes.broadcast, { body: { liveId, text: '滿千免運' } }, headers)
  await t.call(controlRoomRoutes.keyword, { body: { liveId, bannedKeywords: ['假貨'] } }, headers)
  await t.call(controlRoomRoutes.product, { body: { liveId, productId, action: 'show' } }, headers)
  await t.call(controlRoomRoutes.settings, { body: { liveId, slowSeconds: 10 } }, headers)
  await t.call(controlRoomRoutes.anonymousEntry, { body: { liveId, anonymousAllowed: false } }, headers)
  const { cueId } = await t.call(scriptControlRoutes.cue, { body: { liveId, itemId, action: 'skip' } }, headers)
  await t.call(scriptControlRoutes.uncue, { query: { liveId, cueId } }, headers)
  await t.call(scriptControlRoutes.uncue, { query: { liveId, itemId } }, headers)
  await t.call(scriptControlRoutes.script, { body: { liveId, on: false } }, headers)
  await t.call(scriptControlRoutes.call, { body: { liveId, text: '最後五組', url: '' } }, headers)
  for (const _ of [1, 2]) await t.call(scriptControlRoutes.endCall, { query: { liveId } }, headers)
  await t.call(controlRoomRoutes.extend, { body: { liveId, minutes: 5 } }, headers)
  await t.call(controlRoomRoutes.quickReplies, { body: { quickReplies: ['三天內出貨'] } }, headers)

  const acts = [
    ...[
      'room.say',
      'room.say',
      'room.remove',
      'room.mark',
      'room.unmark',
      'room.mute',
      'room.broadcast',
      'live.change',
      'room.product',
      'live.change',
      'live.change',
    ],
    ...['room.cue', 'room.uncue', 'room.script', 'room.call', 'room.endCall', 'live.change'],
  ]
  expect((await rows()).slice(before)).toEqual([
    ...acts.map((action) => `王小明 ${action} 秋窯開窯夜`),
    '王小明 room.quickReplies ',
  ])
})

test('CONTROL-ROOM-114 Polls, giveaways and decisions on several comments stand in the log, each once', async () => {
  const live = await anOpenRoom(t, owner, { videoId: await aVideo(t, owner, 60) })
  const viewer = await aViewer(t, port, live.streamId)
  const seqs: number[] = []
  for (const text of ['你好', '晚安']) {
    const said = await viewer.say(text)
    if (said.t === 'said') seqs.push(said.seq)
  }
  const liveId = live.id
  const { headers } = owner
  const before = (await rows()).length
  const poll = { liveId, question: '喜歡哪一色？', options: ['青瓷', '霧白'], seconds: 60 }
  const giveaway = { liveId, prize: '小碟', word: '抽', winners: 1, seconds: 60 }
  await t.call(pollControlRoutes.openPoll, { body: poll }, headers)
  for (const _ of [1, 2]) await t.call(pollControlRoutes.closePoll, { query: { liveId } }, headers)
  await t.call(giveawayControlRoutes.openGiveaway, { body: giveaway }, headers)
  for (const _ of [1, 2]) await t.call(giveawayControlRoutes.drawGiveaway, { query: { liveId } }, headers)
  for (const _ of [1, 2])
    await t.call(manyCommentsRoutes.decide, { body: { liveId, seqs, decision: 'remove' } }, headers)
  const acts = [
    'room.openPoll',
    'room.closePoll',
    'room.openGiveaway',
    'room.drawGiveaway',
    'room.remove',
    'room.remove',
  ]
  expect((await rows()).slice(before)).toEqual(acts.map((action) => `王小明 ${action} 秋窯開窯夜`))
})
