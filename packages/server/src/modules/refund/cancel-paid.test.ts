import { pathOf } from '@kaimai/contract/common/route.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'
import { newId } from '../../platform/ids.ts'

/** Orders that were published as cancelled, and as refunded. */
const published: string[] = []
const { shop, db, origin, ordered, play, stateOf, kindsOf } = await sharedPayments(({ events }) => {
  events.on('order.cancelled', 'cancel-test', async ({ orderId }) => void published.push(`cancelled ${orderId}`))
  events.on('order.refunded', 'cancel-test', async ({ orderId }) => void published.push(`refunded ${orderId}`))
})

interface Answered {
  readonly status: number
  readonly data: Record<string, unknown>
  readonly message: string
}

const call = async (path: string, body: object, headers: Record<string, string>): Promise<Answered> => {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify(body),
  })
  const json: { data?: Record<string, unknown>; error?: { message?: string } } = await response.json()
  return { status: response.status, data: json.data ?? {}, message: json.error?.message ?? '' }
}

type Ordered = Awaited<ReturnType<typeof ordered>>
interface Asked {
  readonly choice?: object
  readonly restock?: boolean
  readonly cancel?: boolean
  readonly memo?: string
}
const requestOf = (asked: Asked) => ({ choice: { kind: 'whole' }, restock: true, ...asked })

const grantFor = ({ firmId, orderId }: Ordered, asked: Asked) =>
  call(pathOf(refundRoutes.grant).replace(':id', orderId), requestOf(asked), { 'x-firm-id': firmId })
const giveBack = (grant: unknown, asked: Asked, key = newId()) =>
  call(pathOf(refundPaymentRoutes.refundPayment), { ...requestOf(asked), grant }, { 'idempotency-key': key })
const refund = async (order: Ordered, asked: Asked): Promise<Answered> => {
  const granted = await grantFor(order, asked)
  return granted.status === 200 ? giveBack(granted.data['grant'], asked) : granted
}
const cancelling: Asked = { cancel: true, memo: '賣家缺貨' }

const pay = async (order: Ordered, method: PaymentMethod = 'card'): Promise<Ordered> => {
  const started = await order.start(method)
  if (method === 'atm') await play(started, 'issueCode')
  await play(started, 'pay')
  expect(await stateOf(order)).toBe('paid')
  return order
}
const paid = async (quantity = 1, method: PaymentMethod = 'card') => pay(await ordered(10, quantity), method)

/** With what it costs to send, which stays when all its pieces were given back. */
const paidWithDelivery = async (): Promise<Ordered> => {
  const order = await ordered(10, 1)
  await db.raw('update "order" set "deliveryFee" = $2, total = total + $2 where id = $1', [order.orderId, fee])
  return pay(order)
}

const shown = ({ firmId, orderId }: Ordered) => shop.orders.show(firmId, orderId, true, true)
const send = ({ orderId }: Ordered) =>
  db.raw(`update "order" set "fulfilmentState" = 'shipped' where id = $1`, [orderId])

const unit = 680_00
const fee = 80_00
const onePiece = { kind: 'lines', lines: [{ place: 0, quantity: 1 }], deliveryFee: false, paymentFee: false }

test('REFUND-7 A paid order that is cancelled gives back its money and its pieces at once, and says so to everybody', async () => {
  const order = await paid(2)
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
  expect((await refund(order, cancelling)).data).toMatchObject({ state: 'done', amount: 2 * unit })
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
  const after = await shown(order)
  expect(after).toMatchObject({
    paymentState: 'cancelled',
    refunded: 2 * unit,
    refundDue: 0,
    payments: [{ refunded: 2 * unit }],
    refunds: [{ state: 'done', amount: 2 * unit, restocked: true }],
  })
  expect(after.events.find(({ kind }) => kind === 'cancelled')).toMatchObject({ actor: '阿明', memo: '賣家缺貨' })
  await expect
    .poll(() => published.filter((each) => each.endsWith(order.orderId)).toSorted())
    .toEqual([`cancelled ${order.orderId}`, `refunded ${order.orderId}`])
  const { rows } = await db.raw('select action from audit where target = $1 order by action', [order.orderId])
  expect(rows).toEqual([{ action: 'order.cancel' }, { action: 'order.refund' }])
})

test('REFUND-8 A piece that went back on sale by a refund does not go back once more by the cancellation (R8)', async () => {
  const order = await paidWithDelivery()
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  expect((await refund(order, { choice: onePiece })).data).toMatchObject({ amount: unit })
  expect(await stateOf(order)).toBe('partlyRefunded')
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
  expect((await refund(order, cancelling)).data).toMatchObject({ amount: fee })
  expect(await stateOf(order)).toBe('cancelled')
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
})

test('REFUND-9 Of two colleagues who cancel at once one does, and the other is told; the money goes back once', async () => {
  const order = await paid(2)
  const grants = await Promise.all([grantFor(order, cancelling), grantFor(order, cancelling)])
  const answers = await Promise.all(grants.map(({ data }) => giveBack(data['grant'], cancelling)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toContain('This order is already canceled')
  expect(await shown(order)).toMatchObject({ refunded: 2 * unit, payments: [{ refunded: 2 * unit }] })
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
})

test('REFUND-16 What was paid at an ATM is cancelled at once, and its money waits for the account of its buyer', async () => {
  const order = await paid(1, 'atm')
  expect((await refund(order, cancelling)).data).toMatchObject({ state: 'manual', amount: unit })
  expect(await shown(order)).toMatchObject({ paymentState: 'cancelled', refundDue: unit })
  const { paymentState, refunds } = await shop.orders.info(order.firmId, order.orderId)
  expect({ paymentState, refunds }).toMatchObject({ paymentState: 'cancelled', refunds: [{ state: 'needsAccount' }] })
})

test('REFUND-17 An order that is sent, refunded, unpaid, or cancelled in part is not cancelled so', async () => {
  const sent = await paid()
  const { data } = await grantFor(sent, cancelling)
  await send(sent)
  // It left after the dialog was opened.
  const late = await giveBack(data['grant'], cancelling)
  expect([late.status, late.message]).toEqual([409, expect.stringContaining('already shipped')])
  expect(await stateOf(sent)).toBe('paid')
  const refunded = await paid()
  await refund(refunded, {})
  expect((await grantFor(refunded, cancelling)).status).toBe(409)
  expect((await grantFor(await ordered(10, 1), cancelling)).status).toBe(409)
  const order = await paid(2)
  for (const part of [{ choice: onePiece }, { choice: { kind: 'amount', amount: 100_00 } }, { restock: false }])
    expect((await grantFor(order, { ...cancelling, ...part })).status).toBe(409)
})

test('REFUND-18 The refund of a cancelled order is not withdrawn, and the order stays cancelled', async () => {
  const order = await paid(1, 'atm')
  const { data } = await refund(order, cancelling)
  const path = pathOf(refundRoutes.withdraw).replace(':id', order.orderId)
  const withdrawn = await call(path.replace(':refundId', String(data['refundId'])), {}, { 'x-firm-id': order.firmId })
  expect([withdrawn.status, withdrawn.message]).toEqual([409, expect.stringContaining('can’t be withdrawn')])
  expect(await shown(order)).toMatchObject({
    paymentState: 'cancelled',
    refundDue: unit,
    refunds: [{ state: 'manual' }],
  })
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
})

test('REFUND-19 A second payment that comes after the cancellation is owed back, and sells nothing', async () => {
  const order = await ordered(10, 1)
  const [first, second] = [await order.start('card'), await order.start('card')]
  await play(first, 'pay')
  await refund(order, cancelling)
  await play(second, 'pay')
  expect(await shown(order)).toMatchObject({ paymentState: 'cancelled', refunded: unit, refundDue: unit })
  expect(await kindsOf(order.firmId, order.orderId)).toContain('paidTwice')
  expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
})
