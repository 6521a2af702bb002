import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aForm, aLive, aVideo } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

/** A form whose one session runs since a minute. */
const running = async (given: { capacity?: number; change?: object } = {}) => {
  const videoId = await aVideo(t, member)
  const { id: commentModId } = await aCommentMod(t, member, videoId)
  const live = await aLive(t, member, { minutes: 1, videoId, commentModId })
  const form = await aForm(t, member, [{ liveId: live.id, capacity: given.capacity ?? null }])
  const { id, version: _, createdAt: __, ...body } = form
  if (given.change)
    await t.call(signupRoutes.change, { params: { id }, body: { ...body, ...given.change } }, member.headers)
  t.clock.advance(2 * 60_000)
  return { live, customUrl: form.customUrl }
}

const pageOf = (customUrl: string) => t.call(publicSignupRoutes.page, { query: { customUrl } })
const open = (customUrl: string, key: string) =>
  t.request({
    method: 'POST',
    url: '/api/room/signup/peek',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ customUrl, key }),
  })
const figuresOf = (liveId: string) => t.call(controlRoomRoutes.figures, { query: { liveId } }, member.headers)

test('SIGNUP-43 A running session is opened from its form without a sign-up: where the picture is, and nothing that anybody said or is called', async () => {
  const { live, customUrl } = await running()
  const [session] = (await pageOf(customUrl)).sessions
  expect(session).toMatchObject({ state: 'live', peek: true })
  const { status, body } = await open(customUrl, session?.key ?? '')
  expect(status).toBe(200)
  const { data } = body as { data: Record<string, unknown> }
  expect(Object.keys(data).toSorted()).toEqual(
    ['beginAt', 'disclosure', 'endAt', 'now', 'online', 'playlistUrl', 'tall'].toSorted(),
  )
  expect(data['playlistUrl']).toMatch(/^\/media\/live\/[^/]+\/index\.m3u8$/)
  expect(JSON.stringify(data)).not.toMatch(/Mei|阿德|ticket|viewerKey/)
  expect(live.id).not.toBe('')
})

test('SIGNUP-44 Who watches from the form is counted beside the viewers, in none of their figures', async () => {
  const { live, customUrl } = await running()
  const [session] = (await pageOf(customUrl)).sessions
  const before = await figuresOf(live.id)
  await open(customUrl, session?.key ?? '')
  await open(customUrl, session?.key ?? '')
  const after = await figuresOf(live.id)
  expect([before.peeks, after.peeks]).toEqual([0, 2])
  expect([after.online, after.joins, after.uncharged]).toEqual([0, 0, 0])
})

test('SIGNUP-45 A form that doesn’t want it, a full session, one that has not begun and one that is over are not watched', async () => {
  const refused = async (customUrl: string) => {
    const [session] = (await pageOf(customUrl)).sessions
    expect(session?.peek).toBeUndefined()
    return (await open(customUrl, session?.key ?? '')).status
  }
  const unwanted = await running({ change: { peek: false } })
  expect(await refused(unwanted.customUrl)).toBe(410)
  const full = await running({ capacity: 1 })
  const taken = await t.request({
    method: 'POST',
    url: '/api/room/signup/batch',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      customUrl: full.customUrl,
      liveIds: [full.live.id],
      name: '林佳穎',
      phone: '0912 345 678',
      email: 'lin@example.com',
      consent: true,
    }),
  })
  expect(taken.status).toBe(200)
  expect(await refused(full.customUrl)).toBe(410)
  const coming = await aForm(t, member, [{ liveId: (await aLive(t, member)).id }])
  expect(await refused(coming.customUrl)).toBe(410)
  const over = await running()
  t.clock.advance(10 * 60_000)
  expect(await refused(over.customUrl)).toBe(410)
  expect((await open('nobody-here', 'x')).status).toBe(404)
})

test('SIGNUP-46 A browser that was blocked from the live doesn’t watch it from the form either', async () => {
  const { live, customUrl } = await running()
  const [session] = (await pageOf(customUrl)).sessions
  const signed = await t.request({
    method: 'POST',
    url: '/api/room/signup/batch',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      customUrl,
      liveIds: [live.id],
      name: '林佳穎',
      phone: '0912 345 678',
      email: 'lin@example.com',
      consent: true,
    }),
  })
  const cookie = String(signed.headers['set-cookie']).split(';')[0] ?? ''
  expect(cookie).toContain('kaimai_device')
  const post = (path: string, body: object) =>
    t.request({
      method: 'POST',
      url: `/api/room${path}`,
      headers: { 'content-type': 'application/json', cookie },
      payload: JSON.stringify(body),
    })
  const peek = () => post('/signup/peek', { customUrl, key: session?.key ?? '' })
  expect((await peek()).status).toBe(200)
  const { links } = (signed.body as { data: { links: { path: string }[] } }).data
  const [, , streamId, viewerKey] = links[0]?.path.split('/') ?? []
  expect((await post('/live/user', { streamId, viewerKey })).status).toBe(200)
  const { rows } = await t.platform.db.raw(
    `select id, coalesce("seenDevice", "deviceHash") as device from "liveUser" where "liveId" = $1`,
    [live.id],
  )
  const [viewer] = rows
  expect(viewer?.['device']).toBeTruthy()
  await t.call(blockRoutes.create, { body: { liveUserId: String(viewer?.['id']), liveId: live.id } }, member.headers)
  expect((await peek()).status).toBe(410)
})
