import { setImmediate as turn } from 'node:timers/promises'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { placedIn } from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { joinedBuses } from '../../../test/joined-buses.ts'
import { aForm, aProduct, aVideo, inMinutes } from '../../../test/studio.ts'
import { placeOrder } from '../../../test/sign-up-people.ts'
import { type Member, testApp } from '../../../test/test-app.ts'
import { firmHeldForMs } from '../firm/firm.service.ts'
import { liveHeldForMs } from '../live/live-reader.service.ts'
import { shownForMs } from './shown-room.ts'

/** Two processes of one installation. */
const environment = { KAIMAI_SECRET: 'one secret for both of these processes', KAIMAI_SANDBOX: '1' }
const { here, there, arrived } = joinedBuses()
const t = await sharedApp({ environment, bus: here })
let member: Member
let productId = ''
let goods: Exclude<Sent<typeof productRoutes.change>['body'], FormData>
let variantId = ''
let body: Sent<typeof liveRoutes.create>['body']
let live: { id: string; streamId: string }

beforeAll(async () => {
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const product = await aProduct(t, member, { stock: 10, price: 68_000 })
  productId = product.id
  goods = {
    productName: product.productName,
    price: product.price,
    variants: product.variants.map(({ id, name, stock }) => ({ id, name, stock })),
  }
  variantId = product.variants[0]?.id ?? ''
  body = {
    liveName: '秋窯',
    platformType: 'video',
    videoId: await aVideo(t, member, 60),
    publish: true,
    beginAt: inMinutes(t, 1),
    productList: [{ productId, showAt: null, hideAt: null, livePrice: null }],
  }
  live = await t.call(liveRoutes.create, { body }, member.headers)
  t.clock.advance(120_000)
})

const view = (on = t) => on.call(roomRoutes.show, { query: { streamId: live.streamId } })
const shown = async (on = t) => (await view(on)).products[0]
const change = (to: Partial<typeof goods>, on = t) =>
  on.call(productRoutes.change, { params: { id: productId }, body: { ...goods, ...to } }, member.headers)

test('ROOM-960 A change of a price, of many at once, of the firm and of the live is in the next view', async () => {
  expect((await shown())?.price).toBe(68_000)
  await change({ price: 50_000 })
  expect((await shown())?.price).toBe(50_000)
  await t.call(
    productRoutes.changeMany,
    { body: { ids: [productId], price: { by: 'set', value: 40_000 } } },
    member.headers,
  )
  expect((await shown())?.price).toBe(40_000)
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body: { name: '器日窯' } }, member.headers)
  expect((await view()).firm.name).toBe('器日窯')
  await t.call(liveRoutes.change, { params: { id: live.id }, body: { ...body, liveName: '冬窯' } }, member.headers)
  expect((await view()).liveName).toBe('冬窯')
})

test('ROOM-961 What is sold is no longer shown as left in the next view', async () => {
  const left = async () => (await shown())?.variants[0]?.left
  const before = (await left()) ?? 0
  const reserve = (quantity: number) =>
    t.platform.db.transaction(async (tx) => {
      await t.app.services.products.reserve(tx, member.firmId, [{ variantId, quantity }])
    })
  await reserve(1)
  expect(await left()).toBe(before - 1)
  await reserve(before - 1)
  expect(await left()).toBe(0)
  await t.platform.db.transaction(async (tx) => {
    await t.app.services.products.releaseStock(tx, member.firmId, [{ variantId, quantity: before }])
  })
  expect(await left()).toBe(before)
})

test('ROOM-962 Another process shows a change a second later at most though its hint was lost', async () => {
  // A bus of its own: nothing that one says arrives at the other.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  other.clock.advance(120_000)
  const { price } = (await shown(other)) ?? {}
  await change({ price: 77_700 })
  expect((await shown())?.price).toBe(77_700)
  expect((await shown(other))?.price).toBe(price)
  other.clock.advance(1_000)
  expect((await shown(other))?.price).toBe(77_700)

  // The longest that there is: the firm is read, and as late as can be the room that holds it.
  const nameThere = async () => (await view(other)).firm.name
  other.clock.advance(1_000)
  const name = await nameThere()
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body: { name: '夏窯' } }, member.headers)
  other.clock.advance(firmHeldForMs - 1)
  expect(await nameThere()).toBe(name)
  other.clock.advance(1_000 - (firmHeldForMs - 1))
  expect(await nameThere()).toBe('夏窯')
  await other.close()
})

test('ROOM-1270 A price that is changed in one process is in the very next view of the other, either way', async () => {
  const database = { ...t.platform.db, close: async () => {} }
  const other = await testApp({ environment, database, bus: there })
  other.clock.advance(120_000)
  for (const [from, to, price] of [
    [t, other, 66_000],
    [other, t, 64_000],
  ] as const) {
    expect((await shown(to))?.price).not.toBe(price)
    await change({ price }, from)
    await arrived()
    expect((await shown(to))?.price).toBe(price)
    expect((await shown(from))?.price).toBe(price)
  }
  await other.close()
})

test('ROOM-1271 What a room holds and what that was read from are together a second old at most', () => {
  expect(shownForMs + Math.max(firmHeldForMs, liveHeldForMs)).toBeLessThanOrEqual(1000)
})

test('ROOM-1272 A price that is lowered while 200 viewers look is in every view after it, and nobody pays another than they were shown', async () => {
  await change({ price: 60_000 })
  let isLowered = false
  const before: (number | undefined)[] = []
  const after: (number | undefined)[] = []
  const lane = async () => {
    for (; !isLowered; await turn()) before.push((await shown())?.price)
    after.push((await shown())?.price)
  }
  const lanes = Array.from({ length: 200 }, lane)
  await change({ price: 55_000 })
  isLowered = true
  await Promise.all(lanes)
  expect(after).toHaveLength(200)
  expect([...new Set(after)]).toEqual([55_000])
  expect([60_000, 55_000]).toEqual(expect.arrayContaining([...new Set(before)]))
  const buy = async (total: number) => {
    const { streamId } = live
    const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId } })
    return placeOrder(t, { streamId, viewerKey, variantId, total })
  }
  expect((await buy(60_000)).status).toBe(409)
  expect(placedIn(await buy(55_000)).total).toBe(55_000)
})

test('ROOM-1273 An offer that ends by the clock is over in the next view', async () => {
  await change({ price: 68_000, onSalePrice: 60_000, onSaleUntil: inMinutes(t, 1) })
  expect((await shown())?.price).toBe(60_000)
  t.clock.advance(59_999)
  expect((await shown())?.price).toBe(60_000)
  t.clock.advance(1)
  expect((await shown())?.price).toBe(68_000)
})

test('ROOM-1274 What is taken off sale with many others is gone in the next view, and back in the next after it', async () => {
  const changeMany = (offSale: boolean) =>
    t.call(productRoutes.changeMany, { body: { ids: [productId], offSale } }, member.headers)
  expect((await shown())?.productId).toBe(productId)
  await changeMany(true)
  expect((await view()).products).toEqual([])
  await changeMany(false)
  expect((await shown())?.productId).toBe(productId)
})

test('ROOM-1275 A form that is published for the live is in the next view', async () => {
  expect((await view()).signupPath).toBe('')
  await aForm(t, member, [{ liveId: live.id }], 'winter-kiln')
  expect((await view()).signupPath).toBe('/f/winter-kiln')
})
