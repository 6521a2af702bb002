import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import { expect, test } from 'vitest'
import { shownToStaff, stockOf, withKey } from '../../../test/buying.ts'
import { aByHandShop, grantRefund, pieces, refundWith } from '../../../test/by-hand-shop.ts'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'
import { newId } from '../../platform/ids.ts'

// Mistakes that were reported of other shops (rows P and R), with the right values.

const t = await sharedApp()

test('REFUND-25 Of six at NT$200 less NT$120 five give back 900, which is shown before it is done, and one 180 (R4)', async () => {
  const { member, order, receive } = await aByHandShop(t, { price: 200_00, stock: 20 })
  const placed = await order(6)
  await receive(placed, 1080)
  const asked = { choice: pieces(5) }
  const shown = await grantRefund(t, member, placed, asked)
  expect(shown.amount).toBe(900_00)
  expect((await shownToStaff(t, member, placed.orderId)).refunded).toBe(0)
  expect(await refundWith(t, shown.grant, asked)).toMatchObject({ amount: 900_00 })
  const rest = { choice: { kind: 'whole' } } as const
  const last = await grantRefund(t, member, placed, rest)
  expect(last.amount).toBe(180_00)
  await refundWith(t, last.grant, rest)
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({ paymentState: 'refunded', refunded: 1080_00 })
})

test('REFUND-26 Of three at NT$100 less NT$50 pieces give back 83, 84 and 83, and after an amount the last takes what is left (R2)', async () => {
  const { member, order, receive } = await aByHandShop(t, { price: 100_00 })
  const one = { choice: pieces(1) }
  const give = async (placed: Awaited<ReturnType<typeof order>>, asked: Parameters<typeof grantRefund>[3] = one) => {
    const { grant } = await grantRefund(t, member, placed, asked)
    return (await refundWith(t, grant, asked)).amount
  }
  const placed = await order(3)
  await receive(placed, 250)
  expect([await give(placed), await give(placed), await give(placed)]).toEqual([83_00, 84_00, 83_00])
  expect(await errorNameOf(grantRefund(t, member, placed, one))).toBe('conflict')
  const other = await order(3)
  await receive(other, 250)
  expect(await give(other, { choice: { kind: 'amount', amount: 7_00 } })).toBe(7_00)
  expect([await give(other), await give(other), await give(other)]).toEqual([83_00, 84_00, 76_00])
})

test('REFUND-27 A refund of NT$780 of 1,300 that two of the staff send at once goes out once, and 520 are left; under one key another sum is refused (R5)', async () => {
  const { member, order, receive } = await aByHandShop(t, { price: 1300_00 })
  const placed = await order(1)
  await receive(placed, 1300)
  const asked = { choice: { kind: 'amount', amount: 780_00 } } as const
  const grants = await Promise.all([1, 2].map(() => grantRefund(t, member, placed, asked)))
  const both = await Promise.all(grants.map(({ grant }) => errorNameOf(refundWith(t, grant, asked))))
  expect(both.toSorted()).toEqual(['conflict', 'none'])
  await expect(grantRefund(t, member, placed, asked)).rejects.toMatchObject({
    fields: { 'choice.amount': expect.stringContaining('NT$520') },
  })
  // One button pressed twice: the same key, and the same answer.
  const rest = { choice: { kind: 'amount', amount: 20_00 } } as const
  const { grant } = await grantRefund(t, member, placed, rest)
  const key = newId()
  const [first, again] = await Promise.all([refundWith(t, grant, rest, key), refundWith(t, grant, rest, key)])
  expect(again).toEqual(first)
  const more = { choice: { kind: 'amount', amount: 500_00 } } as const
  const other = await grantRefund(t, member, placed, more)
  expect(await errorNameOf(refundWith(t, other.grant, more, key))).toBe('conflict')
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({
    refunded: 800_00,
    paymentState: 'partlyRefunded',
  })
  // Whatever the program does, the database holds the bound.
  for (const table of ['order', 'payment']) {
    const column = table === 'order' ? 'id' : '"orderId"'
    const above = t.platform.db.raw(`update "${table}" set refunded = 130001 where ${column} = $1`, [placed.orderId])
    await expect(above).rejects.toThrow(`${table}_refunded`)
  }
})

test('REFUND-28 Pieces go back on sale once: by parts of a refund, by a cancel, by money that comes after the cancel (R8)', async () => {
  const { member, variantId, order, receive } = await aByHandShop(t, { price: 200_00 })
  const placed = await order(2, 'cod')
  const cancel = () =>
    t.call(orderRoutes.cancel, { params: { id: placed.orderId }, body: { memo: '' } }, member.headers)
  const cancelByBuyer = () => t.call(purchaseRoutes.cancelOrder, { body: { memo: '' } }, withKey(placed))
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
  await cancel()
  expect(await errorNameOf(cancelByBuyer())).toBe('conflict')
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  // The parcel was taken in after all.
  await receive(placed, 400)
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
  for (const left of [
    { stock: 9, sold: 1 },
    { stock: 10, sold: 0 },
  ]) {
    const asked = { choice: pieces(1), restock: true }
    const { grant } = await grantRefund(t, member, placed, asked)
    await refundWith(t, grant, asked)
    expect(await stockOf(t, variantId)).toEqual(left)
  }
  for (const again of [cancel, cancelByBuyer]) expect(await errorNameOf(again())).toBe('conflict')
  expect(await errorNameOf(grantRefund(t, member, placed, { choice: pieces(1), restock: true }))).toBe('conflict')
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
})

const stage = await sharedPayments()

test('REFUND-29 Play money is given back as play money, also by a shop that takes real money since (P16)', async () => {
  const { shop, db } = stage
  const order = await stage.ordered(10, 2)
  await stage.play(await order.start(), 'pay')
  await db.raw('update firm set "isDemo" = false where id = $1', [order.firmId])
  const request = RefundRequest.parse({ choice: { kind: 'whole' }, restock: true })
  const by = { firmId: order.firmId, memberId: order.orderId, actorName: '阿明', ip: '' }
  const { grant } = await shop.refunds.grant(by, order.orderId, request)
  const granted = shop.grants.read(grant, 'refund_payment')
  const made = await shop.refunds.make(granted, request, { ip: '', sources: ['room'] })
  expect(await shop.refunds.send(made)).toMatchObject({ state: 'done', amount: order.total })
  const refunded = await shop.orders.show(order.firmId, order.orderId, true)
  expect(refunded).toMatchObject({ paymentState: 'refunded', refundDue: 0 })
})
