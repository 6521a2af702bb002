import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { UnpaidQuery } from '@kaimai/contract/order/checkout.schema.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  aShopperKey,
  infoOf,
  orderFromPage,
  orderPlaces,
  payOrder,
  placedIn,
  ticketPrice,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aDevice, mei } from '../../../test/profile-shop.ts'
import { aLive, aProduct } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t, '器日')
const price = 680_00
const minute = 60_000

const unpaid = async (query: UnpaidQuery, device: Readonly<Record<string, string>> = {}) =>
  (await t.call(purchaseRoutes.unpaidOrders, { body: query }, device)).orders
const numbers = async (query: UnpaidQuery, device: Readonly<Record<string, string>> = {}) =>
  (await unpaid(query, device)).map(({ orderNo }) => orderNo)

/** A viewer of a running live who has ordered one piece on a device. */
const inARoom = async () => {
  const product = await aProduct(t, member, { stock: 10, price })
  const { streamId } = await aLive(t, member, { minutes: 0, productIds: [product.id] })
  const device = aDevice()
  const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId } }, device)
  const order = async (from: Readonly<Record<string, string>> = device) => {
    const body = { variantId: product.variants[0]?.id ?? '', quantity: 1 }
    await t.call(cartRoutes.set, { body }, { 'x-viewer-key': viewerKey })
    const placing = {
      streamId,
      viewerKey,
      personal: mei,
      delivery: { type: 'self' as const },
      invoice: { class: 'member' as const },
      paymentMethod: 'card' as const,
      expectedTotal: price,
    }
    return t.call(purchaseRoutes.createOrder, { body: placing }, from)
  }
  return { streamId, viewerKey, device, order, query: { streamId, viewerKey } }
}

test('ORDER-193 In a room a viewer sees the own unpaid orders, the first to end first, each with its page', async () => {
  const { query, device, order } = await inARoom()
  expect(await unpaid(query, device)).toEqual([])
  const first = await order()
  t.clock.advance(minute)
  const second = await order()
  const shown = await unpaid(query, device)
  expect(shown).toMatchObject([
    { orderNo: first.orderNo, path: `/order/${first.orderKey}`, total: price, currency: 'TWD', hasCode: false },
    { orderNo: second.orderNo, paymentMethod: 'card' as const },
  ])
  expect(shown[0]?.heldUntil).toBe((await infoOf(t, first)).heldUntil)
})

test('ORDER-194 What is paid, given up or over is not among the unpaid orders, whether it was ended already or not', async () => {
  const { query, device, order } = await inARoom()
  const [paid, given, over] = [await order(), await order(), await order()]
  await payOrder(t, member.firmId, paid.orderId)
  await t.call(purchaseRoutes.cancelOrder, { body: {} }, withKey(given))
  expect(await numbers(query, device)).toEqual([over.orderNo])
  t.clock.advance(15 * minute)
  expect(await numbers(query, device)).toEqual([])
  await t.app.services.orders.expireUnpaidOrders()
  expect(await numbers(query, device)).toEqual([])
})

test('ORDER-195 A link alone shows no order: neither on another device, nor without a cookie, nor to another viewer of the room', async () => {
  const { query, device, streamId, order } = await inARoom()
  await order()
  expect(await numbers(query, aDevice())).toEqual([])
  expect(await numbers(query)).toEqual([])
  const other = await t.call(roomRoutes.join, { body: { streamId } }, aDevice())
  expect(await numbers({ streamId, viewerKey: other.viewerKey }, device)).toEqual([])
  await expect(unpaid({ streamId, viewerKey: 'nobody' }, device)).rejects.toMatchObject({ errorName: 'notFound' })
  const elsewhere = await aLive(t, member, { minutes: 0 })
  const { viewerKey } = query
  await expect(unpaid({ streamId: elsewhere.streamId, viewerKey }, device)).rejects.toMatchObject({
    errorName: 'notFound',
  })
})

test('ORDER-196 On a sales page its shopper sees them, another shopper’s key and another merchant’s page show none', async () => {
  const product = await aProduct(t, member, { stock: 10, price })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const [shopperKey, device] = [aShopperKey(), aDevice()]
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const placed = placedIn(await orderFromPage(t, customUrl, lines, { shopperKey, expectedTotal: price }, device))
  expect(await numbers({ customUrl, shopperKey }, device)).toEqual([placed.orderNo])
  expect(await numbers({ customUrl, shopperKey }, aDevice())).toEqual([])
  expect(await numbers({ customUrl, shopperKey: aShopperKey() }, device)).toEqual([])
  const stranger = await aFirmWithHours(t, '別家')
  const page = await aSellingPage(t, stranger, [(await aProduct(t, stranger, { stock: 1, price })).id])
  expect(await numbers({ customUrl: page.customUrl, shopperKey }, device)).toEqual([])
})

test('ORDER-197 At a paid form the browser that ordered its places sees them, at this form alone', async () => {
  const live = await aLive(t, member)
  const [form, another] = [
    await aPaidForm(t, member, [{ liveId: live.id, capacity: 4 }]),
    await aPaidForm(t, member, [{ liveId: live.id, capacity: 4 }]),
  ]
  const device = aDevice()
  const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id], {}, device))
  expect(await unpaid({ signupUrl: form.customUrl }, device)).toMatchObject([
    { orderNo: placed.orderNo, total: ticketPrice, path: `/order/${placed.orderKey}` },
  ])
  expect(await numbers({ signupUrl: form.customUrl }, aDevice())).toEqual([])
  expect(await numbers({ signupUrl: another.customUrl }, device)).toEqual([])
  await expect(unpaid({ signupUrl: 'nowhere' }, device)).rejects.toMatchObject({ errorName: 'notFound' })
})
