import { errorTable } from '@kaimai/contract/common/error.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Member, testApp, type TestApp } from '../../test/test-app.ts'

const mebibyte = 1024 * 1024
let t: TestApp
let member: Member
let free = 0

/** Longer than a reading of the disk is good for. */
const later = () => new Promise((resolve) => setTimeout(resolve, 300))
const setFree = async (megabytes: number) => {
  free = megabytes * mebibyte
  await later()
}

beforeAll(async () => {
  free = 1024 * mebibyte
  t = await testApp({ diskSpace: { freeBytes: async () => free } })
  member = await t.aFirm()
})
afterAll(() => t.close())
beforeEach(() => setFree(1024))

const ask = async (route: Route, headers: Readonly<Record<string, string>> = {}, language = 'zh-TW') => {
  const { status, body } = await t.request({
    method: route.method,
    url: pathOf(route).replace(/:\w+/g, 'x'),
    headers: { 'content-type': 'application/json', 'accept-language': language, ...headers },
    payload: '{}',
  })
  const { error } = body as { error?: { name: string; message: string } }
  return { status, name: error?.name, message: error?.message }
}

const tracked = Object.values(trackingRoutes)[0]

test('SURFACES-56 Below the limit of free disk what strangers write, and uploads, are refused with an error text.', async () => {
  const writes: readonly (readonly [Route, Readonly<Record<string, string>>])[] = [
    [authRoutes.register, {}],
    [purchaseRoutes.createOrder, { 'idempotency-key': 'a-key-of-mine' }],
    [publicSignupRoutes.signUp, {}],
    [videoRoutes.uploadChunk, member.headers],
    ...(tracked ? [[tracked, {}] as const] : []),
  ]
  for (const [route, headers] of writes) expect((await ask(route, headers)).name, route.path).not.toBe('diskFull')
  await setFree(199)
  for (const [route, headers] of writes)
    expect(await ask(route, headers), route.path).toEqual({
      status: 507,
      name: 'diskFull',
      message: errorTable.diskFull.message['zh-TW'],
    })
  expect((await ask(purchaseRoutes.createOrder, {}, 'en')).message).toBe(errorTable.diskFull.message.en)
})

test('SURFACES-57 Below the limit of free disk people still log in, work, watch and pay.', async () => {
  await setFree(0)
  for (const route of [authRoutes.login, roomRoutes.join, purchaseRoutes.createPayment])
    expect((await ask(route)).name, route.path).not.toBe('diskFull')
  const made = await t.call(virtualUserRoutes.create, { body: { name: '小安', userImgId: '' } }, member.headers)
  expect(made.id).not.toBe('')
})

test('SURFACES-58 Once there is room again, everything is taken without a restart.', async () => {
  await setFree(0)
  expect((await ask(publicSignupRoutes.signUp)).name).toBe('diskFull')
  await setFree(200)
  expect((await ask(publicSignupRoutes.signUp)).name).toBe('invalid')
})

test('SURFACES-59 A process says that it lives, and whether its parts work.', async () => {
  expect(await t.request({ method: 'GET', url: '/health' })).toMatchObject({ status: 200, body: { alive: true } })
  const ready = { ready: true, database: 'ok', files: 'ok', jobs: 'ok', diskSpace: 'ok' }
  expect(await t.request({ method: 'GET', url: '/ready' })).toMatchObject({ status: 200, body: ready })
})

test('SURFACES-60 A process whose jobs stand still is not ready, and says when the disk is nearly full.', async () => {
  const other = await testApp({ diskSpace: { freeBytes: async () => 0 } })
  await other.platform.jobs.stop()
  const { status, body } = await other.request({ method: 'GET', url: '/ready' })
  expect([status, body]).toEqual([
    503,
    { ready: false, database: 'ok', files: 'ok', jobs: 'failing', diskSpace: 'low' },
  ])
  await other.close()
})
