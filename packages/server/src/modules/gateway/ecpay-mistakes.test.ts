import { expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import { createEcpayGateway } from './ecpay-gateway.ts'
import { ecpayMac, isFromEcpay } from './ecpay-mac.ts'
import type { GatewayMerchant } from './gateway.port.ts'

// Mistakes that were reported of other shops (rows P), with the right values.

const merchant: GatewayMerchant = {
  merchantId: '3002607',
  keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' },
}
const keys = { hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }
const stage = await sharedGateway(merchant, (url, now) => createEcpayGateway({ url, now, simulatedCounts: false }))
const { shop, clock, play } = stage

/** An order whose form the browser has posted to ECPay. */
const begun = async (given: Parameters<typeof stage.begun>[1] = {}) => {
  const payment = await stage.begun('card', given)
  const { step } = payment
  if (step.kind !== 'post') throw new Error('ECPay takes a form')
  const answer = await fetch(step.url, { method: 'POST', body: new URLSearchParams(step.fields) })
  const at = (outcome: string, more: Readonly<Record<string, string>> = {}) =>
    play({ MerchantTradeNo: payment.reference, outcome, at: String(clock.ms()), ...more })
  return { ...payment, fields: step.fields, answered: await answer.text(), at }
}

const printed = {
  MerchantID: '3002607',
  MerchantTradeNo: 'T26030200017A01',
  MerchantTradeDate: '2026/03/02 00:30:00',
  PaymentType: 'aio',
  TotalAmount: '538',
  TradeDesc: 'order',
  ReturnURL: 'https://shop.test/ecpay/notify',
  ChoosePayment: 'ALL',
  EncryptType: '1',
}
test.for([
  ["茶壺(藍)*2 ~Amy's!", 'E50A0A56070DDDF7BAC16521C64924587800CDE3585CA363429DB1EBDAC18A2B'],
  ['杯&盤 "大"', '156FA249F1E4F95FF012E4A1ABD443B0CD4C60227D7F060681AB3D77566E9BFE'],
] as const)(
  'GATEWAY-200 The signature of an item named %s is the computed one, going out and coming in (P1, P2)',
  ([ItemName, mac]) => {
    expect(ecpayMac({ ...printed, ItemName }, keys, 'sha256')).toBe(mac)
    expect(isFromEcpay({ ...printed, ItemName, CheckMacValue: mac }, keys)).toBe(true)
    const escaped = ItemName.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
    expect(isFromEcpay({ ...printed, ItemName: escaped, CheckMacValue: mac }, keys)).toBe(false)
  },
)

test('GATEWAY-250 The buyer reads at ECPay what is bought, a line each, whatever its name holds (P2)', async () => {
  const { fields, answered, at } = await begun({ names: ['耳環 #8', '帆布袋'] })
  expect(answered).toBe('taken')
  expect(fields['ItemName']?.split('#')).toEqual(['耳環 ＃8 × 1', '帆布袋 × 1'])
  expect(await at('pay')).toBe('200 1|OK')
})

test.for([
  ['half a character and what no page can draw', ['碗\ud83c <b>大</b>\u0007🍓'], '碗� b 大 /b × 1'],
  ['more lines than there is room for', Array.from({ length: 9 }, (_, n) => `${n}${'碗'.repeat(40)}`), 4],
  ['one name that is longer than all', ['果'.repeat(150), '碗'.repeat(150)], `${'果'.repeat(150)} × 1`],
] as const)('GATEWAY-251 Of %s ECPay takes the payment (P2, P3)', async ([, names, sent]) => {
  const { fields, answered } = await begun({ names })
  expect(answered).toBe('taken')
  const item = fields['ItemName'] ?? ''
  expect(typeof sent === 'number' ? item.split('#').length : item.replaceAll(/\s+/g, ' ')).toBe(sent)
})

test.for([
  ['NT$333 less 15 %, which is 283.05', 283_05, 1, '283', 283_00],
  ['three at NT$199.67', 199_67, 3, '599', 599_00],
  ['one at NT$0.50, half up', 50, 1, '1', 1_00],
] as const)(
  'GATEWAY-201 What is shown, sent and stored of %s is the same whole number (P11)',
  async ([, price, quantity, sent, total]) => {
    const payment = await begun({ price, quantity })
    expect([payment.answered, payment.fields['TotalAmount'], payment.total]).toEqual(['taken', sent, total])
    expect(await payment.at('pay')).toBe('200 1|OK')
    expect(await payment.order()).toMatchObject({
      paymentState: 'paid',
      total,
      refundDue: 0,
      payments: [{ state: 'paid', amount: total }],
    })
  },
)

test('GATEWAY-202 A notice that lacks its amount is on record, and is neither a payment nor a failure; the whole one pays (P13)', async () => {
  const payment = await begun()
  expect(await payment.at('pay', { without: 'TradeAmt' })).toBe('200 1|OK')
  expect(await payment.order()).toMatchObject({ paymentState: 'pending', payments: [{ state: 'created' }] })
  expect(await payment.kinds()).toEqual(['placed', 'paymentStarted', 'paymentMismatch'])
  expect(await payment.at('pay')).toBe('200 1|OK')
  expect(await payment.state()).toBe('paid')
})

test('GATEWAY-203 A simulated payment moves nothing, and is answered; one that says nothing of simulating is money (P16)', async () => {
  const payment = await begun()
  expect(await payment.at('simulate')).toBe('200 1|OK')
  expect(await payment.order()).toMatchObject({ paymentState: 'pending', refundDue: 0 })
  expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 1, sold: 0 })
  expect(await payment.at('pay', { without: 'SimulatePaid' })).toBe('200 1|OK')
  expect(await payment.order()).toMatchObject({ paymentState: 'paid', refundDue: 0 })
  expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
})

test('GATEWAY-204 A notice whose words are cut within a character is kept and pays all the same (P3)', async () => {
  const payment = await begun()
  const words = `${'果'.repeat(199)}🍓醬`
  expect(await payment.at('pay', { words })).toBe('200 1|OK')
  expect(await payment.state()).toBe('paid')
})

test.for([
  ['that the result is still being confirmed', '10300066', '交易付款結果待確認中'],
  ['with a code of no list', '10299999', 'Something new'],
  ['of a paid trade', '10200095', ''],
  ['with no code at all', '', ''],
] as const)(
  'GATEWAY-205 A notice %s is kept raw and stands on the order; nothing moves, and the one of the payment pays',
  async ([, code, words]) => {
    const payment = await begun()
    expect(await payment.at('says', { code, words })).toBe('200 1|OK')
    const order = await payment.order()
    expect(order).toMatchObject({ paymentState: 'pending', payments: [{ state: 'created' }] })
    expect(order.events.map(({ kind, memo }) => [kind, memo]).at(-1)).toEqual([
      'paymentNoted',
      code === '' ? expect.stringMatching(/^2611/) : `${code} ${words}`.trim(),
    ])
    const { rows } = await stage.db.raw(
      `select verified, outcome from "paymentNotice" where strpos(body, $1) > 0 and gateway = 'ecpay'`,
      [payment.reference],
    )
    expect(rows).toEqual([{ verified: true, outcome: 'noted' }])
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 1, sold: 0 })
    expect(await payment.at('pay')).toBe('200 1|OK')
    expect(await payment.state()).toBe('paid')
  },
)

test.for([
  ['3-D Secure', '10100058'],
  ['a refusing bank', '10100248'],
  ['a card over its limit', '10100252'],
  ['a code that has lapsed', '10300006'],
] as const)('GATEWAY-206 A notice of %s (%s) fails this try, and the order waits for another', async ([, code]) => {
  const payment = await begun()
  expect(await payment.at('says', { code, words: '交易失敗' })).toBe('200 1|OK')
  expect(await payment.order()).toMatchObject({ paymentState: 'pending', payments: [{ state: 'failed' }] })
  expect((await payment.kinds()).at(-1)).toBe('paymentFailed')
  expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 1, sold: 0 })
})
