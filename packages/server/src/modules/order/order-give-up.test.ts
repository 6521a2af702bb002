import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  infoOf,
  orderFromPage,
  orderPlaces,
  type Placed,
  payOrder,
  placedIn,
  shownToStaff,
  stockOf,
  takenIn,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t, '器日')

const price = 680_00
const anOrder = async (quantity = 2, stock = 10) => {
  const product = await aProduct(t, member, { stock, price })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const lines = [{ variantId, quantity }]
  const placed = placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: quantity * price }))
  return { placed, variantId }
}
const giveUp = (placed: Placed, memo = '', headers: Readonly<Record<string, string>> = withKey(placed)) =>
  t.call(purchaseRoutes.cancelOrder, { body: { memo } }, headers)

test('ORDER-187 A buyer gives up an unpaid order: its pieces are on sale again, and the merchant reads why', async () => {
  const { placed, variantId } = await anOrder()
  expect((await infoOf(t, placed)).mayCancel).toBe(true)
  await giveUp(placed, '買錯了')
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'cancelled', mayCancel: false, paymentMethods: [] })
  const { events } = await shownToStaff(t, member, placed.orderId)
  expect(events.at(-1)).toMatchObject({ kind: 'cancelled', actorKind: 'shopper', actor: '', memo: '買錯了' })
})

test('ORDER-188 Giving up an order of a paid form gives its places back', async () => {
  const live = await aLive(t, member)
  const form = await aPaidForm(t, member, [{ liveId: live.id, capacity: 4 }])
  const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id]))
  expect(await takenIn(t, live.id)).toBe(1)
  await giveUp(placed)
  expect(await takenIn(t, live.id)).toBe(0)
})

test('ORDER-189 An order that is paid, cancelled or expired can’t be given up, and its page does not offer it', async () => {
  const [paid, cancelled, expired] = [(await anOrder()).placed, (await anOrder()).placed, (await anOrder()).placed]
  await payOrder(t, member.firmId, paid.orderId)
  await giveUp(cancelled)
  for (const placed of [paid, cancelled]) await expect(giveUp(placed)).rejects.toMatchObject({ errorName: 'conflict' })
  t.clock.advance(16 * 60_000)
  // Nobody has ended it yet: its time is over all the same.
  expect((await infoOf(t, expired)).mayCancel).toBe(false)
  await t.app.services.orders.expireUnpaidOrders()
  await expect(giveUp(expired)).rejects.toMatchObject({ errorName: 'gone' })
  for (const placed of [paid, cancelled, expired]) expect((await infoOf(t, placed)).mayCancel).toBe(false)
})

test('ORDER-190 Only the key of an order gives it up: no key, another order’s key, a member’s session', async () => {
  const [one, other] = [await anOrder(), await anOrder()]
  await expect(giveUp(one.placed, '', {})).rejects.toMatchObject({ errorName: 'notFound' })
  await expect(giveUp(one.placed, '', member.headers)).rejects.toMatchObject({ errorName: 'notFound' })
  await giveUp(other.placed)
  expect((await infoOf(t, one.placed)).paymentState).toBe('pending')
})

test('ORDER-191 Giving up twice under one key is answered once more', async () => {
  const { placed } = await anOrder()
  const headers = { ...withKey(placed), 'idempotency-key': newId() }
  await giveUp(placed, '', headers)
  await giveUp(placed, '', headers)
  expect((await infoOf(t, placed)).paymentState).toBe('cancelled')
})

test('ORDER-192 A payment that comes after giving up takes the pieces again, or is owed back where they are gone', async () => {
  const [there, gone] = [await anOrder(), await anOrder(1, 1)]
  for (const { placed } of [there, gone]) await giveUp(placed)
  await t.platform.db.raw('update variant set stock = 0 where id = $1', [gone.variantId])
  for (const { placed } of [there, gone]) await payOrder(t, member.firmId, placed.orderId)
  expect((await infoOf(t, there.placed)).paymentState).toBe('paid')
  expect((await infoOf(t, gone.placed)).paymentState).toBe('refundDue')
})
