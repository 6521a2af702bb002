import { codeGraceMinutes, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import type { GatewayMerchant, PaymentToStart } from './gateway.port.ts'
import { createNewebpayGateway } from './newebpay-gateway.ts'
import { decryptTrade } from './newebpay-trade.ts'

const merchant: GatewayMerchant = {
  merchantId: 'MS127874575',
  keys: { newebpayHashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', newebpayHashIv: 'C6AcmfqJILwgnhIP' },
}
const stage = await sharedGateway(merchant, (url, now) => createNewebpayGateway({ url, now }))
const { shop, gateway, clock, origin, play } = stage

const post = async (address: string, body: string | URLSearchParams): Promise<Response> =>
  fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })

/** An order whose form the browser has posted to NewebPay. */
const begun = async (method: PaymentMethod = 'card', given: Readonly<Record<string, string>> = {}) => {
  const payment = await stage.begun(method)
  if (payment.step.kind !== 'post') throw new Error('NewebPay takes a form')
  const answered = await (
    await post(payment.step.url, new URLSearchParams({ ...payment.step.fields, ...given }))
  ).text()
  const at = (outcome: string, more: Readonly<Record<string, string>> = {}) =>
    play({ MerchantOrderNo: payment.reference, outcome, at: String(clock.ms()), ...more })
  /** The browser posts what NewebPay let it bring. */
  const come = async (body: string) => {
    const answer = await post(`${origin}/payment-return/newebpay/${payment.reference}`, body)
    return [answer.status, answer.headers.get('location')]
  }
  const refund = async (amount: number) => gateway.refund?.(await payment.refund(amount), merchant)
  return { ...payment, refund, answered, at, come, page: [303, `/order/${payment.orderKey}`] }
}

describe('by NewebPay', () => {
  test('GATEWAY-70 A card payment: the browser posts our sealed form, NewebPay takes it, its notice pays the order', async () => {
    const payment = await begun()
    expect(payment.answered).toBe('taken')
    expect(await payment.at('pay')).toBe('200 SUCCESS')
    expect(await payment.order()).toMatchObject({
      paymentState: 'paid',
      payments: [{ method: 'card', state: 'paid', reference: expect.stringMatching(/^26112018\d{9}$/) }],
    })
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test.for(['instalment', 'applePay', 'linePay', 'atm', 'cvs', 'barcode'] as const)(
    'GATEWAY-71 NewebPay takes what we post for %s',
    async (method) => {
      expect((await begun(method)).answered).toBe('taken')
    },
  )

  const start: PaymentToStart = {
    reference: 'row',
    firmId: 'f',
    shopName: '小器',
    itemNames: async () => [],
    orderNo: '1',
    method: 'card',
    amount: 100_00,
    currency: 'TWD',
    deadline: new Date('2026-11-20T12:15:00Z'),
    codeMinutes: 60,
    language: 'zh-TW',
    noticeUrl: origin,
    returnUrl: origin,
  }
  test.for([
    ['of another merchant', { merchantId: 'MS1' }, {}, 'MPG01009'],
    ['sealed with another key', { keys: { ...merchant.keys, newebpayHashKey: 'k'.repeat(32) } }, {}, 'CHK00007'],
    ['of no amount', {}, { amount: 0 }, 'MPG01015'],
    ['of NT$29 by store code', {}, { amount: 29_00, method: 'cvs' as const }, 'MPG01015'],
    ['by a method that it does not carry', {}, { method: 'jkopay' as const }, 'MPG20007'],
    ['with signs in its number', {}, { reference: 'a-b' }, 'MPG01012'],
    ['that was posted before', {}, { reference: 'twice' }, 'MPG03008'],
    ['that was made three minutes ago', {}, { late: true }, 'MPG02004'],
  ] as const)('GATEWAY-72 NewebPay refuses a form %s', async ([, other, given, code]) => {
    const { late, ...changed }: Partial<PaymentToStart> & { late?: boolean } = given
    const { step } = await gateway.start({ ...start, ...changed }, { ...merchant, ...other })
    if (step.kind !== 'post') throw new Error('NewebPay takes a form')
    const send = async () => (await post(step.url, new URLSearchParams(step.fields))).text()
    if (changed.reference === 'twice') expect(await send()).toBe('taken')
    const now = new Date(clock.ms() + (late === true ? 180_000 : 0)).toISOString()
    await play({ outcome: 'clock', now })
    expect(await send()).toContain(code)
    await play({ outcome: 'clock', now: '' })
  })

  test('GATEWAY-249 A name of 51 characters that ends in an emoji is cut to 50 signs, none of them half a character, and is taken (P3)', async () => {
    const shopName = `限量${'果'.repeat(47)}🍓醬`
    const { step } = await gateway.start({ ...start, reference: 'long', shopName }, merchant)
    if (step.kind !== 'post') throw new Error('NewebPay takes a form')
    const keys = { hashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', hashIv: 'C6AcmfqJILwgnhIP' }
    const query = new URLSearchParams(decryptTrade(step.fields['TradeInfo'] ?? '', keys))
    const item = query.get('ItemDesc') ?? ''
    expect([...item].length).toBeLessThanOrEqual(50)
    expect([item.isWellFormed(), item.startsWith(`限量${'果'.repeat(47)}`)]).toEqual([true, true])
    expect(await (await post(step.url, new URLSearchParams(step.fields))).text()).toBe('taken')
  })

  test('GATEWAY-73 An ATM account, a store code and barcodes come with the buyer’s browser; the pieces wait as long as they can be paid', async () => {
    for (const [method, code] of [
      ['atm', { kind: 'atm', bankCode: '017', account: '9103522175887271' }],
      ['cvs', { kind: 'cvs', code: 'LLL24112000001' }],
      ['barcode', { kind: 'barcode', barcodes: ['151127ABC', '3453010000000001', '112700000000500'] }],
    ] as const) {
      const payment = await begun(method)
      const brought = await payment.at('code')
      expect(await payment.come(brought)).toEqual(payment.page)
      expect(await payment.come(brought)).toEqual(payment.page)
      const info = await shop.orders.info(payment.firmId, payment.orderId)
      expect(info.paymentCode, method).toEqual({ ...code, expiresAt: '2026-11-23T15:59:59.000Z' })
      const withGrace = Date.parse(info.paymentCode?.expiresAt ?? '') + codeGraceMinutes * 60_000
      expect([info.paymentState, info.heldUntil]).toEqual(['pending', new Date(withGrace).toISOString()])
      expect((await payment.kinds()).filter((kind) => kind === 'codeIssued')).toHaveLength(1)
      expect(await payment.at('pay')).toBe('200 SUCCESS')
      expect(await payment.state()).toBe('paid')
    }
  })

  test('GATEWAY-74 A buyer who comes back paid sees a paid order before the notice comes, and the notice changes nothing', async () => {
    const payment = await begun()
    expect(await payment.come(await payment.at('silent'))).toEqual(payment.page)
    expect(await payment.state()).toBe('paid')
    expect(await payment.at('pay')).toBe('200 SUCCESS')
    expect((await payment.kinds()).filter((kind) => kind.startsWith('paid'))).toEqual(['paid'])
  })

  test.for([
    ['of another amount', { Amt: '1' }],
    ['of another merchant', { MerchantID: 'MS1' }],
    ['signed with another key', { key: 'x'.repeat(32) }],
    ['of a number that we never gave', { says: 'nobody' }],
    ['that is no JSON', { garbled: '1' }],
  ] as const)('GATEWAY-75 A notice %s pays nothing, and is answered as one that does', async ([, changed]) => {
    const payment = await begun()
    expect(await payment.at('pay', changed)).toBe('200 SUCCESS')
    expect(await payment.come(await payment.at('silent', changed))).toEqual(payment.page)
    expect(await payment.state()).toBe('pending')
  })

  test('GATEWAY-83 A notice at an address without our number, or with that of nobody, pays nothing', async () => {
    const payment = await begun()
    for (const query of ['', '?reference=nobody']) {
      const to = `${origin}/api/pay/purchase/notice/newebpay${query}`
      expect(await payment.at('pay', { to })).toBe('200 SUCCESS')
    }
    expect(await payment.state()).toBe('pending')
  })

  test('GATEWAY-76 What one merchant’s keys sign says nothing of another merchant’s payment', async () => {
    const [own, victim] = [await begun(), await begun()]
    expect(await own.at('pay', { says: victim.reference })).toBe('200 SUCCESS')
    expect(await own.come(await own.at('silent', { says: victim.reference }))).toEqual(own.page)
    expect([await own.state(), await victim.state()]).toEqual(['pending', 'pending'])
  })

  test('GATEWAY-77 The second notice is taken and changes nothing; a failure leaves the order to be paid', async () => {
    const payment = await begun()
    expect(await payment.at('fail')).toBe('200 SUCCESS')
    expect([await payment.state(), await payment.kinds()]).toEqual([
      'pending',
      ['placed', 'paymentStarted', 'paymentFailed'],
    ])
    for (let again = 0; again < 2; again += 1) await payment.at('pay')
    expect((await payment.kinds()).filter((kind) => kind.startsWith('paid'))).toEqual(['paid'])
  })

  test('GATEWAY-78 A payment whose notice never came is found when NewebPay is asked, once the form is older than five minutes', async () => {
    const [payment, nobody] = [await begun(), await stage.begun('card')]
    await payment.at('silent')
    const [paid, unknown] = [await payment.atGateway(), await nobody.atGateway()]
    const ask = (about: typeof paid, as = merchant) => gateway.query(about, as)
    expect([await ask(paid), await ask(unknown)]).toEqual([undefined, undefined])
    clock.advance(5 * 60_000)
    expect(await ask(paid)).toMatchObject({ kind: 'paid', amount: payment.total, reference: payment.reference })
    expect(await ask(unknown)).toMatchObject({ kind: 'failed', reference: nobody.reference })
    await expect(ask(paid, { ...merchant, keys: { newebpayHashKey: 'x', newebpayHashIv: 'y' } })).rejects.toThrow(
      'TRA10054',
    )
    await expect(ask(paid, { ...merchant, merchantId: 'MS1' })).rejects.toThrow('TRA10001')
    await shop.jobs.runTick('payment/reconcile')
    expect([await payment.state(), await nobody.state()]).toEqual(['paid', 'pending'])
  })
})

describe('refunds of cards by NewebPay', () => {
  const paid = async (close: string, { method = 'card' as PaymentMethod, diesAfter = 0 } = {}) => {
    const payment = await begun(method)
    await payment.at('pay')
    await payment.at('card', { close, diesAfter: String(diesAfter) })
    return { ...payment, acts: () => payment.at('acts') }
  }

  test.for([
    ['0', 680, 'done', 'giveUp 30 '],
    ['1', 680, 'done', 'uncapture giveUp 30 '],
    ['2', 680, 'done', 'refund 12 680'],
    ['3', 80, 'done', 'refund 13 80'],
    ['0', 80, 'pending', 'capture 11 '],
    ['1', 80, 'pending', ' 11 '],
  ] as const)(
    'GATEWAY-79 What is done follows from how far the capture is, which is asked first: %s, NT$%i',
    async ([close, amount, state, acts]) => {
      const payment = await paid(close)
      expect(await payment.refund(amount)).toMatchObject({ state })
      expect(await payment.acts()).toBe(acts)
    },
  )

  test('GATEWAY-80 A part of what is not captured yet is given back once it is, when it is asked for again', async () => {
    const payment = await paid('0')
    expect(await payment.refund(80)).toMatchObject({ state: 'pending' })
    expect(await payment.refund(80)).toMatchObject({ state: 'pending' })
    await payment.at('card', { close: '3' })
    for (let again = 0; again < 2; again += 1) expect(await payment.refund(80)).toMatchObject({ state: 'done' })
    expect(await payment.acts()).toBe('capture refund 13 80')
  })

  test.for([
    ['0', 680, 1, 'giveUp 30 '],
    ['1', 680, 1, 'uncapture giveUp 30 '],
    ['3', 80, 1, 'refund 13 80'],
  ] as const)(
    'GATEWAY-81 A refund whose answer never came is made once, however often it is asked for: %s, NT$%i, lost at action %i',
    async ([close, amount, diesAfter, acts]) => {
      const payment = await paid(close, { diesAfter })
      await expect(payment.refund(amount)).rejects.toThrow('502')
      for (let again = 0; again < 2; again += 1) expect(await payment.refund(amount)).toMatchObject({ state: 'done' })
      expect(await payment.acts()).toBe(acts)
    },
  )

  test.for([
    ['more than is left', { amount: 700 }, 'TRA10036'],
    ['a part of installments', { method: 'instalment' as const, amount: 80 }, '全額'],
    ['what was given back by hand in part', { byHand: '300', amount: 80 }, 'NT$300'],
    ['a payment that was never taken', { unpaid: true }, '查不到'],
  ] as const)('GATEWAY-82 NewebPay gives nothing back for %s, and the words say why', async ([, given, words]) => {
    const row: { amount?: number; method?: PaymentMethod; byHand?: string; unpaid?: boolean } = given
    const payment = row.unpaid === true ? await begun() : await paid('3', { method: row.method ?? 'card' })
    if (row.byHand !== undefined) await payment.at('refundedByHand', { amount: row.byHand })
    expect(await payment.refund(row.amount ?? 680)).toMatchObject({
      state: 'refused',
      words: expect.stringContaining(words),
    })
    expect(gateway.refundable).toEqual(['card', 'instalment', 'applePay'])
  })
})
