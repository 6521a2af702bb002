import { pathOf } from '@kaimai/contract/common/route.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { transferReportRoutes, transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  aSellingPage,
  infoOf,
  orderFromPage,
  payOrder,
  type Placed,
  placedIn,
  shownToStaff,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const opensAt = t.clock.now()
beforeEach(() => t.clock.set(opensAt))

const price = 990_00
const account = { bankCode: '822', account: '012345678901', holder: '小器有限公司' }
const setting = { method: 'transfer', gateway: 'transfer', offered: true, fee: 0, least: null, most: null } as const

/** A firm that is paid into its own account alone. */
const aShop = async (holdMinutes: number | null = 60) => {
  const member = await aFirmWithHours(t)
  const body = { transfer: account, paymentMethods: [{ ...setting, holdMinutes }] }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  const product = await aProduct(t, member, { price, stock: 10 })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const order = async (quantity = 2): Promise<Placed> => {
    const given = { expectedTotal: quantity * price, paymentMethod: 'transfer' }
    const placed = placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity }], given))
    const { step } = await t.call(purchaseRoutes.createPayment, { body: { method: 'transfer' } }, withKey(placed))
    expect(step).toEqual({ kind: 'order' })
    return placed
  }
  return { member, variantId, order }
}

const report = (placed: Placed, lastFive: string) =>
  t.call(transferReportRoutes.report, { body: { lastFive } }, withKey(placed))

const receive = (member: Member, { orderId }: Placed, dollars: number, more: object = {}) =>
  t.call(
    transferRoutes.receive,
    { params: { id: orderId }, body: { received: dollars * 100, ...more } },
    member.headers,
  )

const listed = async (member: Member, query: object = {}) =>
  (await t.call(orderRoutes.list, { query: { transferReported: '1', limit: 20, ...query } }, member.headers)).items

const kinds = async (member: Member, { orderId }: Placed) =>
  (await shownToStaff(t, member, orderId)).events.map(({ kind, actorKind }) => `${kind} ${actorKind}`)

const refundBy = async (member: Member, { orderId }: Placed, choice: RefundChoice, paymentId: string | null = null) => {
  const body = { choice, restock: false, memo: '', paymentId }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, member.headers)
  return t.call(refundPaymentRoutes.refundPayment, { body: { ...body, grant } }, { 'idempotency-key': newId() })
}

test('PAYMENT-100 A buyer who transfers is shown the account, says from which one the money comes, and the staff finds it', async () => {
  const { member, variantId, order } = await aShop()
  const placed = await order()
  const shown = await infoOf(t, placed)
  const inAnHour = new Date(opensAt.getTime() + 3_600_000).toISOString()
  expect(shown).toMatchObject({
    paymentState: 'pending',
    heldUntil: inAnHour,
    isTest: false,
    transferDigits: '',
    paymentCode: { kind: 'transfer', ...account, expiresAt: inAnHour },
  })
  expect(await listed(member)).toEqual([])
  await report(placed, ' １２３４５ ')
  // Over a weekend the staff may not look.
  const inThreeDays = new Date(opensAt.getTime() + 3 * 86_400_000).toISOString()
  expect(await infoOf(t, placed)).toMatchObject({
    transferDigits: '12345',
    heldUntil: inThreeDays,
    paymentCode: { expiresAt: inThreeDays },
  })
  expect(await listed(member)).toMatchObject([{ id: placed.orderId, transferReported: true }])
  await receive(member, placed, 1980, { memo: '週一早上入帳' })
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'paid', total: 1980_00, transferDigits: '' })
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({
    refundDue: 0,
    payments: [{ method: 'transfer', state: 'paid', amount: 1980_00, reference: '12345', isExtra: false }],
  })
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
  expect(await listed(member)).toEqual([])
  expect(await kinds(member, placed)).toEqual([
    'placed shopper',
    'paymentStarted shopper',
    'codeIssued gateway',
    'transferReported shopper',
    'paid member',
  ])
  const { rows } = await t.platform.db.raw('select action from audit where target = $1', [placed.orderId])
  expect(rows).toEqual([{ action: 'order.receiveTransfer' }])
})

test('PAYMENT-101 Less than is due pays nothing until the staff accepts it: the rest is a discount, and no more is given back than came (P18)', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  await expect(receive(member, placed, 1965)).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { received: expect.stringContaining('NT$15') },
  })
  expect((await infoOf(t, placed)).paymentState).toBe('pending')
  await receive(member, placed, 1965, { acceptShort: true })
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({
    paymentState: 'paid',
    subtotal: 1980_00,
    discount: 15_00,
    total: 1965_00,
    lines: [{ amount: 1980_00, discount: 15_00 }],
    payments: [{ state: 'paid', amount: 1965_00 }],
  })
  expect(await kinds(member, placed)).toEqual(expect.arrayContaining(['shortAccepted member', 'paid member']))
  // By hand: it came by hand.
  expect(await refundBy(member, placed, { kind: 'whole' })).toMatchObject({ state: 'manual', amount: 1965_00 })
  const tiny = await order(1)
  await receive(member, tiny, 1, { acceptShort: true })
  expect(await shownToStaff(t, member, tiny.orderId)).toMatchObject({
    paymentState: 'paid',
    discount: 989_00,
    total: 1_00,
  })
})

test('PAYMENT-102 What came above the amount due is owed back, and the order itself is paid', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  await receive(member, placed, 2000)
  const shown = await shownToStaff(t, member, placed.orderId)
  expect(shown).toMatchObject({ paymentState: 'paid', total: 1980_00, discount: 0, refundDue: 20_00 })
  const extra = shown.payments.find(({ isExtra }) => isExtra)
  expect(extra).toMatchObject({ amount: 20_00, state: 'paid' })
  expect(await refundBy(member, placed, { kind: 'whole' }, extra?.id)).toMatchObject({ state: 'manual', amount: 20_00 })
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({ paymentState: 'paid', refunded: 0 })
})

test('PAYMENT-103 Two who record it at once record it once; a second transfer is a payment to be given back, and said so', async () => {
  const { member, variantId, order } = await aShop()
  const placed = await order()
  const both = await Promise.allSettled([receive(member, placed, 1980), receive(member, placed, 1980)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await errorNameOf(receive(member, placed, 1980))).toBe('conflict')
  expect((await shownToStaff(t, member, placed.orderId)).payments).toHaveLength(1)
  await receive(member, placed, 1980, { asExtra: true })
  const shown = await shownToStaff(t, member, placed.orderId)
  expect(shown).toMatchObject({ paymentState: 'paid', refundDue: 1980_00 })
  expect(shown.payments.map(({ isExtra, amount }) => [isExtra, amount])).toEqual([
    [false, 1980_00],
    [true, 1980_00],
  ])
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
})

test('PAYMENT-104 Money that comes after the order’s end takes its pieces again, or is owed back where they are gone', async () => {
  const { member, variantId, order } = await aShop(20)
  const [late, tooLate] = [await order(), await order()]
  t.clock.advance(21 * 60_000)
  await t.app.services.orders.expireUnpaidOrders()
  expect((await infoOf(t, late)).paymentState).toBe('expired')
  // It can still be reported: the money may be on its way.
  await report(late, '00007')
  expect(await listed(member)).toMatchObject([{ id: late.orderId, paymentState: 'expired' }])
  await receive(member, late, 1980)
  expect((await infoOf(t, late)).paymentState).toBe('paid')
  await t.platform.db.raw('update variant set stock = 1 where id = $1', [variantId])
  await receive(member, tooLate, 1980)
  expect(await shownToStaff(t, member, tooLate.orderId)).toMatchObject({
    paymentState: 'refundDue',
    refundDue: 1980_00,
  })
})

test('PAYMENT-105 A transfer that nobody finds is asked for once more; one that was dealt with is not', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  const missing = () => t.call(transferRoutes.missing, { params: { id: placed.orderId }, body: {} }, member.headers)
  expect(await errorNameOf(missing())).toBe('conflict')
  await report(placed, '11111')
  await report(placed, '11111')
  await missing()
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'pending', transferDigits: '' })
  expect(await listed(member)).toEqual([])
  await report(placed, '22222')
  expect(await kinds(member, placed)).toEqual([
    'placed shopper',
    'paymentStarted shopper',
    'codeIssued gateway',
    'transferReported shopper',
    'transferMissing member',
    'transferReported shopper',
  ])
  await receive(member, placed, 1980)
  expect(await errorNameOf(report(placed, '33333'))).toBe('conflict')
  expect(await errorNameOf(missing())).toBe('conflict')
})

test('PAYMENT-106 A card that pays first leaves the reported transfer to be looked for, as money to be given back', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  await report(placed, '44444')
  await payOrder(t, member.firmId, placed.orderId)
  expect(await listed(member)).toMatchObject([{ id: placed.orderId, paymentState: 'paid' }])
  await receive(member, placed, 1980, { asExtra: true })
  expect(await listed(member)).toEqual([])
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({ paymentState: 'paid', refundDue: 1980_00 })
})

test('PAYMENT-107 Nobody else records, misses or reports a transfer, and digits are five', async () => {
  const { member, order } = await aShop()
  const placed = await order()
  const other = await aFirmWithHours(t)
  const watcher = await t.aMember(member, 'analyst')
  expect(await errorNameOf(receive(other, placed, 1980))).toBe('notFound')
  expect(await errorNameOf(receive(watcher, placed, 1980))).toBe('forbidden')
  const url = pathOf(transferRoutes.receive).replace(':id', placed.orderId)
  expect((await t.request({ method: 'POST', url, payload: '{"received":1}' })).status).toBe(401)
  for (const wrong of ['1234', '123456', 'abcde', ''])
    await expect(report(placed, wrong)).rejects.toMatchObject({ fields: { lastFive: expect.any(String) } })
  expect(await errorNameOf(report({ ...placed, orderKey: newId() }, '12345'))).toBe('notFound')
  expect(await errorNameOf(receive(member, placed, 0))).toBe('invalid')
  expect((await infoOf(t, placed)).paymentState).toBe('pending')
})

test('PAYMENT-108 Of an order with a discount each line gives back what it was paid with, and together all of it (R1)', async () => {
  const { member } = await aShop()
  const products = []
  for (const dollars of [900, 350, 250]) products.push(await aProduct(t, member, { price: dollars * 100, stock: 4 }))
  const { customUrl } = await aSellingPage(
    t,
    member,
    products.map(({ id }) => id),
  )
  const lines = products.map(({ variants }) => ({ variantId: variants[0]?.id ?? '', quantity: 1 }))
  const placed = placedIn(
    await orderFromPage(t, customUrl, lines, { expectedTotal: 1500_00, paymentMethod: 'transfer' }),
  )
  await receive(member, placed, 1300, { acceptShort: true })
  const shown = await shownToStaff(t, member, placed.orderId)
  expect(shown.lines.map(({ discount }) => discount)).toEqual([120_00, 47_00, 33_00])
  const giveBack = async (place: number) => {
    const choice = { kind: 'lines', lines: [{ place, quantity: 1 }], deliveryFee: false, paymentFee: false } as const
    return (await refundBy(member, placed, { ...choice, lines: [...choice.lines] })).amount
  }
  expect([await giveBack(1), await giveBack(0), await giveBack(2)]).toEqual([303_00, 780_00, 217_00])
  expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({ paymentState: 'refunded', refunded: 1300_00 })
})

test('PAYMENT-738 The last five digits are kept as they look, zeros first, and what has other than five digits is asked for again', async () => {
  const { order } = await aShop()
  const placed = await order()
  for (const [typed, kept] of [
    ['\u202a０００４２\u202c', '00042'],
    ['0‑1234', '01234'],
    ['０１ ２３–５\u200b', '01235'],
  ] as const) {
    await report(placed, typed)
    expect((await infoOf(t, placed)).transferDigits).toBe(kept)
  }
  for (const wrong of ['42', '\u200b', '012345', '1.2E+4'])
    await expect(report(placed, wrong)).rejects.toMatchObject({
      fields: { lastFive: '請輸入轉出帳號的後五碼數字' },
    })
})
