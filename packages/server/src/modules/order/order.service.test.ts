import { beforeEach, describe, expect, test } from 'vitest'
import { aSmallShop, cartOwner, orderBody, placeOrder, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'

const { clock, shop } = await sharedShop()

beforeEach(() => clock.set(new Date(shopOpensAt)))

const query = { limit: 20 } as const

describe('what staff see of orders', () => {
  test('ORDER-83 The list is newest first, filtered by state, live and words; a firm sees its own', async () => {
    const small = await aSmallShop(shop, 50)
    const { firmId, product, live } = small
    const second = { ...small, live: shop.aLive(firmId, [product.id], { liveName: '第二場' }) }
    const first = await placeOrder(shop, small, { quantity: 2 })
    clock.advance(1000)
    const last = await placeOrder(shop, second)
    await shop.orders.cancel(firmId, last.orderId, { actorKind: 'system' })
    const numbers = async (given: object) =>
      (await shop.orders.list(firmId, { ...query, ...given }, true)).items.map(({ orderNo }) => orderNo)
    expect(await numbers({})).toEqual([last.orderNo, first.orderNo])
    expect(await numbers({ sort: 'createdAt' })).toEqual([first.orderNo, last.orderNo])
    expect(await numbers({ paymentState: 'cancelled' })).toEqual([last.orderNo])
    expect(await numbers({ liveId: live.id })).toEqual([first.orderNo])
    expect(await numbers({ q: first.orderNo.toLowerCase() })).toEqual([first.orderNo])
    expect(await numbers({ q: '小美' })).toHaveLength(2)
    expect(await numbers({ q: '%' })).toEqual([])
    expect(await numbers({ limit: 1, cursor: '1' })).toEqual([first.orderNo])
    const page = await shop.orders.list(firmId, { ...query, limit: 1 }, true)
    expect(page).toMatchObject({ total: 2, cursor: '1' })
    expect(page.items[0]).toMatchObject({
      source: 'room',
      sourceName: '第二場',
      totalQuantity: 1,
      firstProduct: '白瓷飯碗',
      fullName: '林小美',
    })
    const elsewhere = await shop.aFirm()
    expect(await shop.orders.list(elsewhere, query, true)).toMatchObject({ items: [], total: 0 })
    await expect(shop.orders.show(elsewhere, first.orderId, true)).rejects.toMatchObject({ errorName: 'notFound' })
  })

  test('ORDER-600 The tabs of the list are counted as it is narrowed, and add up to all', async () => {
    const small = await aSmallShop(shop, 50)
    const { firmId, live } = small
    await placeOrder(shop, small, { quantity: 2 })
    const last = await placeOrder(shop, small)
    await shop.orders.cancel(firmId, last.orderId, { actorKind: 'system' })
    const counts = await shop.orders.counts(firmId, {}, true)
    expect(counts).toMatchObject({ all: 2, states: { pending: 1, cancelled: 1, paid: 0 } })
    expect((await shop.orders.counts(firmId, { q: last.orderNo }, true)).states).toMatchObject({
      pending: 0,
      cancelled: 1,
    })
    expect((await shop.orders.counts(firmId, { liveId: live.id, q: '0912345678' }, false)).all).toBe(0)
    for (const paymentState of ['pending', 'cancelled', 'paid'] as const) {
      const { total } = await shop.orders.list(firmId, { ...query, paymentState }, true)
      expect(counts.states[paymentState]).toBe(total)
    }
    expect((await shop.orders.counts(await shop.aFirm(), {}, true)).all).toBe(0)
  })

  test('ORDER-84 Without the right to personal data there is none, and nothing is found by it', async () => {
    const small = await aSmallShop(shop, 50)
    const { firmId, live, product } = small
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 1 }], {
      delivery: { type: 'home', county: '臺南市', district: '中西區', zipcode: '700', address: '民權路 1 號' },
      invoice: { class: 'company', taxId: '22099131', title: '台積' },
    })
    const { orderId } = await shop.orders.place(body)
    const found = async (q: string, maySee: boolean) => (await shop.orders.list(firmId, { ...query, q }, maySee)).total
    for (const q of ['0912345678', '0912-345-678', '+886912', '345678', 'MEI@example']) {
      expect(await found(q, true), q).toBe(1)
      expect(await found(q, false), q).toBe(0)
    }
    expect(await found('林小美', false)).toBe(1)
    const hidden = await shop.orders.show(firmId, orderId, false)
    expect(hidden).toMatchObject({
      personal: { fullName: '林小美', phone: '', email: '' },
      deliveryText: '',
      invoice: { class: 'company' },
    })
    expect(JSON.stringify(hidden)).not.toMatch(/912345678|mei@|民權|22099131/)
    expect(await shop.orders.show(firmId, orderId, true)).toMatchObject({
      personal: { phone: '+886912345678' },
      invoice: { class: 'company', taxId: '22099131', title: '台積' },
    })
  })
})

describe('what the shopper sees', () => {
  test('ORDER-85 The order with its timeline, and the way back to the room while it is on', async () => {
    const small = await aSmallShop(shop, 50)
    const { orderId, viewer, orderNo } = await placeOrder(shop, small, { quantity: 2 })
    const info = await shop.orders.info(small.firmId, orderId)
    expect(info).toMatchObject({
      orderNo,
      firm: { name: '小器器皿' },
      roomPath: `/stream/${small.live.streamId}/${viewer.key}`,
      paymentState: 'pending',
      paymentCode: null,
      total: 1360_00,
      personal: { phone: '+886912345678' },
      events: [{ kind: 'placed' }],
      now: new Date(shopOpensAt).toISOString(),
    })
    clock.set(new Date(small.live.endAtMs))
    expect(await shop.orders.info(small.firmId, orderId)).toMatchObject({ roomPath: '' })
    expect(await shop.orders.letterFacts(small.firmId, orderId)).toMatchObject({
      email: 'mei@example.com',
      total: 1360_00,
    })
    expect(await shop.orders.soldLines(small.firmId, orderId)).toEqual([
      { variantId: small.variantId, productId: small.product.id, quantity: 2 },
    ])
  })
})
