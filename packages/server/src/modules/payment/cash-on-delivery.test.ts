import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  infoOf,
  orderFromPage,
  orderPlaces,
  type Placed,
  placedIn,
  shownToStaff,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const opensAt = t.clock.now()
beforeEach(() => t.clock.set(opensAt))

const price = 990_00
const fee = 30_00
const offered = { offered: true, least: null, most: null, holdMinutes: null } as const
const home = { type: 'home', county: '新北市', district: '鶯歌區', zipcode: '239', address: '窯前路 58 號' } as const

/** A firm that is paid at the door, or into its account. */
const aShop = async (stock = 10) => {
  const member = await aFirmWithHours(t)
  const body = {
    transfer: { bankCode: '822', account: '012345678901', holder: '小器有限公司' },
    paymentMethods: [
      { ...offered, method: 'cod' as const, gateway: 'cod' as const, fee },
      { ...offered, method: 'transfer' as const, gateway: 'transfer' as const, fee: 0 },
    ],
    deliveryMethods: [
      { type: 'home' as const, fee: 0, freeFrom: null, note: '' },
      { type: 'self' as const, fee: 0, freeFrom: null, note: '' },
    ],
  }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  const product = await aProduct(t, member, { price, stock })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const send = (quantity = 2, given: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    orderFromPage(
      t,
      customUrl,
      [{ variantId, quantity }],
      { delivery: home, paymentMethod: 'cod', expectedTotal: quantity * price + fee, ...given },
      headers,
    )
  const order = async (quantity = 2): Promise<Placed> => placedIn(await send(quantity))
  return { member, customUrl, variantId, send, order }
}

const collect = (member: Member, { orderId }: Placed, dollars: number, more: object = {}) =>
  t.call(
    transferRoutes.receive,
    { params: { id: orderId }, body: { received: dollars * 100, ...more } },
    member.headers,
  )
const cancelByStaff = (member: Member, { orderId }: Placed) =>
  t.call(orderRoutes.cancel, { params: { id: orderId }, body: { memo: '' } }, member.headers)
const cancelByBuyer = (placed: Placed) => t.call(purchaseRoutes.cancelOrder, { body: { memo: '' } }, withKey(placed))
const sent = (placed: Placed) =>
  t.platform.db.raw(`update "order" set "fulfilmentState" = 'shipped' where id = $1`, [placed.orderId])

test('PAYMENT-110 An order that is paid on delivery is confirmed at once, holds for ever, and is paid when the staff has the money', async () => {
  const { member, variantId, order } = await aShop()
  const placed = await order()
  expect(await infoOf(t, placed)).toMatchObject({
    paymentState: 'onDelivery',
    paymentMethod: 'cod',
    paymentFee: fee,
    total: 2 * price + fee,
    heldUntil: null,
    mayCancel: true,
    paymentMethods: [],
  })
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
  t.clock.advance(60 * 86_400_000)
  await t.app.services.orders.expireUnpaidOrders()
  expect((await infoOf(t, placed)).paymentState).toBe('onDelivery')
  // Nobody stays logged in for so long.
  t.clock.set(opensAt)
  await collect(member, placed, 2010)
  const shown = await shownToStaff(t, member, placed.orderId)
  expect(shown).toMatchObject({
    paymentState: 'paid',
    refundDue: 0,
    payments: [{ method: 'cod', state: 'paid', amount: 2 * price + fee }],
  })
  expect(shown.events.map(({ kind, actorKind }) => `${kind} ${actorKind}`)).toEqual([
    'placed shopper',
    'confirmed system',
    'paid member',
  ])
  // Its pieces were sold when it was confirmed, and not once more.
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
})

test('PAYMENT-111 Cancelled before it is sent, by the buyer or the staff, all of it is on sale again; after that the buyer cannot', async () => {
  const { member, variantId, order } = await aShop()
  const [byBuyer, byStaff, onItsWay] = [await order(2), await order(1), await order(1)]
  expect(await stockOf(t, variantId)).toEqual({ stock: 6, sold: 4 })
  await cancelByBuyer(byBuyer)
  await cancelByStaff(member, byStaff)
  expect(await stockOf(t, variantId)).toEqual({ stock: 9, sold: 1 })
  await sent(onItsWay)
  expect(await errorNameOf(cancelByBuyer(onItsWay))).toBe('conflict')
  expect((await infoOf(t, onItsWay)).mayCancel).toBe(false)
  // Nobody took it in: it comes back.
  await cancelByStaff(member, onItsWay)
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  expect(await errorNameOf(cancelByStaff(member, onItsWay))).toBe('conflict')
})

test('PAYMENT-112 Cash at the door needs a door or a counter: picked up at the shop, or of a place in a session, it is refused by its field', async () => {
  const { member, send } = await aShop()
  const refused = await send(1, { delivery: { type: 'self' } })
  expect(refused).toMatchObject({ status: 409, body: { error: { fields: { paymentMethod: expect.any(String) } } } })
  const live = await aLive(t, member)
  const form = await aPaidForm(t, member, [{ liveId: live.id, capacity: 3 }])
  const place = await orderPlaces(t, form.customUrl, [live.id], { paymentMethod: 'cod' })
  expect(place.status).toBe(409)
  const { methods } = await t.call(purchaseRoutes.paymentMethods, { query: { signupUrl: form.customUrl } })
  expect(methods.map(({ method }) => method)).toEqual(['transfer'])
})

test('PAYMENT-113 What is collected short is refused or a discount, twice is owed back, and it is given back by hand', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  await expect(collect(member, placed, 2000)).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { received: expect.stringContaining('NT$10') },
  })
  await collect(member, placed, 2000, { acceptShort: true })
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({
    paymentState: 'paid',
    discount: 10_00,
    total: 2000_00,
  })
  expect(await errorNameOf(collect(member, placed, 2000))).toBe('conflict')
  const body = { choice: { kind: 'whole' as const }, restock: true, memo: '', paymentId: null }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: placed.orderId }, body }, member.headers)
  const answer = await t.call(
    refundPaymentRoutes.refundPayment,
    { body: { ...body, grant } },
    { 'idempotency-key': newId() },
  )
  expect(answer).toMatchObject({ state: 'manual', amount: 2000_00 })
})

test('PAYMENT-114 No gateway is asked for it, and unpaid orders count it until it is sent', async () => {
  const { send, order } = await aShop(100)
  const placed = await order(1)
  const pay = t.call(purchaseRoutes.createPayment, { body: { method: 'cod' } }, withKey(placed))
  expect(await errorNameOf(pay)).toBe('conflict')
  const shopperKey = newId().replaceAll('-', '')
  const own: Placed[] = []
  for (let each = 0; each < 5; each += 1) own.push(placedIn(await send(1, { shopperKey })))
  expect(await send(1, { shopperKey })).toMatchObject({ status: 409 })
  const [first] = own
  if (first) await sent(first)
  expect((await send(1, { shopperKey })).status).toBe(200)
})

test('PAYMENT-115 Two who record the money at once record it once, and a cancel beside it loses or wins whole', async () => {
  const { member, variantId, order } = await aShop()
  const placed = await order(1)
  const both = await Promise.allSettled([collect(member, placed, 1020), collect(member, placed, 1020)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const raced = await order(1)
  await Promise.allSettled([collect(member, raced, 1020), cancelByStaff(member, raced)])
  const { paymentState, refundDue } = await shownToStaff(t, member, raced.orderId)
  // Money that comes after the cancel takes its piece again: either way it is sold once.
  expect([paymentState, refundDue]).toEqual(['paid', 0])
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
})
