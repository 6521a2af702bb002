import { codeGraceMinutes } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf, placeOrder, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'

const { shop, clock, tokenOf, ordered, settled, play, kindsOf, paymentsOf, stateOf, noticesOf, rawNotices } =
  await sharedPayments()
const unpaidOrderMs = 15 * 60_000
const codeMs = 3 * 24 * 3_600_000

describe('through the sandbox', () => {
  test('GATEWAY-1 A payment: its signed notice comes by HTTP and the order is paid', async () => {
    const order = await ordered(10, 2)
    const started = await order.start()
    const shown = await shop.sandbox.show(tokenOf(started))
    expect(shown).toMatchObject({
      shopName: '小器器皿',
      orderNo: order.orderNo,
      amount: 1360_00,
      currency: 'TWD',
      state: 'created',
    })
    await play(started, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paid'])
    const { payments, paidAt } = await shop.orders.show(order.firmId, order.orderId, false)
    expect(payments).toMatchObject([
      { method: 'card', state: 'paid', amount: 1360_00, reference: expect.stringMatching(/^SB/) },
    ])
    expect(paidAt).toBe(new Date(shopOpensAt).toISOString())
    expect(await rawNotices(payments[0]?.reference ?? '')).toEqual([{ verified: true, outcome: 'paid', applied: true }])
  })

  test('GATEWAY-2 A failure leaves the order unpaid, and another payment can still pay it', async () => {
    const order = await ordered()
    const first = await order.start()
    await play(first, 'fail')
    clock.advance(1000)
    expect(await stateOf(order)).toBe('pending')
    await expect(shop.sandbox.play(tokenOf(first), 'pay')).rejects.toMatchObject({ errorName: 'conflict' })
    await play(await order.start(), 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['failed', 'paid'])
    expect(await kindsOf(order.firmId, order.orderId)).toEqual([
      'placed',
      'paymentStarted',
      'paymentFailed',
      'paymentStarted',
      'paid',
    ])
  })

  test('GATEWAY-3 A code holds the stock for its own time, is shown to the shopper, and can be paid until then', async () => {
    const order = await ordered(10, 3)
    const started = await order.start('atm')
    await play(started, 'issueCode')
    const info = await shop.orders.info(order.firmId, order.orderId)
    const expiresAt = new Date(shopOpensAt + codeMs).toISOString()
    expect(info).toMatchObject({
      paymentState: 'pending',
      heldUntil: new Date(shopOpensAt + codeMs + codeGraceMinutes * 60_000).toISOString(),
      paymentCode: { kind: 'atm', bankCode: '999', account: expect.stringMatching(/^\d{16}$/), expiresAt },
    })
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['waiting'])
    clock.advance(codeMs - 1)
    await shop.orders.expireUnpaidOrders()
    expect(await stateOf(order)).toBe('pending')
    await play(started, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect((await shop.orders.info(order.firmId, order.orderId)).paymentCode).toBeNull()
    clock.set(new Date(shopOpensAt))
    const unpaid = await ordered(10, 3)
    await play(await unpaid.start('atm'), 'issueCode')
    // A day more, for what was paid on the last day is reported a day late.
    clock.advance(codeMs + codeGraceMinutes * 60_000 - 1)
    await shop.orders.expireUnpaidOrders()
    expect(await stateOf(unpaid)).toBe('pending')
    clock.advance(1)
    await shop.orders.expireUnpaidOrders()
    expect(await stateOf(unpaid)).toBe('expired')
    expect(await quantitiesOf(shop, unpaid.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
  })

  test('GATEWAY-4 Money that comes after the order has expired buys it if the pieces are there, else is owed back', async () => {
    const there = await ordered(5, 3)
    const gone = await ordered(5, 3)
    for (const order of [there, gone]) await play(await order.start(), 'payLate')
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['pending', 'pending'])
    clock.advance(unpaidOrderMs)
    await shop.orders.expireUnpaidOrders()
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['expired', 'expired'])
    await placeOrder(shop, gone, { quantity: 3 })
    clock.advance(60_000)
    await settled()
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['paid', 'refundDue'])
    expect(await quantitiesOf(shop, there.variantId)).toEqual({ stock: 2, held: 0, sold: 3 })
    expect(await quantitiesOf(shop, gone.variantId)).toEqual({ stock: 2, held: 3, sold: 0 })
    expect((await kindsOf(there.firmId, there.orderId)).slice(-2)).toEqual(['expired', 'paidLate'])
    expect((await kindsOf(gone.firmId, gone.orderId)).slice(-2)).toEqual(['expired', 'refundDue'])
  })

  test('GATEWAY-5 A payment whose time is over takes only a late payment', async () => {
    const order = await ordered()
    const started = await order.start()
    clock.advance(unpaidOrderMs)
    expect(await shop.sandbox.show(tokenOf(started))).toMatchObject({ state: 'expired' })
    for (const outcome of ['pay', 'fail', 'issueCode'] as const) {
      await expect(shop.sandbox.play(tokenOf(started), outcome)).rejects.toMatchObject({ errorName: 'conflict' })
    }
    await shop.orders.expireUnpaidOrders()
    clock.advance(60_000)
    await play(started, 'payLate')
    expect(await stateOf(order)).toBe('paid')
    expect(await shop.sandbox.show(tokenOf(started))).toMatchObject({ state: 'paid' })
  })

  test('GATEWAY-6 Two payments of one order: the second is on the timeline and moves nothing', async () => {
    const order = await ordered()
    const [first, second] = [await order.start(), await order.start()]
    await play(first, 'pay')
    await play(second, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['paid', 'paid'])
    expect((await kindsOf(order.firmId, order.orderId)).slice(-2)).toEqual(['paid', 'paidTwice'])
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test('GATEWAY-7 One payment takes one outcome, whoever clicks at once', async () => {
    const order = await ordered()
    const started = await order.start()
    const clicks = (['pay', 'fail', 'pay', 'issueCode', 'pay'] as const).map((outcome) =>
      shop.sandbox.play(tokenOf(started), outcome).then(
        () => outcome,
        () => 'refused',
      ),
    )
    const played = (await Promise.all(clicks)).filter((outcome) => outcome !== 'refused')
    await settled()
    expect(played).toHaveLength(1)
    expect(await noticesOf(started)).toHaveLength(1)
    await expect(shop.sandbox.show('nothing')).rejects.toMatchObject({ errorName: 'notFound' })
  })
})
