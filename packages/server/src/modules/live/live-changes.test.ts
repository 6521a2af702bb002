import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aLive, aVideo, inMinutes } from '../../../test/studio.ts'

const t = await sharedApp()
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const show = (id: string) => t.call(liveRoutes.show, { params: { id } }, member.headers)
const change = (live: object & { id: string }, part: object) =>
  t.call(liveRoutes.change, { params: { id: live.id }, body: LiveBody.parse({ ...live, ...part }) }, member.headers)

test('LIVE-20 A begin outside 2000 to 2199 is refused at its field', async () => {
  const videoId = await aVideo(t, member)
  for (const beginAt of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-23:59',
  ])
    await expect(
      t.call(liveRoutes.create, { body: { liveName: 'x', platformType: 'video', videoId, beginAt } }, member.headers),
    ).rejects.toMatchObject({ errorName: 'invalid', fields: { beginAt: expect.any(String) } })
})

test('LIVE-21 A running live keeps its kind, and is saved whether or not it is to be published', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  await expect(change(live, { platformType: 'camera' })).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { platformType: expect.any(String) },
  })
  t.clock.advance(2 * 60_000)
  await expect(change(live, { liveName: '新名字', publish: true })).resolves.toMatchObject({
    liveName: '新名字',
    status: 'live',
    endAt: live.endAt,
  })
})

test('LIVE-22 Of changes at once each sees the other: one publishes, and what was closed or deleted stays so', async () => {
  const draft = await aLive(t, member, { publish: false })
  const publish = (id: string) => errorNameOf(t.call(roomRoutes.publish, { body: { liveId: id } }, member.headers))
  const both = await Promise.all([publish(draft.id), publish(draft.id), publish(draft.id)])
  expect(both.toSorted()).toEqual(['conflict', 'conflict', 'none'])

  for (let turn = 0; turn < 5; turn += 1) {
    const running = await aLive(t, member, { minutes: 0 })
    const [closed] = await Promise.all([
      errorNameOf(t.call(roomRoutes.close, { query: { liveId: running.id } }, member.headers)),
      errorNameOf(change(running, { liveName: `改 ${turn}` })),
    ])
    expect([closed, (await show(running.id)).status]).toEqual(['none', 'ended'])

    const gone = await aLive(t, member, { publish: false })
    const [removed, published] = await Promise.all([
      errorNameOf(t.call(liveRoutes.remove, { params: { id: gone.id } }, member.headers)),
      publish(gone.id),
    ])
    expect(removed).toBe('none')
    // Deleted as a draft, or published first and then cancelled: never published and nowhere to be found.
    expect(published === 'none' ? (await show(gone.id)).status : await errorNameOf(show(gone.id))).toBe(
      published === 'none' ? 'cancelled' : 'notFound',
    )
  }
})

test('LIVE-23 A video that was deleted is no choice for a live or a new comment group', async () => {
  const videoId = await aVideo(t, member)
  const group = await aCommentMod(t, member, videoId)
  await t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)
  await expect(aLive(t, member, { videoId })).rejects.toMatchObject({ fields: { videoId: expect.any(String) } })
  await expect(aCommentMod(t, member, videoId)).rejects.toMatchObject({ fields: { videoId: expect.any(String) } })
  const renamed = { commentModName: '新名', videoId, commentModList: [] }
  await expect(
    t.call(commentModRoutes.change, { params: { id: group.id }, body: renamed }, member.headers),
  ).resolves.toMatchObject({ commentModName: '新名' })
})

test('LIVE-24 Links of a live lead to pages, never to a script, and its picture is one kept here', async () => {
  const videoId = await aVideo(t, member)
  const make = (part: object) =>
    t.call(
      liveRoutes.create,
      { body: { liveName: 'x', platformType: 'video', videoId, beginAt: inMinutes(t, 60), ...part } },
      member.headers,
    )
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a"b'])
    await expect(make({ callToAction: [{ at: 1, text: 'x', url }] })).rejects.toMatchObject({ errorName: 'invalid' })
  for (const liveImage of ['https://evil.example/a.png', '/media/../a.png', '/media/a.png"onerror='])
    await expect(make({ liveImage })).rejects.toMatchObject({ errorName: 'invalid' })
  const good = { callToAction: [{ at: 1, text: 'x', url: 'https://example.com/a?b=1#c' }], liveImage: '' }
  await expect(make({ ...good, liveImage: '/media/image/iabc-DEF_1.webp' })).resolves.toMatchObject({
    callToAction: good.callToAction,
  })
})
