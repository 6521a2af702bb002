import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
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
      expect([info.paymentState, info.heldUntil]).toEqual(['pending', info.paymentCode?.expiresAt])
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
})
