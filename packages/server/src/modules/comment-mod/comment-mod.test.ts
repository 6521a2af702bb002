import { commentModImportRoutes as imports } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aLive, aVideo } from '../../../test/studio.ts'
import { type Member, multipart } from '../../../test/test-app.ts'
import { takeMarked } from './marked-comments.ts'

const t = await sharedApp()
let member: Member
/** A firm that may open rooms. */
const aFirm = async (): Promise<Member> => {
  const made = await aFirmWithHours(t)
  return made
}
beforeAll(async () => {
  member = await aFirm()
})

const linesOf = (group: {
  commentModList: readonly { commentTime: number; userName: string; commentText: string }[]
}) => group.commentModList.map(({ commentTime, userName, commentText }) => [commentTime, userName, commentText])

test('COMMENT-MOD-4 A group keeps its comments by second; lists sort, search and page; another firm sees nothing of it', async () => {
  const firm = await t.aFirm()
  const videoId = await aVideo(t, firm)
  const group = await aCommentMod(t, firm, videoId)
  expect(linesOf(group)).toEqual([
    [4, '阿德', '阿月好'],
    [27.5, 'Mei', '想看碗底'],
  ])
  t.clock.advance(1000)
  await t.call(
    commentModRoutes.create,
    { body: { commentModName: 'Autumn 100%', videoId, commentModList: [] } },
    firm.headers,
  )
  const names = async (query: Record<string, string>) =>
    (await t.call(commentModRoutes.list, { query }, firm.headers)).items.map(({ commentModName }) => commentModName)
  expect(await names({})).toEqual(['Autumn 100%', '留言'])
  expect(await names({ sort: '-comments' })).toEqual(['留言', 'Autumn 100%'])
  expect(await names({ q: 'ＡＵＴＵＭＮ 100%' })).toEqual(['Autumn 100%'])
  await expect(names({ sort: 'videoId' })).rejects.toMatchObject({ fields: { sort: expect.anything() } })
  const other = await t.aFirm()
  expect((await t.call(commentModRoutes.list, {}, other.headers)).total).toBe(0)
  for (const route of [commentModRoutes.copy, commentModRoutes.addMarked, commentModRoutes.download] as const) {
    const sent = { params: { id: group.id }, body: { liveId: group.id } }
    await expect(t.call(route, sent as never, other.headers)).rejects.toMatchObject({ errorName: 'noData' })
  }
})

test('COMMENT-MOD-5 A copy has the same comments under a name of its own, and changes apart', async () => {
  const group = await aCommentMod(t, member, await aVideo(t, member))
  const copy = await t.call(commentModRoutes.copy, { params: { id: group.id }, body: {} }, member.headers)
  expect(copy.commentModName).toBe('留言（複製）')
  expect(linesOf(copy)).toEqual(linesOf(group))
  await t.call(
    commentModRoutes.change,
    { params: { id: copy.id }, body: { commentModName: '另一組', videoId: copy.videoId, commentModList: [] } },
    member.headers,
  )
  const before = await t.call(commentModRoutes.show, { params: { id: group.id } }, member.headers)
  expect(before.commentModList).toHaveLength(2)
  const named = await t.call(
    commentModRoutes.copy,
    { params: { id: group.id }, body: { commentModName: '第二場' } },
    { ...member.headers, 'accept-language': 'en' },
  )
  expect(named.commentModName).toBe('第二場')
})

/** Comments of a room as its log keeps them, at these seconds. */
const aRoom = async (firm: Member, liveId: string, said: readonly [second: number, text: string][]) => {
  await t.platform.db.raw(`insert into room ("liveId", "firmId", "lastSeq", "createdAt") values ($1, $2, $3, $4)`, [
    liveId,
    firm.firmId,
    said.length,
    t.clock.now(),
  ])
  for (const [index, [second, text]] of said.entries())
    await t.platform.db.raw(
      `insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "messageKey", "createdAt")
       values ($1, $2, $3, $4, 'commented', cast($5 as jsonb), $6, $7)`,
      [
        liveId,
        index + 1,
        firm.firmId,
        second * 1000,
        JSON.stringify({ user: { userId: 'u', name: '真人王小姐', imgUrl: '', as: 'viewer' }, text }),
        `key-${index}`,
        t.clock.now(),
      ],
    )
}
const mark = (liveId: string, seq: number, marked = true, by = member) =>
  t.call(markRoutes.mark, { body: { liveId, seq, marked } }, by.headers)
const marksOf = async (liveId: string, by = member) =>
  (await t.call(markRoutes.marks, { query: { liveId } }, by.headers)).marks

test('COMMENT-MOD-6 A comment is marked once however often, the mark comes off again, and only comments of the firm’s own rooms', async () => {
  const live = await aLive(t, member)
  await aRoom(member, live.id, [
    [-20, '等開播'],
    [12.34, '碗好美'],
  ])
  await mark(live.id, 2)
  await mark(live.id, 2)
  expect(await marksOf(live.id)).toMatchObject([{ seq: 2, ms: 12_340, name: '真人王小姐', text: '碗好美' }])
  await mark(live.id, 2, false)
  await mark(live.id, 2, false)
  expect(await marksOf(live.id)).toEqual([])
  await expect(mark(live.id, 99)).rejects.toMatchObject({ errorName: 'noData' })
  const other = await t.aFirm()
  await expect(mark(live.id, 1, true, other)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(marksOf(live.id, other)).rejects.toMatchObject({ errorName: 'noData' })
})

test('COMMENT-MOD-7 Marked comments come into a group at their second, each once, said by virtual users and not in the name of who said them', async () => {
  const firm = await aFirm()
  const live = await aLive(t, firm, { videoId: await aVideo(t, firm, 3) })
  const group = await aCommentMod(t, firm, live.videoId ?? '')
  const add = () =>
    t.call(commentModRoutes.addMarked, { params: { id: group.id }, body: { liveId: live.id } }, firm.headers)
  await expect(add()).rejects.toMatchObject({ errorName: 'noData' })
  await aRoom(firm, live.id, [
    [-20, '等開播'],
    [12.34, '碗好美'],
    [40, '已下單'],
    [9999, '播完才說的'],
  ])
  for (const seq of [1, 2, 3, 4]) await mark(live.id, seq, true, firm)
  await expect(add()).rejects.toMatchObject({ errorName: 'conflict' })
  const users = [{ name: '小鹿' }, { name: '阿翔' }]
  await t.call(virtualUserRoutes.createMany, { body: { users } }, firm.headers)
  const first = await add()
  expect([first.already, first.outside, first.comments.length]).toEqual([0, 2, 2])
  expect(JSON.stringify(first)).not.toContain('真人')
  expect(linesOf(first.commentMod).map(([time, , text]) => [time, text])).toEqual([
    [4, '阿月好'],
    [12.3, '碗好美'],
    [27.5, '想看碗底'],
    [40, '已下單'],
  ])
  const second = await add()
  expect([second.already, second.comments.length, second.commentMod.commentModList.length]).toEqual([2, 0, 4])
  const { lives } = await t.call(commentModRoutes.markedLives, {}, firm.headers)
  expect(lives).toMatchObject([{ id: live.id, liveName: live.liveName, marks: 4 }])
})

test('COMMENT-MOD-8 What is taken of marked comments: within the video, by second, nothing twice, nobody twice running', () => {
  const words = fc.record({ ms: fc.integer({ min: -60_000, max: 400_000 }), text: fc.constantFrom('甲', '乙', '丙') })
  fc.assert(
    fc.property(fc.array(words), fc.integer({ min: 1, max: 4 }), (marked, people) => {
      const speakers = Array.from({ length: people }, (_, index) => ({ name: `人${index}`, userImgId: '' }))
      const taken = takeMarked({ marked, present: [], speakers, videoMs: 180_000 })
      expect(taken.comments.length + taken.already + taken.outside).toBe(marked.length)
      const times = taken.comments.map(({ commentTime }) => commentTime)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.every((time) => time >= 0 && time <= 180)).toBe(true)
      const keys = taken.comments.map(({ commentTime, commentText }) => `${commentTime} ${commentText}`)
      expect(new Set(keys).size).toBe(keys.length)
      if (people > 1)
        for (const [index, { userName }] of taken.comments.entries())
          expect(taken.comments[index + 1]?.userName).not.toBe(userName)
      const again = takeMarked({ marked, present: taken.comments, speakers, videoMs: 180_000 })
      expect(again.comments).toEqual([])
    }),
  )
})

/** Reads a file; unless `mode` is preview its good rows go on to the editor. */
const sendSheet = async (
  firm: Member,
  text: string,
  {
    mode = 'preview',
    makeUsers = false,
    ...fields
  }: { mode?: string; makeUsers?: boolean; commentModId?: string } = {},
) => {
  const form = multipart({ fileName: 'a.csv', ...fields }, { file: Buffer.from(text) })
  const reply = await t.request({
    method: 'POST',
    url: '/api/comment_mod/import',
    headers: { ...firm.headers, ...form.headers },
    payload: form.payload,
  })
  const { data: run } = reply.body as { data: ImportRun }
  const params = { id: run.id }
  const { rows } = await t.call(imports.rows, { params, query: {} }, firm.headers)
  if (mode === 'preview') return { ...run, rows, comments: [] }
  await t.call(imports.start, { params, body: { makeUsers } }, firm.headers)
  await t.platform.jobs.idle()
  const { comments } = await t.call(imports.comments, { params }, firm.headers)
  return { ...(await t.call(imports.run, { params }, firm.headers)), rows, comments }
}

test('COMMENT-MOD-9 An export read again gives the same comments, times as h:mm:ss.s', async () => {
  const group = await aCommentMod(t, member, await aVideo(t, member))
  const csv = await t.call(
    commentModRoutes.download,
    { params: { id: group.id }, query: { format: 'csv' } },
    member.headers,
  )
  expect(String(csv)).toContain('0:00:27.5')
  const read = await sendSheet(member, String(csv), { mode: 'all' })
  expect(read).toMatchObject({ state: 'done', counts: { new: 2, bad: 0 } })
  expect(read.comments.map(({ commentTime, userName, commentText }) => [commentTime, userName, commentText])).toEqual(
    linesOf(group),
  )
})

test('COMMENT-MOD-10 A file is answered line by line with what is wrong, asks before it makes virtual users, and deals where no name stands', async () => {
  const firm = await t.aFirm()
  await t.call(virtualUserRoutes.create, { body: { name: '小鹿', userImgId: 'deer' } }, firm.headers)
  const text =
    '時間,虛擬觀眾,留言內容\n1:23.4,小鹿,好美\n99:99,小鹿,壞的時間\n0:10,阿翔,我也要\n30,,沒有名字\n30,,沒有名字\n5,小鹿,\n'
  const preview = await sendSheet(firm, text)
  expect(preview).toMatchObject({ state: 'ready', counts: { new: 3, bad: 3 }, unknownNames: ['阿翔'], comments: [] })
  expect(preview.rows.filter(({ state }) => state === 'bad').map(({ line }) => line)).toEqual([3, 6, 7])
  const usersNow = async () => (await t.call(virtualUserRoutes.list, {}, firm.headers)).items.map(({ name }) => name)
  expect(await usersNow()).toEqual(['小鹿'])
  const kept = await sendSheet(firm, text, { mode: 'good' })
  expect(kept.comments.map(({ commentTime, userName, userImgId }) => [commentTime, userName, userImgId])).toEqual([
    [10, '阿翔', ''],
    [30, '小鹿', 'deer'],
    [83.4, '小鹿', 'deer'],
  ])
  expect(await usersNow()).toEqual(['小鹿'])
  const made = await sendSheet(firm, text, { mode: 'good', makeUsers: true })
  expect(made.comments[0]?.userImgUrl).toMatch(/^\/media\/avatar\//)
  expect((await usersNow()).toSorted()).toEqual(['小鹿', '阿翔'].toSorted())
})

test('COMMENT-MOD-85 Of a saved group a file says which comments are new, the same, or other words of the same person at the same moment', async () => {
  const group = await aCommentMod(t, member, await aVideo(t, member))
  const [first, second] = group.commentModList
  const text = [
    '時間,虛擬觀眾,留言內容',
    `${first?.commentTime},${first?.userName},改過的話`,
    `${second?.commentTime},${second?.userName},${second?.commentText}`,
    '99,路人甲,新的話',
  ].join('\n')
  const read = await sendSheet(member, text, { mode: 'good', commentModId: group.id })
  expect(read.counts).toEqual({ new: 1, change: 1, same: 1, bad: 0 })
  expect(read.rows.find(({ state }) => state === 'change')?.before).toEqual({ commentText: first?.commentText })
  expect(read.comments.map(({ commentText, before }) => [commentText, before])).toEqual([
    ['改過的話', first?.commentText],
    ['新的話', null],
  ])
})
