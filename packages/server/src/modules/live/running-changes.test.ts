import { LiveBody, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes } from '@kaimai/contract/member/member.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'
import type { RunningChange } from './running-changes.ts'

const t = await sharedApp()
let member: Member
beforeAll(async () => {
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

const by = () => ({ firmId: member.firmId, memberId: member.userId, actorName: '店長', ip: '203.0.113.7' })
const change = (liveId: string, given: RunningChange) =>
  t.app.services.lives.changeRunning(member.firmId, liveId, given, by())
const show = (id: string) => t.call(liveRoutes.show, { params: { id } }, member.headers)
const log = async (id: string) =>
  (await t.call(auditRoutes.list, { query: { limit: 100 } }, member.headers)).items.filter(
    ({ target, action }) => target === id && action === 'live.change',
  )
const minute = 60_000

test('LIVE-70 While a live runs its banned words, slow mode, entry and products are changed at once, each on record', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const product = await aProduct(t, member)
  await change(live.id, { bannedKeywords: ['盜版', '', '盜版'], slowSeconds: 20 })
  await change(live.id, { anonymousAllowed: false, addProductId: product.id })
  expect(await show(live.id)).toMatchObject({
    bannedKeywords: ['盜版'],
    slowSeconds: 20,
    anonymousAllowed: false,
    productList: [{ productId: product.id, showAt: null, livePrice: null, showLeft: true }],
    endAt: live.endAt,
  })
  const room = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
  expect(room).toMatchObject({ anonymousAllowed: false, products: [{ productId: product.id }] })
  expect(await log(live.id)).toHaveLength(2)
  // The same again changes nothing, and leaves no row.
  await change(live.id, { slowSeconds: 20, addProductId: product.id })
  expect(await log(live.id)).toHaveLength(2)
})

test('LIVE-98 A product of another firm, and a live that is over or another firm’s, are refused', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const other = await t.aFirm()
  const foreign = await aProduct(t, other)
  await expect(change(live.id, { addProductId: foreign.id })).rejects.toMatchObject({ errorName: 'invalid' })
  await expect(t.app.services.lives.changeRunning(other.firmId, live.id, { slowSeconds: 5 })).rejects.toMatchObject({
    errorName: 'noData',
  })
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, member.headers)
  await expect(change(live.id, { slowSeconds: 5 })).rejects.toMatchObject({ errorName: 'conflict' })
})

test('LIVE-71 A room is extended by what is asked, at most four hours beyond its video, and only once it is open', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  await change(live.id, { extendMinutes: 30 })
  await Promise.all([change(live.id, { extendMinutes: 100 }), change(live.id, { extendMinutes: 100 })])
  expect(Date.parse((await show(live.id)).endAt) - Date.parse(live.endAt)).toBe(230 * minute)
  await expect(change(live.id, { extendMinutes: 11 })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { minutes: expect.anything() },
  })
  await change(live.id, { extendMinutes: 10 })
  const later = await aLive(t, member, { minutes: 120 })
  await expect(change(later.id, { extendMinutes: 10 })).rejects.toMatchObject({ errorName: 'conflict' })
})

test('LIVE-99 Saving the form of a live keeps what it was extended by', async () => {
  const live = await aLive(t, member, { minutes: 10 })
  await change(live.id, { extendMinutes: 30 })
  const extended = await show(live.id)
  const saved = await t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: LiveBody.parse({ ...extended, liveName: '加碼場' }) },
    member.headers,
  )
  expect(saved.endAt).toBe(extended.endAt)
  t.clock.advance(11 * minute)
  const running = await t.call(
    liveRoutes.change,
    { params: { id: live.id }, body: LiveBody.parse({ ...saved, liveName: '加碼場 2' }) },
    (member = await relogin()).headers,
  )
  expect(running).toMatchObject({ status: 'live', endAt: extended.endAt })
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
