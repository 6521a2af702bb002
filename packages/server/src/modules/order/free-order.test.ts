import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import { aSellingPage, infoOf, orderFromPage, placedIn, shownToStaff, stockOf, withKey } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t)

test('ORDER-971 Another total than nothing that is asked for is refused', async () => {
  const product = await aProduct(t, member, { price: 0, stock: 3 })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  expect((await orderFromPage(t, customUrl, lines, { expectedTotal: 100 })).status).toBe(409)
})

test('ORDER-1244 An order that cost nothing is cancelled by the staff while it is not sent: its pieces are on sale again, once', async () => {
  const product = await aProduct(t, member, { price: 0, stock: 3 })
  const variantId = product.variants[0]?.id ?? ''
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const place = async () =>
    placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity: 1 }], { expectedTotal: 0 }))
  const [placed, sent] = [await place(), await place()]
  const cancel = ({ orderId }: typeof placed) =>
    t.call(orderRoutes.cancel, { params: { id: orderId }, body: { memo: '重複下單' } }, member.headers)
  await cancel(placed)
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'cancelled', refunded: 0 })
  expect(await stockOf(t, variantId)).toEqual({ stock: 2, sold: 1 })
  const { events } = await shownToStaff(t, member, placed.orderId)
  expect(events.at(-1)).toMatchObject({ kind: 'cancelled', actorKind: 'member', memo: '重複下單' })
  expect(await errorNameOf(cancel(placed))).toBe('conflict')
  await t.platform.db.raw(`update "order" set "fulfilmentState" = 'shipped' where id = $1`, [sent.orderId])
  expect(await errorNameOf(cancel(sent))).toBe('conflict')
  expect(await stockOf(t, variantId)).toEqual({ stock: 2, sold: 1 })
})

test('ORDER-970 An order that costs nothing is confirmed when it is placed, without a gateway: its pieces are sold, and it never expires', async () => {
  const product = await aProduct(t, member, { price: 0, stock: 3 })
  const [variant] = product.variants
  const variantId = variant?.id ?? ''
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const placed = placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity: 2 }], { expectedTotal: 0 }))
  expect(placed.total).toBe(0)
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'paid', total: 0 })
  const { payments, events } = await shownToStaff(t, member, placed.orderId)
  expect(payments).toEqual([])
  expect(events.map(({ kind, actorKind }) => [kind, actorKind])).toEqual(
    expect.arrayContaining([
      ['placed', 'shopper'],
      ['paid', 'system'],
    ]),
  )
  expect(await stockOf(t, variantId)).toEqual({ stock: 1, sold: 2 })
  const pay = t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  expect(await errorNameOf(pay)).toBe('conflict')
  t.clock.advance(7 * 24 * 3_600_000)
  await t.app.services.orders.expireUnpaidOrders()
  expect((await infoOf(t, placed)).paymentState).toBe('paid')
})
