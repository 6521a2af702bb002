import { expect, test } from 'vitest'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import type { GatewayMerchant } from './gateway.port.ts'
import { createLinePayGateway } from './line-pay-gateway.ts'
import { readLinePay } from './line-pay-signature.ts'

// Mistakes that were reported of other shops (rows P), with the right values.

const merchant: GatewayMerchant = {
  merchantId: '1654180534',
  keys: { linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639' },
}
const stage = await sharedGateway(merchant, (url, now) => createLinePayGateway({ url, now }))
const { shop, clock, play } = stage

/** An order that goes to LINE Pay; `come` is the buyer's browser on its way back. */
const begun = async (given: Parameters<typeof stage.begun>[1] = {}) => {
  const payment = await stage.begun('linePay', given)
  const { tradeNo } = await payment.atGateway()
  const at = (outcome: string, more: Readonly<Record<string, string>> = {}) =>
    play({ transactionId: tradeNo, outcome, ...more })
  const come = async (url: string) => (await fetch(url, { redirect: 'manual' })).headers.get('location')
  const tries = async () => (await payment.order()).payments.map(({ state }) => state)
  return { ...payment, tradeNo, at, come, tries, page: `/order/${payment.orderKey}` }
}

test('GATEWAY-210 Ids of 16 digits and more stay what they are wherever they stand; texts and other numbers stay too (P12)', () => {
  const id = '2026030200123456789'
  expect(String(JSON.parse(id))).toBe('2026030200123456800')
  expect(readLinePay(`{"info":{"transactionId":${id}}}`)).toEqual({ info: { transactionId: id } })
  expect(readLinePay(`{"ids":[${id}, 9007199254740993],"one" : ${id}\n}`)).toEqual({
    ids: [id, '9007199254740993'],
    one: id,
  })
  const words = `no "transactionId": ${id}, or \\${id}]`
  const others = { words, rate: 0.1234567890123456, amount: -538, big: 1e21, yes: true, none: null }
  expect(readLinePay(JSON.stringify(others))).toEqual(others)
})

test('GATEWAY-211 The number kept of a payment, and asked with, is LINE Pay’s to the last digit (P12)', async () => {
  const payment = await begun()
  expect(payment.tradeNo).toMatch(/^\d{19}$/)
  expect(payment.tradeNo).not.toBe(String(Number(payment.tradeNo)))
  expect(payment.step).toEqual({ kind: 'visit', url: `http://127.0.0.1/pay/${payment.tradeNo}` })
  await payment.come(await payment.at('approve'))
  expect(await payment.order()).toMatchObject({ payments: [{ state: 'paid', reference: payment.tradeNo }] })
})

test.for([
  ['3 × NT$179.33', 179_33, 538_00],
  ['3 × NT$199', 199_00, 597_00],
  ['3 × NT$333.33', 333_33, 1000_00],
] as const)(
  'GATEWAY-212 The products that LINE Pay is sent of %s add up to the amount, and it takes so much (P11)',
  async ([, price, total]) => {
    const payment = await begun({ price, quantity: 3 })
    expect(payment.total).toBe(total)
    await payment.come(await payment.at('approve'))
    expect(await payment.order()).toMatchObject({ paymentState: 'paid', payments: [{ amount: total }] })
  },
)

test('GATEWAY-213 A shop’s name that is too long is cut between characters, and LINE Pay takes the payment (P3)', async () => {
  const payment = await begun({ shopName: `果${'🍓'.repeat(59)}` })
  await payment.come(await payment.at('approve'))
  expect(await payment.state()).toBe('paid')
})

test('GATEWAY-214 A confirmation of NT$20 whose answer never came is looked up before the order may expire: one payment of 20 (P13)', async () => {
  const payment = await begun({ price: 20_00 })
  expect(await payment.come(await payment.at('approve', { dies: '1' }))).toBe(payment.page)
  expect([await payment.state(), await payment.tries()]).toEqual(['pending', ['created']])
  clock.advance(16 * 60_000)
  await shop.orders.expireUnpaidOrders()
  expect(await payment.order()).toMatchObject({
    paymentState: 'paid',
    total: 20_00,
    refundDue: 0,
    payments: [{ state: 'paid', amount: 20_00 }],
  })
  expect(await payment.kinds()).not.toContain('expired')
  expect(await payment.at('look')).toBe('captured 1 ')
})

test.for(['1152', '1172', '1198'])(
  'GATEWAY-215 A confirmation that is answered %s is looked up and is no failure; the same one again takes the money once (P13)',
  async (says) => {
    const payment = await begun({ price: 20_00 })
    const url = await payment.at('approve', { says })
    expect(await payment.come(url)).toBe(payment.page)
    expect([await payment.state(), await payment.tries()]).toEqual(['pending', ['created']])
    await payment.come(url)
    expect([await payment.state(), await payment.tries()]).toEqual(['paid', ['paid']])
    expect(await payment.at('look')).toBe('captured 2 ')
  },
)

test('GATEWAY-216 An answer that lacks the sum is no failed payment: LINE Pay is asked, and the order is paid (P13)', async () => {
  const payment = await begun({ price: 20_00 })
  await payment.come(await payment.at('approve', { garbles: '1' }))
  expect([await payment.state(), await payment.tries()]).toEqual(['pending', ['created']])
  expect(await payment.kinds()).toEqual(['placed', 'paymentStarted'])
  clock.advance(61_000)
  await shop.jobs.runTick('payment/reconcile')
  expect([await payment.state(), await payment.tries()]).toEqual(['paid', ['paid']])
  expect(await payment.at('look')).toBe('captured 1 ')
})
