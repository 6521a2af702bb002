import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aSmallShop,
  buildShop,
  quantitiesOf,
  placeOrder,
  type Shop,
  shopOpensAt,
} from '../../../test/commerce-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../../platform/clock.ts'

const db = await sharedDatabase()
let shop: Shop
/** A second worker on the same database. */
let other: Shop
const clock = manualClock(new Date(shopOpensAt))
const unpaidOrderMs = 15 * 60_000

beforeAll(async () => {
  shop = buildShop(db, { clock })
  other = buildShop(db, { clock })
})
beforeEach(() => clock.set(new Date(shopOpensAt)))

const expire = () => Promise.all([shop.jobs.runTick('order/expire'), other.jobs.runTick('order/expire')])

const outboxOf = async (firmId: string) => {
  const { rows } = await db.raw(`select name, payload from outbox where payload->>'firmId' = $1 order by id`, [firmId])
  return rows.map(({ name }) => name)
}

const pay = (firmId: string, orderId: string) =>
  db.transaction(async (tx) => {
    const order = await shop.orders.lock(tx, firmId, orderId)
    if (!order) throw new Error('no order')
    return shop.orders.pay(tx, order, 'SB1')
  })

const stateOf = (firmId: string, orderId: string) => shop.orders.paymentState(firmId, orderId)

describe('an unpaid order', () => {
  test('ORDER-100 An unpaid order expires after 15 minutes, not before: its stock is on sale again, with an entry and an event', async () => {
    const small = await aSmallShop(shop, 10)
    const { orderId } = await placeOrder(shop, small, { quantity: 4 })
    clock.advance(unpaidOrderMs - 1)
    await expire()
    expect(await stateOf(small.firmId, orderId)).toBe('pending')
    clock.advance(1)
    await expire()
    expect(await stateOf(small.firmId, orderId)).toBe('expired')
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
    const { events, heldUntil } = await shop.orders.show(small.firmId, orderId, false)
    expect(events).toMatchObject([
      { kind: 'placed', at: new Date(shopOpensAt).toISOString() },
      { kind: 'expired', actorKind: 'system', at: new Date(shopOpensAt + unpaidOrderMs).toISOString() },
    ])
    expect(heldUntil).toBeNull()
    expect(await outboxOf(small.firmId)).toEqual(['order.placed', 'order.expired'])
  })

  test('ORDER-101 120 of them, and two workers at once: each expires once and its pieces come back once', async () => {
    const small = await aSmallShop(shop, 200)
    await Promise.all(Array.from({ length: 120 }, () => placeOrder(shop, small)))
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 80, held: 120, sold: 0 })
    clock.advance(unpaidOrderMs)
    // Past the lease that ticks take on PostgreSQL: the database itself must be what keeps them apart.
    await Promise.all([
      shop.orders.expireUnpaidOrders(),
      other.orders.expireUnpaidOrders(),
      shop.orders.expireUnpaidOrders(),
    ])
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 200, held: 0, sold: 0 })
    const names = await outboxOf(small.firmId)
    expect(names.filter((name) => name === 'order.expired')).toHaveLength(120)
  })

  test('ORDER-102 A payment and the expiry at the same moment: one of them wins, the pieces are somewhere once', async () => {
    const small = await aSmallShop(shop, 30)
    const placed = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop, small)))
    clock.advance(unpaidOrderMs)
    const [outcomes] = await Promise.all([
      Promise.all(placed.map(({ orderId }) => pay(small.firmId, orderId))),
      shop.orders.expireUnpaidOrders(),
      other.orders.expireUnpaidOrders(),
    ])
    expect(new Set(outcomes).isSubsetOf(new Set(['paid', 'paidLate']))).toBe(true)
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 10, held: 0, sold: 20 })
  })

  test('ORDER-103 Is cancelled once, and only while it is unpaid', async () => {
    const small = await aSmallShop(shop, 10)
    const { orderId } = await placeOrder(shop, small, { quantity: 3 })
    const cancel = () =>
      shop.orders.cancel(small.firmId, orderId, { actorKind: 'member', actor: '阿明', memo: '客人來電' })
    expect((await Promise.all([cancel(), cancel()])).sort()).toEqual([false, true])
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
    const { events } = await shop.orders.show(small.firmId, orderId, false)
    expect(events.at(-1)).toMatchObject({ kind: 'cancelled', actor: '阿明', memo: '客人來電' })
    // Shoppers don't read members' names.
    expect((await shop.orders.info(small.firmId, orderId)).events.at(-1)).toMatchObject({
      kind: 'cancelled',
      actor: '',
    })
    expect(await outboxOf(small.firmId)).toEqual(['order.placed', 'order.cancelled'])
    const paid = await placeOrder(shop, small)
    await pay(small.firmId, paid.orderId)
    expect(await shop.orders.cancel(small.firmId, paid.orderId, { actorKind: 'member' })).toBe(false)
  })
})

describe('a payment', () => {
  test('ORDER-104 A verified payment makes the order paid and counts its quantity as sold', async () => {
    const small = await aSmallShop(shop, 10)
    const { orderId } = await placeOrder(shop, small, { quantity: 3 })
    expect(await pay(small.firmId, orderId)).toBe('paid')
    expect(await stateOf(small.firmId, orderId)).toBe('paid')
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 7, held: 0, sold: 3 })
    expect(await shop.products.show(small.firmId, small.product.id)).toMatchObject({ stock: 7, sold: 3 })
    expect(await outboxOf(small.firmId)).toEqual(['order.placed', 'order.paid'])
    clock.advance(unpaidOrderMs)
    await expire()
    expect(await stateOf(small.firmId, orderId)).toBe('paid')
    const figures = async () => (await shop.orders.figures(small.firmId, [small.live.id])).get(small.live.id)
    // It is a test order: nothing came in.
    expect(await figures()).toBeUndefined()
    await db.raw('update "order" set "isTest" = false where id = $1', [orderId])
    expect(await figures()).toEqual({ orders: 1, revenue: 3 * small.product.price })
  })

  test('ORDER-105 After the expiry reserves again and is paid late', async () => {
    const small = await aSmallShop(shop, 10)
    const { orderId } = await placeOrder(shop, small, { quantity: 3 })
    clock.advance(unpaidOrderMs)
    await expire()
    expect(await pay(small.firmId, orderId)).toBe('paidLate')
    expect(await stateOf(small.firmId, orderId)).toBe('paid')
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 7, held: 0, sold: 3 })
    expect(await outboxOf(small.firmId)).toEqual(['order.placed', 'order.expired', 'order.paid'])
  })

  test('ORDER-106 A verified payment after the end, when the stock is gone, leaves a refund due and takes nothing', async () => {
    const firmId = await shop.aFirm()
    const product = await shop.aProduct(firmId, {
      variants: [
        { name: '紅', stock: 6 },
        { name: '藍', stock: 5 },
      ],
    })
    const live = shop.aLive(firmId, [product.id])
    const [red, blue] = product.variants
    const both = { firmId, product, live, variantId: red?.id ?? '' }
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(
      { firmId, liveId: live.id, liveUserId: viewer.id },
      { variantId: blue?.id ?? '', quantity: 3 },
    )
    const { orderId } = await placeOrder(
      shop,
      { ...both, product: { ...product, price: product.price * 2 } },
      { quantity: 3, viewer },
    )
    expect(await shop.orders.cancel(firmId, orderId, { actorKind: 'system' })).toBe(true)
    // Somebody else takes three blue pieces: red ones are there, blue ones are not.
    await db.transaction((tx) => shop.products.reserve(tx, firmId, [{ variantId: blue?.id ?? '', quantity: 3 }]))
    expect(await pay(firmId, orderId)).toBe('refundDue')
    expect(await stateOf(firmId, orderId)).toBe('refundDue')
    expect((await quantitiesOf(shop, red?.id ?? '')).stock).toBe(6)
    expect((await quantitiesOf(shop, blue?.id ?? '')).stock).toBe(2)
    expect(await outboxOf(firmId)).toEqual(['order.placed', 'order.cancelled', 'order.refundDue'])
  })

  test('ORDER-107 A second one of a paid order changes nothing and stands in the timeline', async () => {
    const small = await aSmallShop(shop, 10)
    const { orderId } = await placeOrder(shop, small)
    expect(await pay(small.firmId, orderId)).toBe('paid')
    expect(await pay(small.firmId, orderId)).toBe('paidTwice')
    expect(await stateOf(small.firmId, orderId)).toBe('paid')
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
    const { events } = await shop.orders.show(small.firmId, orderId, false)
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'paidTwice'])
    expect(await outboxOf(small.firmId)).toEqual(['order.placed', 'order.paid'])
  })
})
