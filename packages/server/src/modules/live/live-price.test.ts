import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { buildShop, cartOwner, orderBody, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { placeOf } from '../order/shop-access.ts'

const hour = 3_600_000
const db = await sharedDatabase()
let shop: Shop
let clock: ManualClock
let firmId: string

beforeAll(async () => {
  clock = manualClock(new Date(shopOpensAt))
  shop = buildShop(db, { clock })
  firmId = await shop.aFirm()
})

const price = fc.integer({ min: 1, max: 90 }).map((dollars) => dollars * 100)
const offers = fc.record({
  price,
  onSalePrice: fc.option(price),
  onSaleFrom: fc.option(fc.integer({ min: -2, max: 2 })),
  specialOfferPrice: fc.option(price),
  livePrice: fc.option(price),
  /** Hours after the begin of a live of one hour. */
  at: fc.constantFrom(0, 0.5, 1, 1.5, 20),
})

test('LIVE-73 Whatever the prices, the room shows, the cart says and the order charges the same; the live price is the room’s own offer while it runs', async () => {
  await fc.assert(
    fc.asyncProperty(offers, async ({ at, livePrice, onSaleFrom, onSalePrice, ...given }) => {
      clock.set(new Date(shopOpensAt))
      // As the form of products has it: an offer is below the price.
      const lower = (one: number | null) => (one === null || one >= given.price ? null : one)
      const product = await shop.aProduct(firmId, {
        ...given,
        specialOfferPrice: lower(given.specialOfferPrice),
        onSalePrice: lower(onSalePrice),
        onSaleFrom: onSaleFrom === null ? null : new Date(shopOpensAt + onSaleFrom * hour).toISOString(),
      })
      const liveProducts = [{ productId: product.id, livePrice, showLeft: false }]
      const live = shop.aLive(firmId, [product.id], { liveProducts })
      const viewer = shop.aViewer(live)
      clock.set(new Date(shopOpensAt + at * hour))
      const nowMs = clock.ms()
      const place = placeOf(live, nowMs)
      const [shown] = await shop.products.forRoom(firmId, live.productIds, place, live.liveProducts)
      const variantId = product.variants[0]?.id ?? ''
      const cart = await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 2 })
      expect(cart.lines[0]).toMatchObject({ price: shown?.price, originalPrice: shown?.originalPrice })
      // A room page asks again by itself when its live begins or ends.
      expect(shown && priceNow(shown.prices, { nowMs, place }).price).toBe(shown?.price)
      const placed = await shop.orders.place(orderBody(live, viewer, [{ price: shown?.price ?? 0, quantity: 2 }]))
      expect(placed.total).toBe(2 * (shown?.price ?? 0))
      const elsewhere = priceNow({ ...product, specialOfferPrice: null }, { nowMs, place })
      const offer = livePrice ?? product.specialOfferPrice
      const isLive = liveStatusAt(live, nowMs) === 'live'
      expect(shown?.price).toBe(isLive && offer !== null ? Math.min(offer, elsewhere.price) : elsewhere.price)
      expect(shown?.showLeft).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('LIVE-92 Another live of the same product, and its sales page, know nothing of that price', async () => {
  clock.set(new Date(shopOpensAt))
  const product = await shop.aProduct(firmId, { price: 680_00, specialOfferPrice: 600_00 })
  const other = shop.aLive(firmId, [product.id])
  const viewer = shop.aViewer(other)
  const variantId = product.variants[0]?.id ?? ''
  shop.aLive(firmId, [product.id], { liveProducts: [{ productId: product.id, livePrice: 100_00, showLeft: true }] })
  const cart = await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
  expect(cart.lines[0]?.price).toBe(600_00)
  const [page] = await shop.products.forRoom(firmId, [product.id])
  expect(page).toMatchObject({ price: 680_00, showLeft: true })
})

test('LIVE-93 In an open replay one buys at the page’s prices; with it the shop closes', async () => {
  clock.set(new Date(shopOpensAt))
  const product = await shop.aProduct(firmId, { price: 680_00, specialOfferPrice: 600_00 })
  const replayUntilMs = shopOpensAt + 100 * hour
  const liveProducts = [{ productId: product.id, livePrice: 500_00, showLeft: true }]
  const live = shop.aLive(firmId, [product.id], { liveProducts, replayUntilMs })
  const viewer = shop.aViewer(live)
  const variantId = product.variants[0]?.id ?? ''
  const buy = async () => {
    const { lines } = await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
    return shop.orders.place(orderBody(live, viewer, [{ price: lines[0]?.price ?? 0, quantity: 1 }]))
  }
  clock.set(new Date(replayUntilMs - 1))
  expect((await buy()).total).toBe(680_00)
  clock.set(new Date(replayUntilMs))
  await expect(buy()).rejects.toMatchObject({ errorName: 'gone' })
})
