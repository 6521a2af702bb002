import { expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'

const { shop, ordered, play, kindsOf, stateOf } = await sharedPayments()

const price = 680_00
const shown = ({ firmId, orderId }: { firmId: string; orderId: string }) =>
  shop.orders.show(firmId, orderId, true, true)

test('PAYMENT-5 An ATM code that is paid after its buyer changed to a card and paid is owed back, and sells nothing more (P9)', async () => {
  const order = await ordered(10, 1)
  await shop.orders.changeMethod(order.firmId, order.orderId, 'atm')
  const byCode = await order.start('atm')
  await play(byCode, 'issueCode')
  await shop.orders.changeMethod(order.firmId, order.orderId, 'card')
  await play(await order.start('card'), 'pay')
  expect(await shown(order)).toMatchObject({ paymentState: 'paid', refundDue: 0 })
  await play(byCode, 'pay')
  const after = await shown(order)
  expect(after).toMatchObject({ paymentState: 'paid', total: price, refundDue: price })
  expect(
    after.payments
      .filter(({ state }) => state === 'paid')
      .map(({ isExtra }) => isExtra)
      .toSorted(),
  ).toEqual([false, true])
  expect((await kindsOf(order.firmId, order.orderId)).filter((kind) => kind === 'paid')).toHaveLength(1)
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
})

test('PAYMENT-6 The code that was issued before the change can still be paid alone, and holds its pieces until then', async () => {
  const order = await ordered(10, 1)
  await shop.orders.changeMethod(order.firmId, order.orderId, 'atm')
  const byCode = await order.start('atm')
  await play(byCode, 'issueCode')
  const { heldUntil } = await shown(order)
  await shop.orders.changeMethod(order.firmId, order.orderId, 'card')
  expect((await shown(order)).heldUntil).toBe(heldUntil)
  await play(byCode, 'pay')
  expect(await stateOf(order)).toBe('paid')
  expect((await shown(order)).refundDue).toBe(0)
})
