import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstChoices } from '../../../test/payment-settings.ts'
import {
  aSmallShop,
  cartOwner,
  orderBody,
  quantitiesOf,
  placeOrder,
  shopOpensAt,
  type Viewer,
} from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import type { OrderTables } from './order.tables.ts'

const { clock, db, shop } = await sharedShop()

beforeEach(() => clock.set(new Date(shopOpensAt)))

const ordersOf = async (firmId: string) =>
  (await db.raw('select * from "order" where "firmId" = $1 order by "orderNo"', [firmId])).rows

const eventsFor = async (orderId: string) => {
  const { rows } = await db.raw(`select name from outbox where payload->>'orderId' = $1 order by id`, [orderId])
  return rows.map(({ name }) => name)
}

const refused = async (work: Promise<unknown>): Promise<KaimaiError> => {
  const error = await work.then(
    () => undefined,
    (why: unknown) => why,
  )
  if (!(error instanceof KaimaiError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('an order', () => {
  test('ORDER-27 An order holds what was bought at the price of now, costs what the server says, and empties the cart', async () => {
    const small = await aSmallShop(shop, 10)
    const { live, product, variantId, firmId } = small
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 2 })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 2 }], {
      delivery: { type: 'home', county: '臺南市', district: '中西區', zipcode: '700', address: '民權路二段 1 號' },
      memo: '請放管理室',
    })
    const placed = await shop.orders.place(body)
    expect(placed).toMatchObject({ orderNo: 'KM2611200001', total: 2 * product.price + 100_00 })
    const { orderId } = placed
    const order = await shop.orders.show(firmId, orderId, true)
    expect(order).toMatchObject({
      orderNo: 'KM2611200001',
      source: 'room',
      sourceName: '秋季選物',
      paymentState: 'pending',
      fulfilmentState: 'none',
      subtotal: 1360_00,
      deliveryFee: 100_00,
      total: 1460_00,
      personal: { fullName: '林小美', phone: '+886912345678', email: 'mei@example.com' },
      deliveryText: '700 臺南市中西區民權路二段 1 號',
      memo: '請放管理室',
      heldUntil: new Date(shopOpensAt + 15 * 60_000).toISOString(),
      events: [{ kind: 'placed', actorKind: 'shopper' }],
      lines: [{ productName: '白瓷飯碗', quantity: 2, price: 680_00, amount: 1360_00 }],
    })
    expect(await eventsFor(orderId)).toEqual(['order.placed'])
    expect(await quantitiesOf(shop, variantId)).toEqual({ stock: 8, held: 2, sold: 0 })
    expect(await shop.orders.carts.show(cartOwner(viewer))).toMatchObject({ lines: [] })
    // Later changes of the product don't reach it.
    await shop.products.change(firmId, product.id, { ...product, productName: '改名', price: 1_00 })
    expect(await shop.orders.show(firmId, orderId, true)).toMatchObject({
      lines: [{ productName: '白瓷飯碗', price: 680_00 }],
    })
  })

  test('ORDER-28 Delivery is free from NT$1,500 on', async () => {
    const small = await aSmallShop(shop, 10)
    const viewer = shop.aViewer(small.live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 3 })
    const lines = [{ price: 680_00, quantity: 3 }]
    const delivery = { type: 'store', storeCode: '131386', storeName: '永康門市' } as const
    const body = orderBody(small.live, viewer, lines, { delivery })
    expect(await shop.orders.place(body)).toMatchObject({ total: 2040_00 })
  })

  test('ORDER-29 Numbers run by firm and day in Taipei, without a gap or a double among orders placed at once', async () => {
    const small = await aSmallShop(shop, 100)
    clock.set(new Date('2026-11-20T15:59:59.999Z'))
    const live = shop.aLive(small.firmId, [small.product.id], { endAtMs: shopOpensAt + 24 * 3_600_000 })
    const placed = await Promise.all(Array.from({ length: 30 }, () => placeOrder(shop, { ...small, live })))
    const wanted = Array.from({ length: 30 }, (_, at) => `KM261120${String(at + 1).padStart(4, '0')}`)
    expect(placed.map(({ orderNo }) => orderNo).sort()).toEqual(wanted)
    clock.advance(1)
    expect((await placeOrder(shop, { ...small, live })).orderNo).toBe('KM2611210001')
    const other = await aSmallShop(shop, 1)
    const elsewhere = shop.aLive(other.firmId, [other.product.id], { endAtMs: shopOpensAt + 24 * 3_600_000 })
    expect((await placeOrder(shop, { ...other, live: elsewhere })).orderNo).toBe('KM2611210001')
  })

  // The embedded database has one transaction at a time.
  test.runIf(db.kind === 'postgres')(
    'ORDER-1243 An order is placed while another of the shop has its number and is not committed yet',
    async () => {
      const first = await aSmallShop(shop, 1)
      const other = await shop.aProduct(first.firmId, { productName: '茶杯', variants: [{ name: '', stock: 1 }] })
      const live = shop.aLive(first.firmId, [first.product.id, other.id])
      const isPlaced = Promise.withResolvers<void>()
      const variantId = other.variants[0]?.id ?? ''
      // Orders of one person take turns.
      const viewer = shop.aViewer(live, { phone: '0922-333-444', email: 'lin@example.com' })
      const second = isPlaced.promise.then(() =>
        placeOrder(shop, { ...first, live, product: other, variantId }, { viewer }),
      )
      const undone = db.unitOfWork(
        async () => {
          await placeOrder(shop, { ...first, live })
          isPlaced.resolve()
          expect((await second).orderNo).toBe('KM2611200002')
          const seen = db.as<OrderTables>().selectFrom('order').select('orderNo').where('firmId', '=', first.firmId)
          expect(await seen.orderBy('orderNo').execute()).toEqual([
            { orderNo: 'KM2611200001' },
            { orderNo: 'KM2611200002' },
          ])
          throw new Error('undone')
        },
        { first: async () => {}, last: async () => {} },
      )
      await expect(undone).rejects.toThrow('undone')
      // What is undone leaves its number unused.
      expect((await ordersOf(first.firmId)).map(({ orderNo }) => orderNo)).toEqual(['KM2611200002'])
      expect((await placeOrder(shop, { ...first, live })).orderNo).toBe('KM2611200003')
    },
  )

  test('ORDER-30 Its key opens it, stands nowhere in the database, and cannot be guessed from another', async () => {
    const small = await aSmallShop(shop, 2)
    const first = await placeOrder(shop, small)
    const second = await placeOrder(shop, small)
    expect(first.orderKey).toMatch(/^[\w-]{43}$/)
    expect(first.orderKey).not.toBe(second.orderKey)
    const by = (key: string | undefined) =>
      shop.orders.authenticate({ header: (name) => (name === 'x-order-key' ? key : undefined) })
    expect(await by(first.orderKey)).toEqual({ kind: 'order', firmId: small.firmId, orderId: first.orderId })
    for (const key of [undefined, '', `${first.orderKey}x`, first.orderId]) {
      await expect(by(key)).rejects.toMatchObject({ errorName: 'notFound' })
    }
    const rows = JSON.stringify(await ordersOf(small.firmId))
    expect(rows).not.toContain(first.orderKey)
    expect(shop.orders.orderPath(first.orderId)).toBe(`/order/${first.orderKey}`)
  })

  test('ORDER-31 Another total than the buyer saw orders nothing and leaves the cart as it is', async () => {
    const small = await aSmallShop(shop, 5)
    const { live, product, variantId, firmId } = small
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
    await shop.products.change(firmId, product.id, { ...product, price: 690_00 })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 1 }])
    expect(await refused(shop.orders.place(body))).toMatchObject({
      errorName: 'conflict',
      reason: orderErrors.cartChanged,
    })
    expect(await ordersOf(firmId)).toEqual([])
    expect(await quantitiesOf(shop, variantId)).toEqual({ stock: 5, held: 0, sold: 0 })
    expect(await shop.orders.carts.show(cartOwner(viewer))).toMatchObject({ totalQuantity: 1, subtotal: 690_00 })
    const right = orderBody(live, viewer, [{ price: 690_00, quantity: 1 }])
    expect(await shop.orders.place(right)).toMatchObject({ total: 690_00, orderNo: 'KM2611200001' })
  })

  test('ORDER-32 What is sold out is named, with how many are left; nothing is written and the cart stays', async () => {
    const firmId = await shop.aFirm()
    const variants = [
      { name: '紅', stock: 5 },
      { name: '藍', stock: 5 },
    ]
    const { version: _, ...product } = await shop.aProduct(firmId, { variants })
    const live = shop.aLive(firmId, [product.id])
    const viewer = shop.aViewer(live)
    const [red, blue] = product.variants
    for (const variant of product.variants) {
      await shop.orders.carts.set(cartOwner(viewer), { variantId: variant.id, quantity: 3 })
    }
    const stockOfBlue = (stock: number) =>
      shop.products.change(firmId, product.id, {
        ...product,
        variants: product.variants.map(({ id, name }) => ({ id, name, stock: id === blue?.id ? stock : 5 })),
      })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 6 }])
    await stockOfBlue(2)
    expect(await refused(shop.orders.place(body))).toMatchObject({
      errorName: 'soldOut',
      reason: { reason: orderErrors.leftOnly, values: { product: '白瓷飯碗 藍', left: 2 } },
    })
    await stockOfBlue(0)
    expect(await refused(shop.orders.place(body))).toMatchObject({
      errorName: 'soldOut',
      reason: { reason: orderErrors.soldOutNamed, values: { product: '白瓷飯碗 藍' } },
    })
    expect(await ordersOf(firmId)).toEqual([])
    expect(await quantitiesOf(shop, red?.id ?? '')).toEqual({ stock: 5, held: 0, sold: 0 })
    expect(await shop.orders.carts.show(cartOwner(viewer))).toMatchObject({ totalQuantity: 6 })
    // The live no longer sells it: the same as sold out.
    await stockOfBlue(9)
    const narrower = { ...live, productIds: [] }
    shop.lives.splice(shop.lives.indexOf(live), 1, narrower)
    expect(await refused(shop.orders.place(body))).toMatchObject({ errorName: 'soldOut' })
  })
})

describe('who may order', () => {
  test('ORDER-37 A live sells from its begin to a day after its end', async () => {
    const small = await aSmallShop(shop, 50)
    const { live } = small
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    const body = orderBody(live, viewer, [{ price: small.product.price, quantity: 1 }])
    const at = async (ms: number) => {
      clock.set(new Date(ms))
      return refused(shop.orders.place(body))
    }
    expect(await at(live.beginAtMs - 1)).toMatchObject({ errorName: 'conflict', reason: orderErrors.shopNotOpen })
    expect(await at(live.endAtMs + 24 * 3_600_000)).toMatchObject({
      errorName: 'gone',
      reason: orderErrors.shopClosed,
    })
    clock.set(new Date(live.endAtMs + 24 * 3_600_000 - 1))
    await shop.orders.place(body)
  })

  test('ORDER-38 Nobody orders by a wrong key, when blocked, from a suspended firm or by what is not offered', async () => {
    const small = await aSmallShop(shop, 50)
    const { live, product, firmId } = small
    const other = await aSmallShop(shop, 50)
    const order = (viewer: Viewer, given = {}) =>
      refused(shop.orders.place(orderBody(live, viewer, [{ price: product.price, quantity: 1 }], given)))
    const viewer = shop.aViewer(live)
    expect(await order(viewer, { viewerKey: 'x'.repeat(27) })).toMatchObject({ errorName: 'notFound' })
    expect(await order(shop.aViewer(other.live))).toMatchObject({ errorName: 'notFound' })
    expect(await order(viewer, { streamId: 'nowhere' })).toMatchObject({ errorName: 'notFound' })
    expect(await order(shop.aViewer(live, { blocked: true }))).toMatchObject({ errorName: 'forbidden' })
    expect(await order(viewer, { paymentMethod: 'ecpay' })).toMatchObject({
      errorName: 'conflict',
      reason: orderErrors.noPaymentMethod,
    })
    const phone = { fullName: '林小美', phone: '12345', phoneCountry: 'TW', email: 'mei@example.com' }
    expect(await order(viewer, { personal: phone })).toMatchObject({
      errorName: 'invalid',
      fields: { 'personal.phone': expect.anything() },
    })
    expect(await order(viewer)).toMatchObject({ errorName: 'conflict', reason: orderErrors.cartEmpty })
    await db.raw(
      `insert into "deliveryMethod" ("firmId", type, place, fee, "freeFrom", note) values ($1, 'home', 0, 8000, null, '週二出貨')`,
      [firmId],
    )
    expect(await shop.orders.deliveryMethods({ streamId: live.streamId })).toEqual([
      { type: 'home', fee: 80_00, freeFrom: null, note: '週二出貨' },
    ])
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    expect(await order(viewer)).toMatchObject({ errorName: 'conflict', reason: orderErrors.deliveryNotOffered })
    await db.raw(`update firm set "suspendedAt" = $2 where id = $1`, [firmId, clock.now()])
    expect(await order(viewer)).toMatchObject({ errorName: 'gone' })
  })

  test('ORDER-39 A firm that is no demo has no sandbox unless the operator has switched it on', async () => {
    const firmId = await shop.aFirm(false)
    const product = await shop.aProduct(firmId)
    const live = shop.aLive(firmId, [product.id])
    const viewer = shop.aViewer(live)
    expect(await shop.orders.paymentMethods({ streamId: live.streamId })).toEqual({ methods: [], isTest: false })
    await shop.orders.carts.set(cartOwner(viewer), { variantId: product.variants[0]?.id ?? '', quantity: 1 })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 1 }])
    expect(await refused(shop.orders.place(body))).toMatchObject({ reason: orderErrors.noPaymentMethod })
    const open = shop.offers.counts(shop.sandbox.gateway, { isDemo: false, testMode: false })
    expect(open).toBe(false)
    const small = await aSmallShop(shop, 1)
    expect(await shop.orders.paymentMethods({ streamId: small.live.streamId })).toEqual({
      methods: firstChoices,
      isTest: true,
    })
  })
})
