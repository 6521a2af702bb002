import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aProduct, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member, testApp } from '../../../test/test-app.ts'

/** Two processes of one installation. */
const environment = { KAIMAI_SECRET: 'one secret for both of these processes' }
const t = await sharedApp({ environment })
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

test('ROOM-960 A change of a price, of many at once, of the firm and of the live is in the next view', async () => {
  expect((await shown())?.price).toBe(68_000)
  await t.call(productRoutes.change, { params: { id: productId }, body: { ...goods, price: 50_000 } }, member.headers)
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
  await t.platform.db.transaction(async (tx) => {
    await t.app.services.products.reserve(tx, member.firmId, [{ variantId, quantity: 1 }])
  })
  expect(await left()).toBe(before - 1)
})

test('ROOM-962 Another process shows a change though its hint was lost', async () => {
  // Two buses: nothing that one says arrives at the other.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  other.clock.advance(120_000)
  expect((await shown(other))?.price).toBe((await shown())?.price)
  await t.call(productRoutes.change, { params: { id: productId }, body: { ...goods, price: 77_700 } }, member.headers)
  await expect.poll(async () => (await shown(other))?.price).toBe(77_700)
  await other.close()
})
