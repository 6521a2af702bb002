import { pathOf } from '@kaimai/contract/common/route.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'
import { grantMs } from '../../platform/grants.ts'
import { newId } from '../../platform/ids.ts'
import { eraseRefunds } from './erase-refunds.service.ts'

/** Publishes of refunds, as a subscriber hears them. */
const published: { orderId: string; refundId: string; amount: number }[] = []
const { shop, db, clock, origin, ordered, play, stateOf, kindsOf, settled } = await sharedPayments(({ events }) =>
  events.on('order.refunded', 'refund-test', async (refunded) => void published.push(refunded)),
)

interface Answered {
  readonly status: number
  readonly data: Record<string, unknown>
  readonly error: { readonly code?: number; readonly message?: string; readonly reason?: string } | undefined
}

const call = async (method: string, path: string, body: object, headers: Record<string, string>): Promise<Answered> => {
  const response = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify(body),
  })
  const json: { data?: Record<string, unknown>; error?: Answered['error'] } = await response.json()
  return { status: response.status, data: json.data ?? {}, error: json.error }
}

type Paid = Awaited<ReturnType<typeof ordered>>

const paid = async (quantity = 2, method: PaymentMethod = 'card', stock = 10): Promise<Paid> => {
  const order = await ordered(stock, quantity)
  const started = await order.start(method)
  if (method === 'atm') await play(started, 'issueCode')
  await play(started, 'pay')
  expect(await stateOf(order)).toBe('paid')
  return order
}

interface Asked {
  readonly choice?: RefundChoice
  readonly restock?: boolean
  readonly memo?: string
  readonly paymentId?: string | null
}
const requestOf = ({ choice = { kind: 'whole' }, restock = true, memo = '', paymentId = null }: Asked) => ({
  choice,
  restock,
  memo,
  paymentId,
})

const grantFor = ({ firmId, orderId }: Paid, asked: Asked, as = firmId) =>
  call('POST', pathOf(refundRoutes.grant).replace(':id', orderId), requestOf(asked), { 'x-firm-id': as })

const refundBy = (grant: unknown, asked: Asked, key = newId()) =>
  call('POST', pathOf(refundPaymentRoutes.refundPayment), { ...requestOf(asked), grant }, { 'idempotency-key': key })

const refund = async (order: Paid, asked: Asked = {}) => {
  const { data } = await grantFor(order, asked)
  return refundBy(data['grant'], asked)
}

const actOn = ({ firmId, orderId }: Paid, act: 'retry' | 'settleByHand' | 'withdraw', refundId: unknown) =>
  call(
    'POST',
    pathOf(refundRoutes[act]).replace(':id', orderId).replace(':refundId', String(refundId)),
    {},
    {
      'x-firm-id': firmId,
    },
  )

const shown = ({ firmId, orderId }: Paid) => shop.orders.show(firmId, orderId, true, true)

const auditOf = async ({ orderId }: Paid) => {
  const { rows } = await db.raw('select action, "actorName" from audit where target = $1 order by "createdAt", id', [
    orderId,
  ])
  return rows.map(({ action, actorName }) => `${String(action)} ${String(actorName)}`)
}

const unit = 680_00
const balanceTooLow = { name: 'balanceTooLow', 'zh-TW': '餘額不足', en: 'Balance too low' }
const oneLine = (quantity: number): RefundChoice => ({
  kind: 'lines',
  lines: [{ place: 0, quantity }],
  deliveryFee: false,
  paymentFee: false,
})

describe('a refund by the gateway', () => {
  test('REFUND-10 A whole refund gives all money back, puts the pieces on sale again, lowers what was sold and publishes an event', async () => {
    const order = await paid(2)
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    const { data } = await refund(order)
    expect(data).toMatchObject({ state: 'done', amount: 2 * unit, words: '' })
    expect(await stateOf(order)).toBe('refunded')
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
    expect(await shown(order)).toMatchObject({
      refunded: 2 * unit,
      refundDue: 0,
      lines: [{ quantity: 2, refundedQuantity: 2 }],
      payments: [{ refunded: 2 * unit, isExtra: false }],
      refunds: [{ state: 'done', amount: 2 * unit, restocked: true, createdBy: '阿明' }],
    })
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(
      expect.arrayContaining(['paid', 'refunded', 'refundDone']),
    )
    await expect
      .poll(() => published.filter(({ orderId }) => orderId === order.orderId))
      .toMatchObject([{ refundId: data['refundId'], amount: 2 * unit }])
    expect(await auditOf(order)).toEqual(['order.refund 阿明'])
  })

  test('REFUND-11 One piece of two without restocking leaves the order partly refunded and the stock as it is', async () => {
    const order = await paid(2)
    const { data } = await refund(order, { choice: oneLine(1), restock: false })
    expect(data).toMatchObject({ state: 'done', amount: unit })
    expect(await stateOf(order)).toBe('partlyRefunded')
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 1 })
    await refund(order, { choice: { kind: 'amount', amount: 80_00 }, restock: false })
    // The rest: the other piece, less the amount that went back already.
    const last = await refund(order)
    expect(last.data).toMatchObject({ amount: unit - 80_00 })
    expect(await stateOf(order)).toBe('refunded')
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 0 })
  })

  test('REFUND-15 A piece goes back on sale once, whatever is tried after it (R8)', async () => {
    const order = await paid(1)
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
    await refund(order, { choice: oneLine(1), restock: true })
    const back = { stock: 10, held: 0, sold: 0 }
    expect(await quantitiesOf(shop, order.variantId)).toEqual(back)
    expect((await grantFor(order, {})).status).toBe(409)
    const by = { firmId: order.firmId, memberId: null, actorName: '阿明', ip: '' }
    await expect(shop.orders.cancelByStaff(by, order.orderId, '')).rejects.toMatchObject({ errorName: 'conflict' })
    clock.advance(86_400_000)
    await shop.orders.expireUnpaidOrders()
    expect(await quantitiesOf(shop, order.variantId)).toEqual(back)
    expect(await stateOf(order)).toBe('refunded')
  })

  test('REFUND-12 Twenty refunds of one piece at once give back what was paid and not a dollar more', async () => {
    const order = await paid(3)
    const grants = await Promise.all(Array.from({ length: 20 }, () => grantFor(order, { choice: oneLine(1) })))
    const answers = await Promise.all(grants.map(({ data }) => refundBy(data['grant'], { choice: oneLine(1) })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(17)
    expect(await stateOf(order)).toBe('refunded')
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
    expect(await shown(order)).toMatchObject({ refunded: 3 * unit, payments: [{ refunded: 3 * unit }] })
  })

  test('REFUND-13 A refund sent again under its key is answered the same and made once', async () => {
    const order = await paid(2)
    const asked = { choice: oneLine(1) }
    const { data } = await grantFor(order, asked)
    const key = newId()
    const first = await refundBy(data['grant'], asked, key)
    const again = await refundBy(data['grant'], asked, key)
    expect(again.data).toEqual(first.data)
    expect((await shown(order)).refunded).toBe(unit)
  })

  test('REFUND-14 A gateway that is away is asked again until it answers, and one that refuses leaves the refund to the staff', async () => {
    const order = await paid(2)
    const { data } = await grantFor(order, {})
    const gateway = shop.sandbox.gateway as { refund?: unknown }
    const real = gateway.refund
    gateway.refund = () => Promise.reject(new Error('away'))
    const sent = await refundBy(data['grant'], {})
    expect(sent.data).toMatchObject({ state: 'requested', problem: 'unreachable' })
    expect(await stateOf(order)).toBe('refunded')
    gateway.refund = async () => ({
      state: 'refused',
      words: '餘額不足',
      reason: { reason: balanceTooLow, values: {} },
    })
    clock.advance(60_000)
    await shop.jobs.runTick('refund/send')
    expect(await shown(order)).toMatchObject({
      refundDue: 2 * unit,
      refunds: [{ state: 'refused', words: '餘額不足', wordsEn: 'Balance too low', problem: '' }],
    })
    gateway.refund = real
    const retried = await actOn(order, 'retry', sent.data['refundId'])
    expect(retried.data).toEqual({ state: 'done' })
    expect(await shown(order)).toMatchObject({ refundDue: 0, refunds: [{ state: 'done' }] })
    expect(await auditOf(order)).toEqual(['order.refund 阿明', 'order.refundRetry 阿明'])
  })
})

describe('a refund by hand', () => {
  const account = { bankCode: '822', account: '1234-5678-9012', holder: '林小美' }
  const give = (order: Paid, refundId: unknown, given: object = account) =>
    call('PUT', pathOf(refundPaymentRoutes.giveAccount), { ...given, refundId }, { 'x-order-key': order.orderKey })
  const refundsOf = async (order: Paid) => (await shop.orders.info(order.firmId, order.orderId)).refunds

  test('REFUND-730 A buyer’s account is kept as it looks, however it was pasted, and one that a spreadsheet has shortened is refused with what to do', async () => {
    const order = await paid(1, 'atm')
    const { data } = await refund(order)
    const shortened = await give(order, data['refundId'], { ...account, account: '1.23457E+13' })
    expect(shortened.status).toBe(400)
    expect(JSON.stringify(shortened.error)).toContain('A spreadsheet shortened this number to “1.23457E+13”')
    const pasted = {
      bankCode: '\u202a８２２\u202c',
      account: '１２３４－５６７８　９０\u200b‑１２',
      holder: '\u200b林　小美',
    }
    expect((await give(order, data['refundId'], pasted)).status).toBe(200)
    expect((await shown(order)).refunds[0]?.account).toEqual({
      bankCode: '822',
      account: '123456789012',
      holder: '林 小美',
    })
  })

  test('REFUND-20 What was paid at an ATM waits for the buyer’s account, which is sealed, shown to who may see it, and gone once the money is there', async () => {
    const order = await paid(1, 'atm')
    const { data } = await refund(order)
    expect(data).toMatchObject({ state: 'manual' })
    expect(await refundsOf(order)).toMatchObject([{ state: 'needsAccount', amount: unit }])
    expect(await shown(order)).toMatchObject({ refundDue: unit })

    const wrong = await give(order, data['refundId'], { ...account, bankCode: '82', account: '12' })
    expect(wrong.status).toBe(400)
    expect((await give(order, data['refundId'])).status).toBe(200)
    expect(await refundsOf(order)).toMatchObject([{ state: 'underWay', accountEnd: '9012' }])
    const { rows } = await db.raw('select account from refund where id = $1', [data['refundId']])
    expect(String(rows[0]?.['account'])).not.toContain('123456789012')
    expect((await shown(order)).refunds[0]?.account).toEqual({ ...account, account: '123456789012' })
    const hidden = await shop.orders.show(order.firmId, order.orderId, false)
    expect(JSON.stringify(hidden.refunds)).not.toMatch(/12345678|林小美|"822"/)

    expect((await actOn(order, 'settleByHand', data['refundId'])).status).toBe(200)
    expect(await refundsOf(order)).toMatchObject([{ state: 'done', accountEnd: '9012' }])
    expect(await shown(order)).toMatchObject({ refundDue: 0, refunds: [{ state: 'done', doneBy: '阿明' }] })
    const { rows: after } = await db.raw('select account from refund where id = $1', [data['refundId']])
    expect(after).toEqual([{ account: '' }])
    expect((await give(order, data['refundId'])).status).toBe(409)
    expect(await auditOf(order)).toEqual(['order.refund 阿明', 'order.refundSettle 阿明'])
  })

  test('REFUND-24 Of an erased buyer’s account nothing is left', async () => {
    const order = await paid(1, 'atm')
    const { data } = await refund(order)
    await give(order, data['refundId'])
    await actOn(order, 'settleByHand', data['refundId'])
    await db.transaction((tx) => eraseRefunds(tx, order.firmId, [order.orderId]))
    const { rows } = await db.raw('select account, "accountEnd" from refund where id = $1', [data['refundId']])
    expect(rows).toEqual([{ account: '', accountEnd: '' }])
    expect((await shown(order)).refunds).toMatchObject([{ account: null }])
  })

  test('REFUND-21 A refund that is withdrawn leaves order, stock and payment as before, unless its pieces are sold again', async () => {
    const order = await paid(2, 'atm', 10)
    await db.raw('update variant set stock = 0 where id = $1', [order.variantId])
    const before = await shown(order)
    const { data } = await refund(order)
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 2, held: 0, sold: 0 })
    expect((await actOn(order, 'withdraw', data['refundId'])).status).toBe(200)
    expect(await shown(order)).toMatchObject({
      paymentState: 'paid',
      refunded: 0,
      refundDue: 0,
      lines: before.lines,
      payments: before.payments,
    })
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 0, held: 0, sold: 2 })
    expect(await refundsOf(order)).toEqual([])
    expect(await auditOf(order)).toEqual(['order.refund 阿明', 'order.refundWithdraw 阿明'])

    const again = await refund(order)
    await db.raw('update variant set stock = 1 where id = $1', [order.variantId])
    const refused = await actOn(order, 'withdraw', again.data['refundId'])
    expect(refused.status).toBe(409)
    expect(await stateOf(order)).toBe('refunded')
  })

  test('REFUND-22 A second payment of a paid order is owed back: listed, and given back alone without touching the order', async () => {
    const order = await ordered(10, 2)
    const [first, second] = [await order.start('card'), await order.start('card')]
    await play(first, 'pay')
    await play(second, 'pay')
    expect(await stateOf(order)).toBe('paid')
    const due = await shop.orders.list(order.firmId, { limit: 20, q: '', refundDue: '1' }, true)
    expect(due.items).toMatchObject([{ id: order.orderId, refundDue: 2 * unit }])
    const { payments } = await shown(order)
    const extra = payments.find(({ isExtra }) => isExtra)
    const asked = { paymentId: extra?.id ?? '', restock: false }
    expect((await grantFor(order, { ...asked, choice: oneLine(1) })).status).toBe(409)
    const { data } = await refund(order, asked)
    expect(data).toMatchObject({ state: 'done', amount: 2 * unit })
    expect(await shown(order)).toMatchObject({ paymentState: 'paid', refunded: 0, refundDue: 0 })
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect((await grantFor(order, asked)).status).toBe(409)
  })

  test('REFUND-23 A payment that came when its pieces were gone is owed back whole', async () => {
    const order = await ordered(10, 2)
    const started = await order.start('card')
    await play(started, 'payLate')
    clock.advance(15 * 60_000)
    await shop.orders.expireUnpaidOrders()
    await db.raw('update variant set stock = 0 where id = $1', [order.variantId])
    clock.advance(60_000)
    await settled()
    await shop.jobs.runTick('payment/reconcile')
    expect(await stateOf(order)).toBe('refundDue')
    expect(await shown(order)).toMatchObject({ refundDue: 2 * unit })
    expect((await grantFor(order, { choice: oneLine(1) })).status).toBe(409)
    const { data } = await refund(order)
    expect(data).toMatchObject({ state: 'done', amount: 2 * unit })
    expect(await shown(order)).toMatchObject({ paymentState: 'refunded', refundDue: 0 })
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 0, held: 0, sold: 0 })
  })
})

describe('who may not', () => {
  test('REFUND-30 A grant serves once, for its amount, for a minute, and nobody makes one up', async () => {
    const order = await paid(3)
    const asked = { choice: oneLine(1) }
    const { data } = await grantFor(order, asked)
    const grant = String(data['grant'])
    expect((await refundBy(grant, { choice: oneLine(2) })).status).toBe(403)
    expect((await refundBy(`${grant.slice(0, -2)}AA`, asked)).status).toBe(403)
    expect((await refundBy('', asked)).status).toBe(403)
    expect((await refundBy(undefined, asked)).status).toBe(403)
    const [body = '', signature = ''] = grant.split('.')
    const altered = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), amount: 1_00 }
    const forged = `${Buffer.from(JSON.stringify(altered)).toString('base64url')}.${signature}`
    expect((await refundBy(forged, { choice: { kind: 'amount', amount: 1_00 } })).status).toBe(403)
    expect((await shown(order)).refunded).toBe(0)

    expect((await refundBy(grant, asked)).status).toBe(200)
    expect((await refundBy(grant, asked)).status).toBe(409)
    const late = await grantFor(order, asked)
    clock.advance(grantMs + 1)
    expect((await refundBy(late.data['grant'], asked)).status).toBe(403)
    expect((await shown(order)).refunded).toBe(unit)
  })

  test('REFUND-31 Another firm refunds nothing, gets no grant, and moves no refund; nor does a buyer give an account to another’s', async () => {
    const order = await paid(1, 'atm')
    const other = await paid(1, 'atm')
    expect((await grantFor(order, {}, other.firmId)).status).toBe(404)
    const { data } = await refund(order)
    for (const act of ['retry', 'settleByHand', 'withdraw'] as const) {
      const path = pathOf(refundRoutes[act]).replace(':refundId', String(data['refundId']))
      expect((await call('POST', path.replace(':id', order.orderId), {}, { 'x-firm-id': other.firmId })).status).toBe(
        404,
      )
      expect((await call('POST', path.replace(':id', other.orderId), {}, { 'x-firm-id': other.firmId })).status).toBe(
        404,
      )
    }
    const body = { refundId: data['refundId'], bankCode: '822', account: '123456789012', holder: '別人' }
    const stolen = await call('PUT', pathOf(refundPaymentRoutes.giveAccount), body, { 'x-order-key': other.orderKey })
    expect(stolen.status).toBe(404)
    expect((await shown(order)).refunds).toMatchObject([{ state: 'manual', account: null }])
  })

  test('REFUND-32 An unpaid, an expired and a refunded order give nothing back', async () => {
    const unpaid = await ordered(10, 1)
    expect((await grantFor(unpaid, {})).status).toBe(409)
    const order = await paid(1)
    await refund(order)
    const again = await grantFor(order, {})
    expect(again.status).toBe(409)
  })
})
