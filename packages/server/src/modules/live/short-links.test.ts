import { roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { shortLinkRoutes } from '@kaimai/contract/live/short-link.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'
import { knownDevice } from '../../platform/http/device.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const page = (url: string, cookie?: string) =>
  t.request({ method: 'GET', url, headers: { host: new URL(t.app.publicUrl()).host, ...(cookie ? { cookie } : {}) } })
const led = async (shortUrl: string, cookie?: string) => (await page(`/stream/${shortUrl}`, cookie)).headers['location']
const contrast = async (url: string) => (await t.call(shortLinkRoutes.contrast, { query: { url } })).path
const minute = 60_000

test('LIVE-74 Each live has a short address of its own, seven signs that are easy to read and type', async () => {
  const videoId = await aVideo(t, member)
  const lives = []
  for (let nth = 0; nth < 5; nth += 1) lives.push(await aLive(t, member, { videoId }))
  expect(new Set(lives.map(({ shortUrl }) => shortUrl)).size).toBe(5)
  for (const { shortUrl } of lives) expect(shortUrl).toMatch(/^[23456789ABCDEFGHJKMNPQRSTWXYZ]{7}$/)
  const [live] = lives
  expect((await t.call(liveRoutes.show, { params: { id: live?.id ?? '' } }, member.headers)).shortUrl).toBe(
    live?.shortUrl,
  )
})

test('LIVE-75 It leads into the room, typed in any case; to the form where one must sign up; nowhere for a draft', async () => {
  const live = await aLive(t, member)
  expect(await led(live.shortUrl)).toBe(`/stream/${live.streamId}/anonymous`)
  expect(await led(`${live.shortUrl.toLowerCase()}?lng=en`)).toBe(`/stream/${live.streamId}/anonymous?lng=en`)
  await aForm(t, member, [{ liveId: live.id }], `form-${live.shortUrl.toLowerCase()}`)
  await t.app.services.lives.changeRunning(member.firmId, live.id, { anonymousAllowed: false })
  expect(await led(live.shortUrl)).toBe(`/f/form-${live.shortUrl.toLowerCase()}`)
  const draft = await aLive(t, member, { publish: false })
  expect((await page(`/stream/${draft.shortUrl}`)).status).not.toBe(302)
})

test('LIVE-107 In the browser that a personal link was opened in before, it leads into the room by that link', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  await aForm(t, member, [{ liveId: live.id }], `own-${live.shortUrl.toLowerCase()}`)
  const cookie = 'kaimai_device=a-device-of-at-least-sixteen-signs'
  const signUp = (name: string, phone: string, email: string) =>
    t.call(
      publicSignupRoutes.signUp,
      {
        body: {
          customUrl: `own-${live.shortUrl.toLowerCase()}`,
          liveIds: [live.id],
          name,
          phone,
          email,
          consent: true,
        },
      },
      { cookie: `kaimai_device=another-device-of-${phone}` },
    )
  const first = await signUp('林小美', '0912345678', 'mei@example.com')
  const keyOf = ({ links: [link] }: typeof first) => link?.path.split('/').at(-1) ?? ''
  const key = keyOf(first)
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/anonymous`)
  await t.call(roomRoutes.join, { body: { streamId: live.streamId, viewerKey: key } }, { cookie })
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/${key}`)
  expect(await led(live.shortUrl, 'kaimai_device=somebody-elses-device-here')).toBe(
    `/stream/${live.streamId}/anonymous`,
  )
  const reply = await page(`/stream/${live.shortUrl}`, cookie)
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  // Two people of one browser: nobody knows who comes now.
  const second = await signUp('林大美', '0922345678', 'damei@example.com')
  const other = keyOf(second)
  await t.call(roomRoutes.join, { body: { streamId: live.streamId, viewerKey: other } }, { cookie })
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/anonymous`)
})

test('LIVE-108 A personal link that was ended is not given back by the short address, until the new one is opened there', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const customUrl = `ended-${live.shortUrl.toLowerCase()}`
  await aForm(t, member, [{ liveId: live.id }], customUrl)
  const cookie = 'kaimai_device=a-device-whose-link-is-ended'
  const person = { name: '林小美', phone: '0912345678', email: 'mei@example.com', consent: true as const }
  const { links } = await t.call(
    publicSignupRoutes.signUp,
    { body: { customUrl, liveIds: [live.id], ...person } },
    { cookie: 'kaimai_device=the-device-that-signed-up' },
  )
  const key = links[0]?.path.split('/').at(-1) ?? ''
  const join = (viewerKey: string) =>
    t.call(roomRoutes.join, { body: { streamId: live.streamId, viewerKey } }, { cookie })
  await join(key)
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/${key}`)
  const { liveUsers } = t.app.services
  const user = await liveUsers.byViewerKey(live.streamId, key)
  if (!user) throw new Error('no viewer')
  const next = await liveUsers.revokeKey(member.firmId, user.id)
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/anonymous`)
  // A join by the old link that was under way when it was ended opens nothing either.
  await liveUsers.noteJoined(user, knownDevice({ cookie: () => 'a-device-whose-link-is-ended' }))
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/anonymous`)
  await join(next)
  expect(await led(live.shortUrl, cookie)).toBe(`/stream/${live.streamId}/${next}`)
})

test('LIVE-109 The browser of an ended link is still known to blocks', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  const customUrl = `known-${live.shortUrl.toLowerCase()}`
  await aForm(t, member, [{ liveId: live.id }], customUrl)
  const person = { name: '林小美', phone: '0912345679', email: 'mei2@example.com', consent: true as const }
  const { links } = await t.call(publicSignupRoutes.signUp, { body: { customUrl, liveIds: [live.id], ...person } })
  const viewerKey = links[0]?.path.split('/').at(-1) ?? ''
  const cookie = 'kaimai_device=a-device-that-is-to-be-blocked'
  await t.call(roomRoutes.join, { body: { streamId: live.streamId, viewerKey } }, { cookie })
  const { liveUsers } = t.app.services
  const user = await liveUsers.byViewerKey(live.streamId, viewerKey)
  if (!user) throw new Error('no viewer')
  await liveUsers.revokeKey(member.firmId, user.id)
  await t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId: user.publicId } }, member.headers)
  await expect(t.call(roomRoutes.join, { body: { streamId: live.streamId } }, { cookie })).rejects.toMatchObject({
    errorName: 'forbidden',
  })
})

test('LIVE-76 After the end it leads to the replay while that is open, then to the page that says it is over', async () => {
  const videoId = await aVideo(t, member)
  const live = await t.call(
    liveRoutes.create,
    {
      body: {
        liveName: '秋窯',
        platformType: 'video',
        videoId,
        beginAt: inMinutes(t, 0),
        replayMinutes: 60,
        publish: true,
      },
    },
    member.headers,
  )
  const none = await aLive(t, member, { minutes: 0, videoId })
  t.clock.advance(4 * minute)
  expect(await led(live.shortUrl)).toBe(`/stream/${live.streamId}/anonymous/replay`)
  // Who comes to the replay is somebody: with a key for the cart and for what counts as watched.
  const joined = await t.call(roomRoutes.join, { body: { streamId: live.streamId } })
  expect(joined).toMatchObject({ anonymous: true })
  expect(await contrast(live.shortUrl)).toBe(`/stream/${live.streamId}/anonymous/replay`)
  const piece = await t.request({ method: 'GET', url: `/api/room/live/replay?streamId=${live.streamId}` })
  expect([piece.status, piece.headers['cache-control']]).toEqual([200, 'public, max-age=5'])
  expect(await led(none.shortUrl)).toBe(`/stream/s/${none.shortUrl}/expired`)
  await expect(contrast(none.shortUrl)).rejects.toMatchObject({ errorName: 'notFound', status: 404 })
  t.clock.advance(61 * minute)
  expect(await led(live.shortUrl)).toBe(`/stream/s/${live.shortUrl}/expired`)
  await expect(t.call(roomRoutes.join, { body: { streamId: live.streamId } })).rejects.toMatchObject({
    errorName: 'gone',
  })
})

test('LIVE-77 The target of a short or custom URL is found for whole addresses, paths and bare names; unknown ones are not found', async () => {
  const live = await aLive(t, member)
  const customUrl = `where-${live.shortUrl.toLowerCase()}`
  await aForm(t, member, [{ liveId: live.id }], customUrl)
  const room = `/stream/${live.streamId}/anonymous`
  for (const url of [
    live.shortUrl,
    `/stream/${live.shortUrl}`,
    `https://shop.example/stream/${live.shortUrl}/?utm_source=line#x`,
    live.streamId,
  ])
    expect(await contrast(url), url).toBe(room)
  expect(await contrast(customUrl)).toBe(`/f/${customUrl}`)
  expect(await contrast(`https://shop.example/f/${customUrl}`)).toBe(`/f/${customUrl}`)
  for (const url of ['nobody', 'ZZZZZZZ', '/', '%', 'https://shop.example/'])
    await expect(contrast(url), url).rejects.toMatchObject({ errorName: 'notFound' })
})
