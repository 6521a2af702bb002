import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes } from '@kaimai/contract/member/member.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aForm, aLive, aProduct, aVideo, inMinutes } from '../../../test/studio.ts'

const t = await sharedApp()
let videoId: string
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  videoId = await aVideo(t, member)
})

const body = (part: object = {}) => ({
  liveName: '秋窯開窯夜',
  platformType: 'video' as const,
  videoId,
  beginAt: inMinutes(t, 60),
  ...part,
})
const make = (part: object = {}) => t.call(liveRoutes.create, { body: body(part) }, member.headers)
const change = (live: object & { id: string }, part: object) =>
  t.call(liveRoutes.change, { params: { id: live.id }, body: LiveBody.parse({ ...live, ...part }) }, member.headers)
const show = (id: string) => t.call(liveRoutes.show, { params: { id } }, member.headers)
const audited = async (targetId: string) => {
  const { items } = await t.call(auditRoutes.list, { query: { limit: 100 } }, member.headers)
  return items.filter(({ target }) => target === targetId)
}
const comment = (commentText: string, commentTime: number) => ({
  userImgId: '',
  userName: 'Mei',
  commentText,
  commentTime,
})
const scriptOf = async (id: string) =>
  (await t.app.services.liveReader.script(id)).map((item) => ('text' in item ? item.text : item.kind))

test('LIVE-64 A live’s comments are its own: left out they are the group’s of that moment, given they are those', async () => {
  const group = await aCommentMod(t, member, videoId)
  const ofGroup = await make({ commentModId: group.id })
  expect(ofGroup.commentList.map(({ commentText }) => commentText)).toEqual(['阿月好', '想看碗底'])
  const own = await change(ofGroup, { commentList: [comment('後', 9), comment('先', 1)] })
  expect(own.commentList.map(({ commentText }) => commentText)).toEqual(['先', '後'])
  expect(await scriptOf(own.id)).toEqual(['先', '後'])
  const there = await t.call(commentModRoutes.show, { params: { id: group.id } }, member.headers)
  expect(there.commentModList).toHaveLength(2)
  await t.call(
    commentModRoutes.change,
    { params: { id: group.id }, body: { commentModName: '空', videoId, commentModList: [] } },
    member.headers,
  )
  expect((await show(own.id)).commentList).toHaveLength(2)
  // Deleted since: the live has what it needs of it.
  await t.call(commentModRoutes.remove, { params: { id: group.id } }, member.headers)
  await expect(change(own, { liveName: '新名' })).resolves.toMatchObject({ liveName: '新名', commentModId: group.id })
  await expect(make({ commentModId: group.id, commentList: [] })).rejects.toMatchObject({
    fields: { commentModId: expect.any(String) },
  })
})

test('LIVE-56 5,000 comments are kept and come back; pictures of virtual users show', async () => {
  const { images } = await t.call(virtualUserRoutes.images, {}, member.headers)
  const { userImgId = '', userImgUrl = '' } = images[0] ?? {}
  const commentList = Array.from({ length: 5000 }, (_, at) => ({ ...comment(`${at}`, at / 10), userImgId }))
  const live = await make({ commentList })
  expect(live.commentList).toHaveLength(5000)
  expect(live.commentList[0]).toMatchObject({ userImgId, userImgUrl })
  expect(await t.app.services.liveReader.script(live.id)).toHaveLength(5000)
})

test('LIVE-65 All that is set of a live comes back, and the audit log shows what was changed of it', async () => {
  const product = await aProduct(t, member)
  const live = await make()
  const part = {
    liveInfoImage: ['/media/image/iabc-DEF_1.webp'],
    slowSeconds: 15,
    disclosure: false,
    productList: [{ productId: product.id, showAt: 4, hideAt: 8, livePrice: 50_000, showLeft: false }],
    callToAction: [{ at: 3, until: 9, text: '免運', url: '' }],
    commentList: [comment('哈囉', 2)],
    replayMinutes: 60,
  }
  expect(await change(live, part)).toMatchObject(part)
  expect(await show(live.id)).toMatchObject(part)
  const [log] = await audited(live.id)
  expect(log).toMatchObject({ action: 'live.change' })
  const changed = (row: typeof log) => Object.fromEntries((row?.changes ?? []).map((one) => [one.field, one]))
  expect(changed(log)).toMatchObject({
    slowSeconds: { before: '0', after: '15' },
    disclosure: { before: null, after: 'false' },
    comments: { before: '0', after: '1' },
    infoImages: { after: expect.stringContaining('iabc-DEF_1.webp') },
    products: { after: expect.stringContaining('50000') },
  })
  const hidden = await make({ disclosure: false })
  expect(changed((await audited(hidden.id))[0])).toMatchObject({ disclosure: { after: 'false' } })
})

test('LIVE-66 A live’s own word on disclosure goes before the firm’s, for the room and for who speaks in it', async () => {
  const asFirm = await aLive(t, member, { minutes: 10, videoId })
  const own = await make({ beginAt: inMinutes(t, 10), disclosure: false, publish: true })
  const disclosed = async (streamId: string) => (await t.call(roomRoutes.show, { query: { streamId } })).disclosure
  expect([await disclosed(asFirm.streamId), await disclosed(own.streamId)]).toEqual([true, false])
})

test('LIVE-67 A YouTube live takes an address of a video there and no video of its own, and lasts as long as planned', async () => {
  const youtube = { platformType: 'youtube', videoId: null, plannedMinutes: 45 }
  await expect(make({ ...youtube, youtubeUrl: 'https://example.com/x' })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { youtubeUrl: expect.any(String) },
  })
  await expect(make({ ...youtube, publish: true })).rejects.toMatchObject({
    fields: { youtubeUrl: expect.any(String) },
  })
  const youtubeUrl = 'https://youtu.be/dQw4w9WgXcQ?si=x'
  await expect(make({ ...youtube, videoId, youtubeUrl, publish: true })).rejects.toMatchObject({
    fields: { videoId: expect.any(String) },
  })
  const live = await make({ ...youtube, youtubeUrl, publish: true, replayMinutes: 60 })
  expect(live).toMatchObject({ status: 'scheduled', youtubeUrl, videoName: '' })
  expect(Date.parse(live.endAt) - Date.parse(live.beginAt)).toBe(45 * 60_000)
  const room = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
  expect(room).toMatchObject({ platformType: 'youtube', youtubeId: 'dQw4w9WgXcQ', playlistUrl: '', replayUrl: '' })
  const draft = await make({ ...youtube, youtubeUrl })
  await t.call(roomRoutes.publish, { body: { liveId: draft.id } }, member.headers)
  expect((await show(draft.id)).status).toBe('scheduled')
  // Of a video live nothing of it is kept.
  expect((await make({ youtubeUrl })).youtubeUrl).toBe('')
  await expect(make({ platformType: 'camera', videoId: null, publish: true })).rejects.toMatchObject({
    fields: { platformType: expect.any(String) },
  })
})

test('LIVE-57 While it runs its address and its planned time may be changed, but not to an end that has passed', async () => {
  const live = await make({
    platformType: 'youtube',
    videoId: null,
    plannedMinutes: 45,
    publish: true,
    youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ',
    beginAt: inMinutes(t, 0),
  })
  t.clock.advance(60_000 * 5)
  const youtubeUrl = 'https://youtu.be/aaaaaaaaaaa'
  const changed = await change(live, { youtubeUrl, plannedMinutes: 90 })
  expect(changed).toMatchObject({ youtubeUrl, status: 'live' })
  expect(Date.parse(changed.endAt) - Date.parse(live.beginAt)).toBe(90 * 60_000)
  await expect(change(live, { plannedMinutes: 5 })).rejects.toMatchObject({
    fields: { plannedMinutes: expect.any(String) },
  })
  await expect(change(live, { youtubeUrl: '' })).rejects.toMatchObject({ fields: { youtubeUrl: expect.any(String) } })
})

test('LIVE-80 A product that is shown several times is sold once', async () => {
  const product = await aProduct(t, member)
  const showing = (showAt: number) => ({ productId: product.id, showAt, hideAt: showAt + 5 })
  const live = await make({ productList: [showing(1), showing(20)], beginAt: inMinutes(t, 1), publish: true })
  const room = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
  expect(room.products.map(({ productId }) => productId)).toEqual([product.id])
})

test('LIVE-68 A live shows which forms offer it, public ones first, with how many signed up for it there', async () => {
  const live = await aLive(t, member, { videoId })
  expect(live.signupList).toEqual([])
  const form = await aForm(t, member, [{ liveId: live.id }], 'offers-it')
  expect((await show(live.id)).signupList).toEqual([
    { id: form.id, signupTitle: '秋窯開窯夜', path: '/f/offers-it', isPublished: true, signups: 0 },
  ])
})

test('LIVE-69 Counts of the list agree with the list; it sorts by begin, sign-ups and name', async () => {
  const other = await aFirmWithHours(t)
  const own = await aVideo(t, other)
  const [b, a] = [
    await aLive(t, other, { minutes: 90, videoId: own }),
    await aLive(t, other, { minutes: 60, videoId: own }),
  ]
  await aLive(t, other, { minutes: 10, videoId: own, publish: false })
  const { items, total } = await t.call(liveRoutes.list, {}, other.headers)
  const counts = await t.call(liveRoutes.counts, {}, other.headers)
  expect(counts).toEqual({ all: 3, draft: 1, scheduled: 2, open: 0, live: 0, ended: 0, cancelled: 0 })
  expect([total, items.length]).toEqual([3, 3])
  expect(items[0]).toMatchObject({ shortUrl: expect.stringMatching(/^\w{7}$/), replayViewers: 0 })
  expect((await t.call(liveRoutes.counts, { query: { q: 'nothing' } }, other.headers)).all).toBe(0)
  const form = await aForm(t, other, [{ liveId: a.id }, { liveId: b.id }], 'sorted-form')
  await t.platform.db.raw(
    `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged, "isCancelNotice", "createdAt")
     values (gen_random_uuid(), $1, $2, 'x', '+886912345678', 'x@example.com', '', 'Asia/Taipei', '', false, false, now())`,
    [other.firmId, form.id],
  )
  await t.platform.db.raw(
    `insert into "signupSeat" ("signupUserId", "liveId", "firmId", "createdAt")
     select id, $2, $1, now() from "signupUser" where "signupId" = $3`,
    [other.firmId, a.id, form.id],
  )
  const sorted = async (sort: string) =>
    (await t.call(liveRoutes.list, { query: { sort } }, other.headers)).items.map(({ id }) => id)
  expect((await sorted('-signups'))[0]).toBe(a.id)
  expect((await sorted('signups')).at(-1)).toBe(a.id)
  expect((await sorted('-beginAt'))[0]).toBe(b.id)
  expect((await sorted('beginAt')).at(-1)).toBe(b.id)
  expect(await sorted('liveName')).toHaveLength(3)
  await expect(sorted('price')).rejects.toMatchObject({ errorName: 'invalid' })
})
