import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { codeGraceMinutes, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aSmallShop, buildShop, placeOrder, quantitiesOf, shopOpensAt } from '../../../test/commerce-factory.ts'
import { serveShop } from '../../../test/commerce-http.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { cardSetting } from '../../../test/payment-settings.ts'
import { manualClock } from '../../platform/clock.ts'
import { createEcpayGateway } from './ecpay-gateway.ts'
import type { GatewayMerchant } from './gateway.port.ts'

const merchant: GatewayMerchant = {
  merchantId: '3002607',
  keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' },
}

const standIn = spawn(process.execPath, [
  fileURLToPath(new URL('../../../test/fakes/ecpay-stand-in.ts', import.meta.url)),
])
const [line] = (await once(standIn.stdout, 'data')) as [Buffer]
const url = `http://127.0.0.1:${String(line).trim()}`
const db = await sharedDatabase()
const clock = manualClock(new Date(shopOpensAt))
let origin = ''
const ecpay = createEcpayGateway({ url, now: () => clock.now(), simulatedCounts: false })
let keys = merchant
const shop = buildShop(db, {
  clock,
  isDemo: false,
  gateways: [ecpay],
  merchants: { of: async () => keys },
  publicUrl: () => origin,
})
const served = await serveShop(shop)
;({ origin } = served)
afterAll(async () => {
  await served.close()
  standIn.kill()
})
beforeEach(() => {
  clock.set(new Date(shopOpensAt))
  keys = merchant
})

const post = async (address: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).text()

/** An order whose payment is begun at the stand-in, as a browser begins it. */
const begun = async (method: PaymentMethod = 'card', given: Readonly<Record<string, string>> = {}) => {
  const small = await aSmallShop(shop, 10)
  await shop.firms.change(small.firmId, {
    paymentMethods: [
      { ...cardSetting, gateway: 'ecpay' },
      ...(['instalment', 'applePay', 'jkopay', 'atm', 'cvs', 'barcode'] as const).map((each) => ({
        ...cardSetting,
        method: each,
        gateway: 'ecpay' as const,
      })),
    ],
  })
  const placed = await placeOrder(shop, small)
  const caller = { kind: 'order', firmId: small.firmId, orderId: placed.orderId } as const
  const { step } = await shop.payments.start(small.firmId, await shop.payments.prepare(caller, method), 'zh-TW')
  if (step.kind !== 'post') throw new Error('ECPay takes a form')
  const answered = await post(step.url, { ...step.fields, ...given })
  const reference = step.fields['MerchantTradeNo'] ?? ''
  const play = async (outcome: string, more: Readonly<Record<string, string>> = {}) => {
    const said = await post(`${url}/_play`, { MerchantTradeNo: reference, outcome, at: String(clock.ms()), ...more })
    await shop.payments.noticesApplied()
    return said
  }
  const order = () => shop.orders.show(small.firmId, placed.orderId, true)
  return { ...small, ...placed, step, reference, answered, play, order }
}
const kindsOf = async (of: { order: () => Promise<{ events: readonly { kind: string }[] }> }) =>
  (await of.order()).events.map(({ kind }) => kind)

describe('by ECPay', () => {
  test('GATEWAY-20 A card payment: the browser posts our form, ECPay takes it, its notice pays the order', async () => {
    const payment = await begun()
    expect(payment.answered).toBe('taken')
    expect(payment.step.url).toBe(`${url}/Cashier/AioCheckOut/V5`)
    expect(await payment.play('pay')).toBe('200 1|OK')
    const order = await payment.order()
    expect(order).toMatchObject({ paymentState: 'paid', paymentMethod: 'card', isTest: false })
    expect(order.payments).toMatchObject([{ method: 'card', state: 'paid', reference: expect.stringMatching(/^2611/) }])
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test.for(['instalment', 'applePay', 'jkopay', 'atm', 'cvs', 'barcode'] as const)(
    'GATEWAY-21 ECPay takes what we post for %s',
    async (method) => {
      expect((await begun(method)).answered).toBe('taken')
    },
  )

  test.for([
    ['MerchantID', '1', '10200047'],
    ['TotalAmount', '1', '10200073'],
    ['MerchantTradeDate', '2026-11-20', '10200073'],
    ['CheckMacValue', 'F'.repeat(64), '10200073'],
  ] as const)(
    'GATEWAY-22 A form that somebody changed on the way (%s) is refused there',
    async ([name, value, code]) => {
      expect((await begun('card', { [name]: value })).answered).toContain(code)
    },
  )

  test('GATEWAY-23 An ATM account, a store code and barcodes are what the buyer pays with; the pieces wait as long as they can be paid', async () => {
    for (const [method, code] of [
      ['atm', { kind: 'atm', bankCode: '005', account: '5219111122223333' }],
      ['cvs', { kind: 'cvs', code: 'GW201120123456' }],
      ['barcode', { kind: 'barcode', barcodes: ['151127ABC', '3453010000000001', '112700000000500'] }],
    ] as const) {
      const payment = await begun(method)
      expect(await payment.play('code'), method).toBe('200 1|OK')
      const info = await shop.orders.info(payment.firmId, payment.orderId)
      expect(info.paymentCode, method).toMatchObject(code)
      const withGrace = Date.parse(info.paymentCode?.expiresAt ?? '') + codeGraceMinutes * 60_000
      expect([info.paymentState, info.heldUntil]).toEqual(['pending', new Date(withGrace).toISOString()])
      expect(await payment.play('pay')).toBe('200 1|OK')
      expect((await payment.order()).paymentState).toBe('paid')
    }
  })

  test('GATEWAY-24 A trial payment and an application stand on the order and move nothing', async () => {
    const payment = await begun()
    expect(await payment.play('simulate')).toBe('200 1|OK')
    expect(await payment.play('applied')).toBe('200 1|OK')
    expect((await payment.order()).paymentState).toBe('pending')
    expect((await kindsOf(payment)).filter((kind) => kind === 'paymentNoted')).toHaveLength(2)
    expect((await shop.orders.info(payment.firmId, payment.orderId)).events.map(({ kind }) => kind)).not.toContain(
      'paymentNoted',
    )
  })

  test('GATEWAY-25 A notice of another amount, of another merchant or of a wrong signature pays nothing, and is answered 1|OK', async () => {
    const payment = await begun()
    expect(await payment.play('pay', { TradeAmt: '1' })).toBe('200 1|OK')
    expect(await kindsOf(payment)).toContain('paymentMismatch')
    expect(await payment.play('pay', { MerchantID: '2000132' })).toBe('200 1|OK')
    keys = { ...merchant, keys: { ecpayHashKey: 'x'.repeat(16), ecpayHashIv: 'y'.repeat(16) } }
    expect(await payment.play('pay')).toBe('200 1|OK')
    expect((await payment.order()).paymentState).toBe('pending')
  })

  test('GATEWAY-26 The second notice is taken and changes nothing; a failure leaves the order to be paid', async () => {
    const payment = await begun()
    await payment.play('fail')
    expect([(await payment.order()).paymentState, await kindsOf(payment)]).toEqual([
      'pending',
      ['placed', 'paymentStarted', 'paymentFailed'],
    ])
    await payment.play('pay')
    await payment.play('pay')
    expect([(await payment.order()).paymentState, (await kindsOf(payment)).filter((kind) => kind === 'paid')]).toEqual([
      'paid',
      ['paid'],
    ])
  })

  test('GATEWAY-27 A payment whose notice never came is found when ECPay is asked', async () => {
    const payment = await begun()
    const asked = { reference: payment.reference, tradeNo: '', method: 'card' as const, currency: 'TWD' as const }
    const at = { ...asked, amount: payment.total, createdAt: clock.now() }
    expect(await ecpay.query(at, merchant)).toBeUndefined()
    await payment.play('silent')
    expect(await ecpay.query(at, merchant)).toMatchObject({
      kind: 'paid',
      amount: payment.total,
      orderNo: payment.orderNo,
    })
    await expect(ecpay.query(at, { ...merchant, keys: {} })).rejects.toThrow()
  })

  /** Another try to pay the same order. */
  const again = async (payment: Awaited<ReturnType<typeof begun>>, method: PaymentMethod) => {
    const caller = { kind: 'order', firmId: payment.firmId, orderId: payment.orderId } as const
    const { step } = await shop.payments.start(payment.firmId, await shop.payments.prepare(caller, method), 'zh-TW')
    if (step.kind !== 'post') throw new Error('ECPay takes a form')
    expect(await post(step.url, step.fields)).toBe('taken')
    return async (outcome: string): Promise<string> => {
      const fields = { MerchantTradeNo: step.fields['MerchantTradeNo'] ?? '', outcome, at: String(clock.ms()) }
      const said = await post(`${url}/_play`, fields)
      await shop.payments.noticesApplied()
      return said
    }
  }

  test('GATEWAY-28 A card whose notice never came is asked about before its order expires (P14), and so is a gateway that is away', async () => {
    const payment = await begun()
    await payment.play('silent')
    clock.advance(15 * 60_000)
    await shop.orders.expireUnpaidOrders()
    expect(await payment.order()).toMatchObject({ paymentState: 'paid', payments: [{ state: 'paid' }] })
    expect(await kindsOf(payment)).not.toContain('expired')

    const cutOff = await begun()
    keys = { ...merchant, keys: {} }
    clock.advance(16 * 60_000)
    await shop.orders.expireUnpaidOrders()
    expect((await cutOff.order()).paymentState).toBe('pending')
    // Its pieces are not kept from others for ever.
    clock.advance(60 * 60_000)
    await shop.orders.expireUnpaidOrders()
    expect((await cutOff.order()).paymentState).toBe('expired')
    expect(await quantitiesOf(shop, cutOff.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
  })

  test('GATEWAY-29 A failure of a try that was given up changes nothing of an order that another one paid (P6)', async () => {
    const payment = await begun()
    const second = await again(payment, 'card')
    expect(await second('pay')).toBe('200 1|OK')
    clock.advance(30 * 60_000)
    expect(await payment.play('fail')).toBe('200 1|OK')
    const order = await payment.order()
    expect(order.paymentState).toBe('paid')
    expect(order.payments.map(({ state }) => state)).toEqual(['failed', 'paid'])
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test('GATEWAY-30 A code is good to the end of its last day, its pieces a day longer, and what is paid then was never sold again (P7)', async () => {
    const payment = await begun('atm')
    await payment.play('code')
    const shown = await shop.orders.info(payment.firmId, payment.orderId)
    expect(shown.paymentCode?.expiresAt).toBe('2026-11-23T15:59:59.000Z')
    clock.set(new Date('2026-11-23T15:59:58Z'))
    await shop.orders.expireUnpaidOrders()
    expect((await payment.order()).paymentState).toBe('pending')
    // The bank's file comes on the next day.
    clock.set(new Date('2026-11-24T09:00:00Z'))
    await shop.orders.expireUnpaidOrders()
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 1, sold: 0 })
    expect(await payment.play('pay')).toBe('200 1|OK')
    expect(await payment.order()).toMatchObject({ paymentState: 'paid' })
    expect(await kindsOf(payment)).not.toContain('paidLate')
  })

  test('GATEWAY-31 Who takes an account, pays by card and then transfers too is owed the second back (P9)', async () => {
    const payment = await begun('atm')
    await payment.play('code')
    const card = await again(payment, 'card')
    expect(await card('pay')).toBe('200 1|OK')
    clock.advance(2 * 86_400_000)
    expect(await payment.play('pay')).toBe('200 1|OK')
    const order = await payment.order()
    expect(order).toMatchObject({ paymentState: 'paid', total: payment.total, refundDue: payment.total })
    expect(
      order.payments
        .filter(({ state }) => state === 'paid')
        .map(({ isExtra }) => isExtra)
        .toSorted(),
    ).toEqual([false, true])
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test('GATEWAY-32 Five notices of one payment, the repeats in other words and two at once, are one payment (P5)', async () => {
    const payment = await begun()
    expect(await payment.play('pay')).toBe('200 1|OK')
    const repeats = await Promise.all([1, 2].map(() => payment.play('pay', { words: 'paid' })))
    for (const _ of [1, 2]) repeats.push(await payment.play('pay', { words: 'paid' }))
    expect(repeats).toEqual(['200 1|OK', '200 1|OK', '200 1|OK', '200 1|OK'])
    const order = await payment.order()
    expect(order).toMatchObject({ paymentState: 'paid', refundDue: 0 })
    expect(order.payments.map(({ state, amount }) => [state, amount])).toEqual([['paid', payment.total]])
    expect((await kindsOf(payment)).filter((kind) => kind === 'paid' || kind === 'paidTwice')).toEqual(['paid'])
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test.for(['耳環 #8', '杯&盤 "大"', "茶壺(藍)*2 ~Amy's!", `限量${'果'.repeat(197)}🍓醬`])(
    'GATEWAY-33 A shop whose name has signs that break forms and signatures (%s) is paid all the same (P1, P2, P3)',
    async (name) => {
      const small = await aSmallShop(shop, 10)
      await shop.firms.change(small.firmId, { name, paymentMethods: [{ ...cardSetting, gateway: 'ecpay' }] })
      const placed = await placeOrder(shop, small)
      const caller = { kind: 'order', firmId: small.firmId, orderId: placed.orderId } as const
      const { step } = await shop.payments.start(small.firmId, await shop.payments.prepare(caller, 'card'), 'zh-TW')
      if (step.kind !== 'post') throw new Error('ECPay takes a form')
      const { fields } = step
      // ECPay reads several items where a name has its separator; half a character is none at all.
      expect(fields['ItemName']).not.toContain('#')
      expect(() => encodeURIComponent(fields['ItemName'] ?? '')).not.toThrow()
      expect(await post(step.url, fields)).toBe('taken')
    },
  )
})
