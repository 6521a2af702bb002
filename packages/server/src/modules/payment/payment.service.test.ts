import { pathOf } from '@kaimai/contract/common/route.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { describe, expect, test } from 'vitest'
import { aSmallShop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'
import { newId } from '../../platform/ids.ts'

const { db, shop, clock, origin, tokenOf, ordered, settled, play, kindsOf, paymentsOf, stateOf, setReachable } =
  await sharedPayments()
const unpaidOrderMs = 15 * 60_000

describe('starting a payment', () => {
  test('PAYMENT-3 The same call again answers the same payment; another body under its key is refused', async () => {
    const order = await ordered()
    const over = async (key: string, method = 'card') => {
      const response = await fetch(`${origin}${pathOf(purchaseRoutes.createPayment)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-order-key': order.orderKey },
        body: JSON.stringify({ method }),
      })
      return { status: response.status, answer: await response.text() }
    }
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => over(key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, answer: expect.stringMatching(/"\/sandbox-pay\/[\w-]{27}"/) })
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['created'])
    expect(await over(key, 'atm')).toMatchObject({ status: 409, answer: expect.stringContaining('"code":6') })
    const other = await over(newId())
    expect(other.answer).not.toBe(answers[0]?.answer)
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paymentStarted'])
  })

  test('PAYMENT-4 Only for an unpaid order within its time, by a method on offer, and at most 20 times', async () => {
    const order = await ordered()
    await expect(order.start('cod')).rejects.toMatchObject({ reason: orderErrors.noPaymentMethod })
    for (let tries = 0; tries < 20; tries += 1) await order.start()
    await expect(order.start()).rejects.toMatchObject({ errorName: 'tooManyRequests' })
    const late = await ordered()
    clock.advance(unpaidOrderMs)
    await expect(late.start()).rejects.toMatchObject({ errorName: 'gone', reason: orderErrors.orderClosed })
    clock.set(new Date(shopOpensAt))
    const paid = await ordered()
    await play(await paid.start(), 'pay')
    await expect(paid.start()).rejects.toMatchObject({ errorName: 'conflict', reason: orderErrors.orderClosed })
    const stranger = { ...paid.caller, firmId: late.firmId }
    await expect(shop.payments.prepare(stranger, 'card')).rejects.toMatchObject({ errorName: 'noData' })
  })
})

describe('reconciliation', () => {
  test('PAYMENT-20 A payment whose notice never came is asked about after a minute, then less and less often', async () => {
    const order = await ordered()
    const { paymentId, ...started } = await order.start()
    setReachable(false)
    const next = async () => {
      const { rows } = await db.raw('select "queryAt", queries from payment where id = $1', [paymentId])
      const at = rows[0]?.['queryAt']
      return at instanceof Date ? (at.getTime() - shopOpensAt) / 60_000 : at
    }
    expect(await next()).toBe(1)
    clock.advance(60_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await next()).toBe(2)
    clock.advance(60_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await next()).toBe(4)
    await shop.sandbox.play(tokenOf(started), 'pay')
    await shop.jobs.runTick('payment/reconcile')
    expect(await stateOf(order)).toBe('pending')
    clock.advance(120_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await stateOf(order)).toBe('paid')
    expect(await next()).toBeNull()
  })

  test('PAYMENT-21 An open payment is given up after a day, and still counts should its money come', async () => {
    const order = await ordered()
    const started = await order.start()
    clock.advance(24 * 3_600_000)
    await shop.orders.expireUnpaidOrders()
    await shop.jobs.runTick('payment/reconcile')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['expired'])
    await play(started, 'payLate')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['paid'])
  })
})

describe('the shopper over HTTP', () => {
  test('PAYMENT-22 Cart, order, payment and page speak HTTP, each call with its own key', async () => {
    const small = await aSmallShop(shop, 5)
    const viewer = shop.aViewer(small.live)
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const response = await fetch(origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json()
      return { status: response.status, answer }
    }
    const asViewer = { 'x-viewer-key': viewer.key }
    const line = { variantId: small.variantId, quantity: 2 }
    expect(await call('PUT', '/api/room/cart', line)).toMatchObject({ status: 404 })
    expect(await call('PUT', '/api/room/cart', line, asViewer)).toMatchObject({
      status: 200,
      answer: { data: { totalQuantity: 2, subtotal: 1360_00 } },
    })
    const body = {
      streamId: small.live.streamId,
      viewerKey: viewer.key,
      personal: { fullName: ' 林小美 ', phone: '0912345678', email: 'Mei@Example.com' },
      delivery: { type: 'none' },
      paymentMethod: 'card',
      invoice: { class: 'mobileBarcode', carrier: '/ABC1234' },
      expectedTotal: 1360_00,
    }
    const create = '/api/pay/purchase/create_order'
    expect(await call('POST', create, body)).toMatchObject({ status: 400 })
    const key = { 'idempotency-key': newId() }
    const made = await call('POST', create, body, key)
    expect(made).toMatchObject({
      status: 200,
      answer: { data: { total: 1360_00, orderNo: expect.stringMatching(/^KM/) } },
    })
    expect(await call('POST', create, body, key)).toEqual(made)
    const { data } = made.answer as { data: { orderKey: string } }
    const asShopper = { 'x-order-key': data.orderKey }
    const paying = await call(
      'POST',
      '/api/pay/purchase/create_payment',
      { method: 'card' },
      { ...asShopper, 'idempotency-key': newId() },
    )
    const started = (paying.answer as { data: { step: PaymentStep } }).data
    const page = `/api/pay/sandbox/${tokenOf(started)}`
    expect(await call('GET', page)).toMatchObject({
      status: 200,
      answer: {
        data: {
          firmName: '小器器皿',
          amount: 1360_00,
          state: 'created',
          code: null,
          returnPath: `/order/${data.orderKey}`,
        },
      },
    })
    expect(await call('POST', page, { outcome: 'pay' })).toMatchObject({ status: 200 })
    expect(await call('POST', page, { outcome: 'pay' })).toMatchObject({ status: 409 })
    await settled()
    expect(await call('POST', '/api/pay/purchase/check_notice', {}, asShopper)).toMatchObject({
      answer: { data: { paymentState: 'paid' } },
    })
    expect(await call('GET', '/api/pay/purchase/order_info', undefined, asShopper)).toMatchObject({
      answer: { data: { paymentState: 'paid', personal: { fullName: '林小美', email: 'mei@example.com' } } },
    })
    expect(await call('GET', '/api/pay/purchase/order_info')).toMatchObject({ status: 404 })
  })
})
