import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { expect, test } from 'vitest'
import { aPaidForm, orderPlaces, placedIn, ticketPrice } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { testApp } from '../../../test/test-app.ts'

/** Two processes of one installation. */
const environment = { KAIMAI_SECRET: 'one secret for both of these processes', KAIMAI_SANDBOX: '1' }
const t = await sharedApp({ environment })
const member = await aFirmWithHours(t)

const lookAt = async (customUrl: string, on = t) => on.call(publicSignupRoutes.page, { query: { customUrl } })

/** A free form whose live shows a product, and how that product is changed. */
const aFormOfProduct = async () => {
  const product = await aProduct(t, member, { price: 68_000, stock: 10 })
  const live = await aLive(t, member, { minutes: 600, productIds: [product.id] })
  const { customUrl } = await aForm(t, member, [{ liveId: live.id }])
  const variants = product.variants.map(({ id, name, stock }) => ({ id, name, stock }))
  return {
    price: async (on = t) => (await lookAt(customUrl, on)).products[0]?.price,
    change: (to: { readonly price?: number; readonly onSalePrice?: number; readonly onSaleUntil?: string }) =>
      t.call(
        productRoutes.change,
        { params: { id: product.id }, body: { productName: product.productName, price: 68_000, variants, ...to } },
        member.headers,
      ),
  }
}

test('SIGNUP-1338 A form shows a product’s new price in the next look, and an offer’s end by the clock', async () => {
  const { price, change } = await aFormOfProduct()
  expect(await price()).toBe(68_000)
  await change({ price: 50_000 })
  expect(await price()).toBe(50_000)
  await change({ onSalePrice: 60_000, onSaleUntil: new Date(t.clock.ms() + 60_000).toISOString() })
  expect(await price()).toBe(60_000)
  t.clock.advance(59_999)
  expect(await price()).toBe(60_000)
  t.clock.advance(1)
  expect(await price()).toBe(68_000)
})

test('SIGNUP-1339 Another process shows a form’s new price within a second though its hint was lost', async () => {
  // Two buses: nothing that one says arrives at the other.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  other.clock.set(t.clock.now())
  const { price, change } = await aFormOfProduct()
  expect(await price(other)).toBe(68_000)
  await change({ price: 50_000 })
  expect(await price(other)).toBe(68_000)
  other.clock.advance(1_000)
  expect(await price(other)).toBe(50_000)
  await other.close()
})

test('SIGNUP-1340 The last ticket that is ordered is not left in the next look', async () => {
  const product = await aProduct(t, member, { price: 68_000, stock: 1 })
  const live = await aLive(t, member, { minutes: 600 })
  const ticketInfo = { ticketName: '早鳥票', price: ticketPrice, productId: product.id }
  const { customUrl } = await aPaidForm(t, member, [{ liveId: live.id }], { ticketInfo })
  const left = async () => (await lookAt(customUrl)).ticket?.left
  expect(await left()).toBe(1)
  const variantId = product.variants[0]?.id ?? ''
  const order = () => orderPlaces(t, customUrl, [live.id], { variantId, delivery: { type: 'self' } })
  placedIn(await order())
  expect(await left()).toBe(0)
  expect((await order()).status).toBe(409)
})
