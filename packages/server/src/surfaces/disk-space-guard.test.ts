import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { errorTable } from '@kaimai/contract/common/error.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goesOnBelowFloor } from './disk-space-guard.ts'
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

const isLogin = ({ access: { kind } }: Route): boolean => kind === 'firm' || kind === 'grant' || kind === 'gateway'
const all = Object.values(allRoutes)
const nameOf = (route: Route): string => `${route.method} ${route.path}`
const refused = async (routes: readonly Route[]): Promise<string[]> => {
  const names: string[] = []
  for (const route of routes) if ((await ask(route)).name === 'diskFull') names.push(nameOf(route))
  return names
}

test('SURFACES-56 Below the limit of free disk every call without a login that writes, and every upload, is refused with an error text.', async () => {
  await setFree(199)
  const goesOn = [...goesOnBelowFloor.keys()]
  // All that goes on there, for a person to read: a new route is refused until it is named here too.
  expect(goesOn.map(nameOf)).toEqual([
    'POST /live/user',
    'POST /member_invitation/look',
    'POST /purchase/unpaid_order',
    'POST /firm_login',
    'POST /firm_auto_login',
    'POST /purchase/check_notice',
    'POST /sandbox/:token',
    'DELETE /live/profile',
  ])
  const writes = all.filter((route) => route.method !== 'GET' && (!isLogin(route) || route.files !== undefined))
  const expected = writes.filter((route) => !goesOn.includes(route))
  expect(await refused(all)).toEqual(expected.map(nameOf))
  expect(expected.length).toBeGreaterThan(25)
  expect(await ask(purchaseRoutes.createOrder)).toEqual({
    status: 507,
    name: 'diskFull',
    message: errorTable.diskFull.message['zh-TW'],
  })
  expect((await ask(purchaseRoutes.createOrder, {}, 'en')).message).toBe(errorTable.diskFull.message.en)
})

test('SURFACES-810 Below the lower limit what the staff changes is refused as well, but for what makes room; all that only reads goes on.', async () => {
  await setFree(99)
  const reads: readonly Route[] = [roomRoutes.join, invitationRoutes.look, purchaseRoutes.unpaidOrders]
  const makesRoom: readonly Route[] = [authRoutes.login, authRoutes.autoLogin, videoRoutes.remove]
  const writes = all.filter((route) => route.method !== 'GET' && !reads.includes(route))
  expect(await refused(all)).toEqual(writes.filter((route) => !makesRoom.includes(route)).map(nameOf))
  await setFree(49)
  expect(await refused(all)).toEqual(writes.map(nameOf))
  const change = () => t.call(virtualUserRoutes.create, { body: { name: '小安', userImgId: '' } }, member.headers)
  await expect(change()).rejects.toThrow(errorTable.diskFull.message['zh-TW'])
  expect((await t.call(virtualUserRoutes.list, { query: {} }, member.headers)).items).toEqual([])
  expect(await t.request({ method: 'GET', url: '/ready' })).toMatchObject({ body: { diskSpace: 'critical' } })
})

test('SURFACES-57 Between the two limits people still log in and work, and a viewer who has a seat comes in to watch.', async () => {
  await setFree(100)
  expect((await ask(authRoutes.login)).name).not.toBe('diskFull')
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

test('SURFACES-60 A process whose jobs stand still is not ready, and says when the disk is full.', async () => {
  const other = await testApp({ diskSpace: { freeBytes: async () => 0 } })
  await other.platform.jobs.stop()
  const { status, body } = await other.request({ method: 'GET', url: '/ready' })
  expect([status, body]).toEqual([
    503,
    { ready: false, database: 'ok', files: 'ok', jobs: 'failing', diskSpace: 'critical' },
  ])
  await other.close()
})
