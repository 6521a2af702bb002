import { pathOf } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { paymentRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import { newId } from '../../platform/ids.ts'
import { createEcpayGateway } from '../gateway/ecpay-gateway.ts'

// Row P14 a of the mistakes reported of others: a notice that comes before its order is stored.

/** What stands in the database, read by a connection of its own while a payment is begun. */
const seen: unknown[] = []
let look: (reference: string) => Promise<unknown> = async () => undefined
const merchant = {
  merchantId: '3002607',
  keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' },
}
const stage = await sharedGateway(merchant, (url, now) => {
  const ecpay = createEcpayGateway({ url, now, simulatedCounts: false })
  return {
    ...ecpay,
    start: async (payment, who) => {
      seen.push(await look(payment.reference))
      return ecpay.start(payment, who)
    },
  }
})
const { db, shop, clock, origin, play } = stage
look = async (reference) => {
  const { rows } = await db.raw('select state, "orderId" from payment where reference = $1', [reference])
  return rows
}
beforeEach(() => {
  seen.length = 0
})

const post = async (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(origin + path, { method: 'POST', body, headers })
const noticePath = pathOf(paymentRoutes.notice).replace(':gateway', 'ecpay')
const deliver = async (body: string): Promise<string> => {
  const answer = await post(noticePath, body, { 'content-type': 'application/x-www-form-urlencoded' })
  await shop.payments.noticesApplied()
  return answer.text()
}

test('PAYMENT-510 A payment is committed before its gateway hears of it: whoever reports at once finds it (P14 a)', async () => {
  const order = await stage.begun('card')
  expect(seen).toEqual([[{ state: 'created', orderId: order.orderId }]])
  const headers = { 'content-type': 'application/json', 'idempotency-key': newId(), 'x-order-key': order.orderKey }
  const answer = await post(pathOf(purchaseRoutes.createPayment), JSON.stringify({ method: 'card' }), headers)
  expect(answer.status).toBe(200)
  expect(seen).toEqual(Array.from({ length: 2 }, () => [{ state: 'created', orderId: order.orderId }]))
})

test('PAYMENT-511 A signed notice of a number that is not stored is kept raw, moves nothing and is not answered 1|OK; sent again it pays (P14 a)', async () => {
  const payment = await stage.begun('card')
  if (payment.step.kind !== 'post') throw new Error('ECPay takes a form')
  await fetch(payment.step.url, { method: 'POST', body: new URLSearchParams(payment.step.fields) })
  const { reference } = payment
  const notice = await play({ MerchantTradeNo: reference, outcome: 'signed', at: String(clock.ms()) })
  // As it is before the order's transaction commits.
  await db.raw(`update payment set reference = 'later' where reference = $1`, [reference])
  expect(await deliver(notice)).toBe('0|MerchantTradeNo')
  expect(await payment.order()).toMatchObject({ paymentState: 'pending', payments: [{ state: 'created' }] })
  expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 1, sold: 0 })
  const { rows } = await db.raw('select body, verified, outcome from "paymentNotice" where strpos(body, $1) > 0', [
    reference,
  ])
  expect(rows).toEqual([{ body: notice, verified: false, outcome: null }])
  await db.raw(`update payment set reference = $1 where reference = 'later'`, [reference])
  expect(await deliver(notice)).toBe('1|OK')
  expect(await payment.order()).toMatchObject({ paymentState: 'paid', payments: [{ state: 'paid' }] })
})

test('PAYMENT-512 A notice of a known number whose signature is wrong is answered 1|OK as ECPay advises, and moves nothing', async () => {
  const payment = await stage.begun('card')
  const forged = new URLSearchParams({
    MerchantID: merchant.merchantId,
    MerchantTradeNo: payment.reference,
    RtnCode: '1',
    CheckMacValue: '0'.repeat(64),
  })
  expect(await deliver(forged.toString())).toBe('1|OK')
  expect(await deliver('MerchantID=3002607&RtnCode=1')).toBe('1|OK')
  expect(await payment.state()).toBe('pending')
})
