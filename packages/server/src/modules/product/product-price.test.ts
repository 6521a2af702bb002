import { beforeAll, expect, test } from 'vitest'
import { buildShop, cartOwner, orderBody, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'

const hour = 3_600_000
const db = await sharedDatabase()
let shop: Shop
let clock: ManualClock

beforeAll(async () => {
  clock = manualClock(new Date(shopOpensAt))
  shop = buildShop(db, { clock })
})

const iso = (ms: number) => new Date(shopOpensAt + ms).toISOString()

/** A bowl with a live offer below its on-sale price, in a live of an hour that begins now. */
const offered = async () => {
  clock.set(new Date(shopOpensAt))
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, {
    price: 680_00,
    onSalePrice: 600_00,
    onSaleFrom: iso(-hour),
    onSaleUntil: iso(2 * hour),
    specialOfferPrice: 550_00,
    returnException: 'customised',
  })
  const live = shop.aLive(firmId, [product.id])
  const viewer = shop.aViewer(live)
  const variantId = product.variants[0]?.id ?? ''
  return { firmId, product, live, viewer, variantId }
}

test('PRODUCT-28 The cart and the order of a running room charge the live offer; the order keeps what was charged', async () => {
  const { firmId, product, live, viewer, variantId } = await offered()
  const cart = await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 2 })
  expect(cart.lines[0]).toMatchObject({ price: 550_00, originalPrice: 680_00, returnException: 'customised' })
  expect(cart.subtotal).toBe(1100_00)
  const body = orderBody(live, viewer, [{ price: 550_00, quantity: 2 }])
  const placed = await shop.orders.place(body)
  expect(placed.total).toBe(1100_00)
  await shop.products.change(firmId, product.id, { ...product, version: undefined, specialOfferPrice: null })
  const order = await shop.orders.show(firmId, placed.orderId, true)
  expect(order.lines[0]).toMatchObject({ price: 550_00, quantity: 2, amount: 1100_00 })
})

test('PRODUCT-29 When the live is over its offer is; while the on-sale time lasts that price counts, then the normal one', async () => {
  const { live, viewer, variantId } = await offered()
  await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
  const priceAt = async (ms: number) => {
    clock.set(new Date(shopOpensAt + ms))
    return (await shop.orders.carts.show(cartOwner(viewer))).lines[0]?.price
  }
  expect(await priceAt(hour - 1)).toBe(550_00)
  expect(await priceAt(hour)).toBe(600_00)
  const late = orderBody(live, viewer, [{ price: 550_00, quantity: 1 }])
  await expect(shop.orders.place(late)).rejects.toMatchObject({ errorName: 'conflict' })
  expect(await priceAt(2 * hour)).toBe(680_00)
  const now = orderBody(live, viewer, [{ price: 680_00, quantity: 1 }])
  expect((await shop.orders.place(now)).total).toBe(680_00)
})

test('PRODUCT-30 Rooms and pages show what the cart charges, with the struck price and where it comes from', async () => {
  const { firmId, product } = await offered()
  const [room] = await shop.products.forRoom(firmId, [product.id], 'room')
  expect(room).toMatchObject({
    price: 550_00,
    originalPrice: 680_00,
    priceKind: 'specialOffer',
    returnException: 'customised',
    prices: { price: 680_00, onSalePrice: 600_00, specialOfferPrice: 550_00 },
  })
  const [page] = await shop.products.forRoom(firmId, [product.id])
  expect(page).toMatchObject({ price: 600_00, originalPrice: 680_00, priceKind: 'onSale' })
})

test('PRODUCT-31 A product taken off sale is sold nowhere, keeps its place in the list, and comes back', async () => {
  const { firmId, product, viewer, variantId } = await offered()
  const published: Record<string, number>[] = []
  shop.bus.subscribe(`stock/${firmId}`, (left) => void published.push(left as Record<string, number>))
  await shop.products.change(firmId, product.id, { ...product, version: undefined, offSale: true })
  // A hint: it is sent after the commit, and nobody waits for it.
  await expect.poll(() => published.at(-1)).toEqual({ [variantId]: 0 })
  expect(await shop.products.forRoom(firmId, [product.id])).toEqual([])
  const error = shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
  await expect(error).rejects.toMatchObject({ errorName: 'soldOut' })
  const listed = await shop.products.list(firmId, { limit: 10, status: 'offSale' })
  expect(listed.items.map(({ id }) => id)).toEqual([product.id])
  await shop.products.change(firmId, product.id, { ...product, version: undefined })
  await expect.poll(() => published.at(-1)).toEqual({ [variantId]: 50 })
  expect(await shop.products.forRoom(firmId, [product.id])).toHaveLength(1)
})
