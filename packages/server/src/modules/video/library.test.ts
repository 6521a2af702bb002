import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { fingerprintOf } from '@kaimai/contract/video/fingerprint.rules.ts'
import { testFilm } from '@kaimai/contract/video/test-film.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { imageLimits } from '@kaimai/contract/video/video.rules.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aForm, aLive, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member, multipart, type Reply } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()

/** A firm that may open rooms. */
const aFirm = async (): Promise<Member> => {
  const member = await aFirmWithHours(t)
  return member
}

const list = (member: Member, query: Record<string, string> = {}) => t.call(videoRoutes.list, { query }, member.headers)
const namesOf = async (member: Member, query: Record<string, string> = {}) =>
  (await list(member, query)).items.map(({ name }) => name)

const given = async (member: Member, fields: { name: string; state?: string; size?: number; minutes?: number }) => {
  const id = await aVideo(t, member, fields.minutes ?? 3)
  await t.platform.db.raw(
    `update video set name = $2, "searchName" = lower($2), state = $3, size = $4, problem = $5 where id = $1`,
    [id, fields.name, fields.state ?? 'ready', fields.size ?? 1000, fields.state === 'failed' ? 'videoCodec' : ''],
  )
  return id
}

const picture = (colour: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

test('VIDEO-10 Lists sort by name, date, length and size, keep one state, and count all; another sort is refused', async () => {
  const member = await t.aFirm()
  await given(member, { name: '甲 B', size: 300, minutes: 1 })
  t.clock.advance(1000)
  await given(member, { name: '甲 a', size: 100, minutes: 9 })
  t.clock.advance(1000)
  await given(member, { name: '乙', size: 200, state: 'failed', minutes: 5 })
  expect(await namesOf(member)).toEqual(['乙', '甲 a', '甲 B'])
  expect(await namesOf(member, { sort: 'createdAt' })).toEqual(['甲 B', '甲 a', '乙'])
  expect(await namesOf(member, { sort: '-size' })).toEqual(['甲 B', '乙', '甲 a'])
  expect(await namesOf(member, { sort: 'durationMs' })).toEqual(['甲 B', '乙', '甲 a'])
  expect(await namesOf(member, { sort: 'name', q: '甲' })).toEqual(['甲 a', '甲 B'])
  expect(await namesOf(member, { q: 'Ａ' })).toEqual(['甲 a'])
  expect(await namesOf(member, { state: 'failed' })).toEqual(['乙'])
  expect((await list(member, { state: 'ready', limit: '1' })).total).toBe(2)
  const counts = await t.call(videoRoutes.counts, { query: {} }, member.headers)
  expect(counts).toMatchObject({ all: 3, states: { uploading: 0, processing: 0, ready: 2, failed: 1 }, usedBytes: 600 })
  expect((await t.call(videoRoutes.counts, { query: { q: '甲' } }, member.headers)).all).toBe(2)
  for (const sort of ['problem', '-firmId', 'name desc'])
    await expect(list(member, { sort })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { sort: expect.anything() },
    })
})

test('VIDEO-11 A video shows which lives, forms and comment groups use it, to its own firm', async () => {
  const member = await aFirm()
  const videoId = await aVideo(t, member)
  const live = await aLive(t, member, { videoId })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const group = await aCommentMod(t, member, videoId)
  await aLive(t, member)
  const uses = await t.call(videoRoutes.uses, { params: { id: videoId } }, member.headers)
  expect(uses.lives).toMatchObject([{ id: live.id, name: live.liveName, status: 'scheduled' }])
  expect(uses.signups).toMatchObject([{ id: form.id, pageType: 'free' }])
  expect(uses.commentMods).toEqual([{ id: group.id, name: '留言', comments: 2 }])
  const other = await t.aFirm()
  await expect(t.call(videoRoutes.uses, { params: { id: videoId } }, other.headers)).rejects.toMatchObject({
    errorName: 'notFound',
  })
})

test('VIDEO-12 Deleting is refused with an error text while a draft or a live to come needs the video, and possible once it is over', async () => {
  const member = await aFirm()
  const videoId = await aVideo(t, member)
  const live = await aLive(t, member, { videoId, minutes: 60 })
  const remove = () => t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)
  await expect(remove()).rejects.toThrow(live.liveName)
  await t.call(liveRoutes.remove, { params: { id: live.id } }, member.headers)
  const draft = await aLive(t, member, { videoId, publish: false })
  await expect(remove()).rejects.toMatchObject({ errorName: 'conflict' })
  await t.call(liveRoutes.remove, { params: { id: draft.id } }, member.headers)
  await remove()
  await expect(aLive(t, member, { videoId })).rejects.toMatchObject({ fields: { videoId: expect.anything() } })
})

test('VIDEO-13 Deleting a video and making a live of it at once leaves one of the two', async () => {
  const member = await aFirm()
  for (let round = 0; round < 12; round += 1) {
    const videoId = await aVideo(t, member)
    const make = () =>
      t.call(
        liveRoutes.create,
        {
          body: {
            liveName: '同時',
            platformType: 'video',
            videoId,
            beginAt: inMinutes(t, 60),
            publish: round % 2 === 0,
          },
        },
        member.headers,
      )
    const remove = () => t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)
    const [made, removed] = await Promise.allSettled(
      round % 3 === 0 ? [make(), remove()] : [make(), remove()].toReversed(),
    )
    const outcomes = [made, removed].map((one) => one?.status).toSorted()
    expect(outcomes).toEqual(['fulfilled', 'rejected'])
    const { rows } = await t.platform.db.raw(
      `select live.id from live join video on video.id = live."videoId"
       where video.id = $1 and video."removedAt" is not null and live."removedAt" is null and live."cancelledAt" is null`,
      [videoId],
    )
    expect(rows).toEqual([])
  }
})

test('VIDEO-14 A new thumbnail has a new address, the old one is gone, and what is no picture is refused', async () => {
  const member = await t.aFirm()
  const id = await aVideo(t, member)
  const send = async (file: Uint8Array): Promise<Reply> => {
    const form = multipart({}, { picture: file })
    return t.request({
      method: 'PUT',
      url: `/api/video/${id}/thumbnail`,
      headers: { ...member.headers, ...form.headers },
      payload: form.payload,
    })
  }
  const urlOf = (reply: Reply) => (reply.body as { data: { thumbnailUrl: string } }).data.thumbnailUrl
  const first = urlOf(await send(await picture('#9c4a24')))
  const second = urlOf(await send(await picture('#3c6a54')))
  expect(second).not.toBe(first)
  await t.app.listen(0)
  const answer = await fetch(t.app.publicUrl() + second)
  const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([facts.format, facts.width]).toEqual(['jpeg', 1280])
  expect((await fetch(t.app.publicUrl() + first)).status).toBe(404)
  expect((await send(Buffer.from('no picture at all'))).status).toBe(400)
})

test('VIDEO-15 What has failed can be packaged again while its upload is here, nothing else can', async () => {
  const member = await t.aFirm()
  const again = (id: string) => t.call(videoRoutes.packageAgain, { params: { id } }, member.headers)
  const ready = await given(member, { name: '好的' })
  await expect(again(ready)).rejects.toMatchObject({ errorName: 'conflict' })
  const failed = await given(member, { name: '壞的', state: 'failed', size: 1000 })
  expect((await t.call(videoRoutes.show, { params: { id: failed } }, member.headers)).mayRetry).toBe(false)
  await expect(again(failed)).rejects.toMatchObject({ errorName: 'conflict' })
  await t.platform.db.raw('insert into "videoChunk" ("videoId", chunk, bytes) values ($1, 0, 1000)', [failed])
  expect((await t.call(videoRoutes.show, { params: { id: failed } }, member.headers)).mayRetry).toBe(true)
  await t.platform.db.raw(`update video set problem = 'before' where id = $1`, [failed])
  await again(failed)
  await t.platform.jobs.idle()
  // Its chunk has no bytes behind it: it was tried, and failed again, with the present error text.
  const tried = await t.call(videoRoutes.show, { params: { id: failed } }, member.headers)
  expect(tried.state).toBe('failed')
  expect(tried.problem).toContain('無法讀取')
  await t.platform.db.raw(`update video set state = 'processing' where id = $1`, [failed])
  await expect(again(failed)).rejects.toMatchObject({ errorName: 'conflict' })
})

const sendChunk = async (member: Member, fields: Record<string, string>, bytes: Uint8Array): Promise<Reply> => {
  const form = multipart(
    {
      firmId: member.firmId,
      chunk: '0',
      offset: '0',
      name: '影片.mp4',
      type: '.mp4',
      finished: 'false',
      duration: '60',
      ...fields,
    },
    { file: bytes },
  )
  return t.request({
    method: 'POST',
    url: '/api/video',
    headers: { ...member.headers, ...form.headers },
    payload: form.payload,
  })
}

test('VIDEO-16 A file is known again on any device: an upload to go on with, and a video made of it before', async () => {
  const member = await t.aFirm()
  const bytes = testFilm(5_242_880)
  const size = bytes.length + 10
  const fingerprint = fingerprintOf(size, [bytes])
  const known = (headers = member.headers) => t.call(videoRoutes.known, { query: { fingerprint, size } }, headers)
  expect(await known()).toEqual({ unfinished: null, twin: null, encodes: true })
  const uuid = newId()
  expect((await sendChunk(member, { uuid, size: String(size), fingerprint }, bytes)).status).toBe(200)
  expect(await known()).toMatchObject({ unfinished: { uuid, heldBytes: bytes.length }, twin: null })
  const [listed] = (await list(member, { state: 'uploading' })).items
  expect(listed).toMatchObject({ heldBytes: bytes.length, sweptAt: expect.any(String) })
  await t.platform.db.raw(`update video set state = 'ready' where "uploadId" = $1`, [uuid])
  expect(await known()).toMatchObject({ unfinished: null, twin: { id: listed?.id, name: '影片' } })
  expect(await known((await t.aFirm()).headers)).toMatchObject({ unfinished: null, twin: null })
})

test('VIDEO-17 Uploads that begin at once never reserve more than the firm’s space together', async () => {
  const member = await t.aFirm()
  const size = String(20 * 1024 ** 3)
  const begun = await Promise.all(
    Array.from({ length: 8 }, () => sendChunk(member, { uuid: newId(), size }, Buffer.alloc(10))),
  )
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 413, 413, 413])
})

test('VIDEO-18 A firm’s pictures are counted: beyond its space or its number the next is refused with an error text', async () => {
  const member = await t.aFirm()
  const send = async () => {
    const form = multipart({ name: 'a.jpg' }, { file: await picture('#123456') })
    return t.request({
      method: 'POST',
      url: '/api/video/upload_img_test',
      headers: { ...member.headers, ...form.headers },
      payload: form.payload,
    })
  }
  expect((await send()).status).toBe(200)
  await t.platform.db.raw('update image set bytes = $2 where "firmId" = $1', [member.firmId, imageLimits.bytes])
  const full = await send()
  expect([full.status, JSON.stringify(full.body)]).toEqual([413, expect.stringContaining('2 GB')])
  await t.platform.db.raw('update image set bytes = 1 where "firmId" = $1', [member.firmId])
  await t.platform.db.raw(
    `insert into image (id, "firmId", extension, bytes, kept, "createdAt")
     select 'many-' || n, $1, '.webp', 1, true, $2 from generate_series(1, ${imageLimits.files}) n`,
    [member.firmId, t.clock.now()],
  )
  const many = await send()
  expect([many.status, JSON.stringify(many.body)]).toEqual([413, expect.stringContaining('20,000')])
})

test('VIDEO-19 A group is made for a video that is there, also when that is deleted at the same moment', async () => {
  const member = await aFirm()
  const videoId = await aVideo(t, member)
  await t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)
  await expect(
    t.call(commentModRoutes.create, { body: { commentModName: '留言', videoId, commentModList: [] } }, member.headers),
  ).rejects.toMatchObject({ fields: { videoId: expect.anything() } })
})
