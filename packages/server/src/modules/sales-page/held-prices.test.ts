import { setImmediate as turn } from 'node:timers/promises'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { expect, test } from 'vitest'
import { aSellingPage, orderFromPage, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import { testApp } from '../../../test/test-app.ts'

/** Two processes of one installation. */
const environment = { KAIMAI_SECRET: 'one secret for both of these processes', KAIMAI_SANDBOX: '1' }
const t = await sharedApp({ environment })
const member = await aFirmWithHours(t)

const aPage = async (price: number, stock = 100) => {
  const product = await aProduct(t, member, { price, stock })
  const [variant] = product.variants
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = variant?.id ?? ''
  const look = async (on = t) => (await on.call(publicSalesPageRoutes.page, { query: { customUrl } })).products[0]
  return {
    look,
    change: (to: { readonly price?: number; readonly onSalePrice?: number; readonly onSaleUntil?: string }) =>
      t.call(
        productRoutes.change,
        {
          params: { id: product.id },
          body: { productName: product.productName, price, variants: [{ id: variantId, name: '', stock }], ...to },
        },
        member.headers,
      ),
    buy: (expectedTotal: number, quantity = 1) =>
      orderFromPage(t, customUrl, [{ variantId, quantity }], { expectedTotal }),
  }
}

test('SALES-PAGE-700 A price that is lowered while 200 people look is in every look after it, and nobody pays another than they were shown', async () => {
  const { look, change, buy } = await aPage(68_000)
  let isLowered = false
  const before: (number | undefined)[] = []
  const after: (number | undefined)[] = []
  const lane = async () => {
    for (; !isLowered; await turn()) before.push((await look())?.price)
    after.push((await look())?.price)
  }
  const lanes = Array.from({ length: 200 }, lane)
  await change({ price: 50_000 })
  isLowered = true
  await Promise.all(lanes)
  expect(after).toHaveLength(200)
  expect([...new Set(after)]).toEqual([50_000])
  expect([68_000, 50_000]).toEqual(expect.arrayContaining([...new Set(before)]))
  expect((await buy(68_000)).status).toBe(409)
  expect(placedIn(await buy(50_000)).total).toBe(50_000)
})

test('SALES-PAGE-701 An offer that ends by the clock is over in the next look, and at the checkout', async () => {
  const { look, change, buy } = await aPage(68_000)
  await change({ onSalePrice: 60_000, onSaleUntil: new Date(t.clock.ms() + 60_000).toISOString() })
  expect((await look())?.price).toBe(60_000)
  t.clock.advance(59_999)
  expect((await look())?.price).toBe(60_000)
  t.clock.advance(1)
  expect((await look())?.price).toBe(68_000)
  expect((await buy(60_000)).status).toBe(409)
})

test('SALES-PAGE-702 The last piece that is ordered is not there in the next look', async () => {
  const { look, buy } = await aPage(68_000, 1)
  expect((await look())?.left).toBe(1)
  placedIn(await buy(68_000))
  expect((await look())?.left).toBe(0)
  expect((await buy(68_000)).status).toBe(409)
})

test('SALES-PAGE-703 Another process shows a new price within a second though its hint was lost', async () => {
  // Two buses: nothing that one says arrives at the other.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  const { look, change } = await aPage(68_000)
  expect((await look(other))?.price).toBe(68_000)
  await change({ price: 50_000 })
  expect((await look(other))?.price).toBe(68_000)
  other.clock.advance(1_000)
  expect((await look(other))?.price).toBe(50_000)
  await other.close()
})
