import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp, setOnFirm } from '../../../test/fixtures.ts'
import { aCommentMod, aLive, aProduct, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t)
})

const show = (id: string) => t.call(liveRoutes.show, { params: { id } }, member.headers)

describe('the status of a live', () => {
  test('LIVE-1 Is one of six at any moment, and goes only forward', () => {
    const order = ['draft', 'scheduled', 'open', 'live', 'ended']
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 0, max: 600 }),
        fc.array(fc.integer({ min: -1e6, max: 3e6 })),
        (publishedAtMs, length, waitingMinutes, moments) => {
          const live = { publishedAtMs, beginAtMs: 1e6, endAtMs: 1e6 + length, cancelledAtMs: null, waitingMinutes }
          const seen = moments.toSorted((a, b) => a - b).map((moment) => order.indexOf(liveStatusAt(live, moment)))
          expect(seen).toEqual(seen.toSorted((a, b) => a - b))
          for (const moment of moments)
            expect(liveStatusAt({ ...live, cancelledAtMs: moment }, moment)).toBe('cancelled')
        },
      ),
    )
  })

  test('LIVE-2 A published live opens its room 30 minutes before, runs for its video, and is over', async () => {
    const { id } = await aLive(t, member, { minutes: 31 })
    expect((await show(id)).status).toBe('scheduled')
    const statuses: string[] = []
    for (const minutes of [1, 30, 2, 1]) {
      t.clock.advance(minutes * 60_000)
      member = await relogin()
      statuses.push((await show(id)).status)
    }
    expect(statuses).toEqual(['open', 'live', 'live', 'ended'])
  })

  test('LIVE-3 Lists filter by the same status, running ones first', async () => {
    const draft = await aLive(t, member, { publish: false })
    const later = await aLive(t, member, { minutes: 120 })
    const open = await aLive(t, member, { minutes: 10 })
    const running = await aLive(t, member, { minutes: 0 })
    const all = await t.call(liveRoutes.list, {}, member.headers)
    expect(all.items[0]?.id).toBe(running.id)
    for (const [status, live] of [
      ['draft', draft],
      ['scheduled', later],
      ['open', open],
      ['live', running],
    ] as const) {
      const { items } = await t.call(liveRoutes.list, { query: { status } }, member.headers)
      expect(
        items.map(({ id }) => id),
        status,
      ).toEqual([live.id])
    }
    await t.call(roomRoutes.cancel, { query: { liveId: later.id } }, member.headers)
    expect((await t.call(liveRoutes.list, { query: { status: 'cancelled' } }, member.headers)).total).toBe(1)
  })
})

const relogin = async (): Promise<Member> => {
  const reply = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: member.account, password: 'correct horse battery', deviceId: member.deviceId }),
  })
  const { data } = reply.body as { data: { userInfo: { authorizationToken: string } } }
  return {
    ...member,
    headers: {
      ...member.headers,
      authorization: `Bearer ${data.userInfo.authorizationToken}`,
      'x-csrf-token': String(reply.headers['x-csrf-token']),
    },
  }
}

describe('publishing', () => {
  test('LIVE-4 The script is the live’s own copy: sorted by second, and a later change of the group changes nothing', async () => {
    const videoId = await aVideo(t, member)
    const product = await aProduct(t, member)
    const group = await aCommentMod(t, member, videoId)
    const live = await aLive(t, member, { videoId, productIds: [product.id], commentModId: group.id })
    const script = await t.app.services.liveReader.script(live.id)
    expect(script.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['comment', 4000],
      ['showProduct', 20_000],
      ['comment', 27_500],
    ])
    await t.call(
      commentModRoutes.change,
      { params: { id: group.id }, body: { commentModName: '空', videoId, commentModList: [] } },
      member.headers,
    )
    expect(await t.app.services.liveReader.script(live.id)).toEqual(script)
  })

  test('LIVE-5 Without a ready video, in the past, or with another firm’s parts it is refused at the field', async () => {
    const other = await t.aFirm()
    const foreign = await aVideo(t, other)
    const body = { liveName: '開窯', platformType: 'video' as const, beginAt: inMinutes(t, 60), publish: true }
    const make = (change: object) =>
      t.call(liveRoutes.create, { body: { videoId: null, ...body, ...change } }, member.headers)
    await expect(make({})).rejects.toMatchObject({ errorName: 'invalid', fields: { videoId: expect.any(String) } })
    await expect(make({ videoId: foreign })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { videoId: expect.any(String) },
    })
    const videoId = await aVideo(t, member)
    await expect(make({ videoId, beginAt: inMinutes(t, -5) })).rejects.toMatchObject({
      fields: { beginAt: expect.any(String) },
    })
    const product = await aProduct(t, other)
    await expect(
      make({ videoId, productList: [{ productId: product.id, showAt: 1, hideAt: null }] }),
    ).rejects.toMatchObject({ fields: { 'productList.0.productId': expect.any(String) } })
    await t.platform.db.raw(`update video set state = 'processing' where id = $1`, [videoId])
    await expect(make({ videoId })).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { videoId: expect.any(String) },
    })
  })

  test('LIVE-6 With the live hours used up no new room opens; the demo firm is not asked', async () => {
    await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'away', seconds: -36_000 })
    await expect(aLive(t, member)).rejects.toMatchObject({ errorName: 'balanceTooLow', status: 402 })
    await setOnFirm(t, member.firmId, 'isDemo', true)
    await expect(aLive(t, member)).resolves.toMatchObject({ status: 'scheduled' })
  })

  test('LIVE-7 While it runs, video and begin stay; it can be closed once, and then nothing changes any more', async () => {
    const live = await aLive(t, member, { minutes: 0 })
    const {
      id: _,
      streamId: __,
      status: ___,
      endAt: ____,
      videoName: _____,
      videoDuration: ______,
      imageUrl: _______,
      ...body
    } = live
    const change = (part: object) =>
      t.call(liveRoutes.change, { params: { id: live.id }, body: { ...body, ...part } }, member.headers)
    await expect(change({ beginAt: inMinutes(t, 5) })).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { beginAt: expect.any(String) },
    })
    await expect(change({ videoId: await aVideo(t, member) })).rejects.toMatchObject({
      fields: { videoId: expect.any(String) },
    })
    await expect(change({ liveName: '新名字' })).resolves.toMatchObject({ liveName: '新名字', status: 'live' })
    await t.call(roomRoutes.close, { query: { liveId: live.id } }, member.headers)
    expect((await show(live.id)).status).toBe('ended')
    await expect(t.call(roomRoutes.close, { query: { liveId: live.id } }, member.headers)).rejects.toMatchObject({
      errorName: 'conflict',
    })
    await expect(change({ liveName: '再改' })).rejects.toMatchObject({ errorName: 'conflict' })
  })

  test('LIVE-8 A draft is invisible outside, is published by one call, and deleting it is not cancelling', async () => {
    const live = await aLive(t, member, { publish: false })
    await expect(t.call(roomRoutes.show, { query: { streamId: live.streamId } })).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await t.call(roomRoutes.publish, { body: { liveId: live.id } }, member.headers)
    await expect(t.call(roomRoutes.show, { query: { streamId: live.streamId } })).resolves.toMatchObject({
      liveName: '秋窯開窯夜',
    })
    await expect(t.call(roomRoutes.publish, { body: { liveId: live.id } }, member.headers)).rejects.toMatchObject({
      errorName: 'conflict',
    })
    const second = await aLive(t, member, { publish: false })
    await t.call(liveRoutes.remove, { params: { id: second.id } }, member.headers)
    await expect(show(second.id)).rejects.toMatchObject({ errorName: 'notFound' })
  })

  test('LIVE-9 A video or product that a live to come uses is not deleted; the error names the live', async () => {
    const videoId = await aVideo(t, member)
    const product = await aProduct(t, member)
    await aLive(t, member, { videoId, productIds: [product.id] })
    await expect(t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)).rejects.toThrow('秋窯開窯夜')
    await expect(t.call(productRoutes.remove, { params: { id: product.id } }, member.headers)).rejects.toThrow(
      '秋窯開窯夜',
    )
  })

  test('LIVE-10 Another firm’s live is not there', async () => {
    const live = await aLive(t, member)
    const other = await t.aFirm()
    await expect(t.call(liveRoutes.show, { params: { id: live.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await expect(t.call(liveRoutes.remove, { params: { id: live.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
    await expect(t.call(roomRoutes.close, { query: { liveId: live.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
  })
})

describe('comment groups and virtual users', () => {
  test('LIVE-95 Comments are kept sorted by second, and of a video of the firm', async () => {
    const videoId = await aVideo(t, member)
    const group = await aCommentMod(t, member, videoId)
    expect(group.commentModList.map(({ commentTime }) => commentTime)).toEqual([4, 27.5])
    const listed = await t.call(commentModRoutes.list, { query: { videoId } }, member.headers)
    expect(listed.items).toMatchObject([{ commentModName: '留言', comments: 2, videoName: '開窯' }])
    const other = await t.aFirm()
    const foreign = t.call(
      commentModRoutes.create,
      { body: { commentModName: 'x', videoId, commentModList: [] } },
      other.headers,
    )
    await expect(foreign).rejects.toMatchObject({ fields: { videoId: expect.any(String) } })
    await expect(t.call(commentModRoutes.show, { params: { id: group.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await t.call(commentModRoutes.remove, { params: { id: group.id } }, member.headers)
    await expect(t.call(commentModRoutes.show, { params: { id: group.id } }, member.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
  })

  test('LIVE-96 5,000 comments are saved and come back the same', async () => {
    const videoId = await aVideo(t, member)
    const commentModList = Array.from({ length: 5000 }, (_, index) => ({
      userImgId: '',
      userName: `觀眾${index}`,
      commentText: `第 ${index} 則`,
      commentTime: index / 10,
    }))
    const group = await t.call(
      commentModRoutes.create,
      { body: { commentModName: '多', videoId, commentModList } },
      member.headers,
    )
    const back = await t.call(commentModRoutes.show, { params: { id: group.id } }, member.headers)
    expect(back.commentModList).toEqual(commentModList.map((comment) => ({ ...comment, userImgUrl: '' })))
  })

  test('LIVE-97 Virtual users have a name and a picture of the shipped set; another firm’s are not there', async () => {
    const { images } = await t.call(virtualUserRoutes.images, {}, member.headers)
    expect(images.length).toBeGreaterThan(20)
    const userImgId = images[0]?.userImgId ?? ''
    const user = await t.call(virtualUserRoutes.create, { body: { name: '小安', userImgId } }, member.headers)
    expect(user.userImgUrl).toBe(images[0]?.userImgUrl)
    await expect(
      t.call(virtualUserRoutes.create, { body: { name: '小安', userImgId: 'nobody' } }, member.headers),
    ).rejects.toMatchObject({ fields: { userImgId: expect.any(String) } })
    const other = await t.aFirm()
    await expect(
      t.call(virtualUserRoutes.change, { params: { id: user.id }, body: { name: 'x', userImgId } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
    await expect(t.call(virtualUserRoutes.remove, { params: { id: user.id } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
    await t.call(
      virtualUserRoutes.change,
      { params: { id: user.id }, body: { name: '大安', userImgId } },
      member.headers,
    )
    expect((await t.call(virtualUserRoutes.list, { query: { q: '大' } }, member.headers)).items).toMatchObject([
      { name: '大安' },
    ])
    await t.call(virtualUserRoutes.remove, { params: { id: user.id } }, member.headers)
    expect((await t.call(virtualUserRoutes.list, {}, member.headers)).total).toBe(0)
  })
})
