import { runInNewContext } from 'node:vm'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import type { GatewayMerchant, PaymentToStart } from './gateway.port.ts'
import { createPaynowGateway } from './paynow-gateway.ts'

const scriptUrl = 'https://js.paynow.example/sdk/v2/index.js'
const merchant: GatewayMerchant = {
  merchantId: '70828783',
  keys: { paynowPublicKey: 'pk_test_1a</script>', paynowPrivateKey: 'sk_test_9f2c' },
}
const stage = await sharedGateway(merchant, (url, now) => createPaynowGateway({ url, scriptUrl, isReal: false, now }))
const { shop, gateway, clock, origin, play } = stage

const begun = async (method: PaymentMethod = 'card') => {
  const payment = await stage.begun(method)
  const { tradeNo } = await payment.atGateway()
  const at = (outcome: string, more: Readonly<Record<string, string>> = {}) => play({ id: tradeNo, outcome, ...more })
  const page = (language = 'zh-TW') =>
    fetch(`${origin}/paynow-pay/${payment.reference}`, {
      headers: { 'accept-language': language },
      redirect: 'manual',
    })
  const refund = async (amount: number, before = 0, key: string = payment.reference) =>
    gateway.refund?.(await payment.refund(amount, before, key), merchant)
  return { ...payment, tradeNo, at, page, refund }
}
const paid = async () => {
  const payment = await begun()
  await payment.at('pay')
  expect(await payment.state()).toBe('paid')
  return payment
}

describe('by PayNow', () => {
  test('GATEWAY-84 The buyer pays in PayNow’s form on a page of ours, and PayNow’s notice pays the order', async () => {
    const payment = await begun()
    expect(payment.step).toEqual({ kind: 'visit', url: `/paynow-pay/${payment.reference}` })
    const answer = await payment.page()
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('https://js.paynow.example')
    expect(html).toContain(`<script src="${scriptUrl}">`)
    expect(html).toContain(`nonce="${/'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none'}"`)
    expect(html).toContain('"publicKey":"pk_test_1a\\u003c/script>"')
    expect(html).toContain(`"secret":"${payment.tradeNo}_st_04895990","env":"sandbox"`)
    expect([html.includes('NT$680'), html.includes('返回訂單'), html.includes('sk_test')]).toEqual([true, true, false])
    expect(await (await payment.page('en')).text()).toContain('Back to your order')
    expect(await payment.at('pay')).toBe('200 OK')
    expect(await payment.order()).toMatchObject({
      paymentState: 'paid',
      payments: [{ method: 'card', state: 'paid', reference: payment.tradeNo }],
    })
    expect(await quantitiesOf(shop, payment.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test('GATEWAY-94 The page’s button sends who has paid on, lets who has not try again, and says when PayNow’s script is away', async () => {
    const payment = await begun()
    const html = await (await payment.page('en')).text()
    const script = /<script nonce="[^"]+">([\s\S]+?)<\/script>/.exec(html)?.[1] ?? ''
    const run = async (checkout: (() => Promise<unknown>) | undefined) => {
      const element = { textContent: '', disabled: false, onclick: async () => {} }
      const error = { ...element }
      const [went, asked]: [string[], unknown[]] = [[], []]
      const PayNow = checkout && { createPayment: (to: unknown) => asked.push(to), mount: () => {}, checkout }
      const document = { getElementById: (id: string) => (id === 'pay' ? element : error) }
      const location = { assign: (to: string) => went.push(to) }
      runInNewContext(script, { document, location, ...(PayNow && { PayNow }) })
      if (PayNow) await element.onclick()
      return { went, asked, error: error.textContent, disabled: element.disabled }
    }
    const to = { publicKey: 'pk_test_1a</script>', secret: `${payment.tradeNo}_st_04895990`, env: 'sandbox' }
    const paid = await run(async () => ({}))
    expect(paid).toEqual({
      went: [`/payment-return/paynow/${payment.reference}`],
      asked: [to],
      error: '',
      disabled: true,
    })
    for (const failing of [async () => ({ error: 'declined' }), () => Promise.reject(new Error('offline'))])
      expect(await run(failing)).toMatchObject({
        went: [],
        error: 'The payment didn’t go through. Check it and try again',
        disabled: false,
      })
    expect(await run(undefined)).toMatchObject({ error: expect.stringContaining('isn’t available'), disabled: true })
    expect(html).toContain('<noscript>')
  })

  test('GATEWAY-85 What can’t be paid any more, or never could, has no form, and the order’s page says why', async () => {
    const [payment, cancelled] = [await paid(), await begun()]
    await cancelled.at('cancel')
    for (const each of [payment, cancelled]) {
      const answer = await each.page()
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/order/${each.orderKey}`])
    }
    const nobody = await fetch(`${origin}/paynow-pay/nobody`, { redirect: 'manual' })
    expect([nobody.status, nobody.headers.get('location')]).toEqual([303, '/order/unknown'])
  })

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
    noticeUrl: 'http://127.0.0.1:9',
    returnUrl: 'http://127.0.0.1:9',
  }
  test.for([
    ['with another key', { keys: { ...merchant.keys, paynowPrivateKey: 'sk_other' } }, {}, '401'],
    ['of no amount', {}, { amount: 0 }, 'amount is invalid'],
    ['in another currency', {}, { currency: 'USD' as const }, 'currency is invalid'],
    ['by a method that is not carried', {}, { method: 'jkopay' as const }, 'allowedPaymentMethods is invalid'],
  ] as const)('GATEWAY-86 PayNow refuses to begin a payment %s', async ([, other, given, words]) => {
    await expect(gateway.start({ ...start, ...given }, { ...merchant, ...other })).rejects.toThrow(words)
  })

  test('GATEWAY-87 Installments and Apple Pay begin as a card does; codes are not carried', async () => {
    for (const method of ['instalment', 'applePay'] as const) {
      const payment = await begun(method)
      expect(await payment.at('pay')).toBe('200 OK')
      expect(await payment.state()).toBe('paid')
    }
    expect(gateway.methods).toEqual(['card', 'instalment', 'applePay'])
  })

  test.for([
    ['of another amount', { amount: '1' }],
    ['in another currency', { currency: 'USD' }],
    ['signed with another key', { key: 'sk_other' }],
    ['whose body was changed by one byte', { tail: ' ' }],
    ['of a number that we never gave', { says: 'nobody' }],
  ] as const)('GATEWAY-88 A notice %s pays nothing, and is answered as one that does', async ([, changed]) => {
    const payment = await begun()
    expect(await payment.at('pay', changed)).toBe('200 OK')
    expect(await payment.state()).toBe('pending')
  })

  test('GATEWAY-89 The second notice is taken and changes nothing; a failure leaves the order to be paid', async () => {
    const payment = await begun()
    expect(await payment.at('fail')).toBe('200 OK')
    expect([await payment.state(), (await payment.kinds()).at(-1)]).toEqual(['pending', 'paymentFailed'])
    for (let again = 0; again < 2; again += 1) await payment.at('pay')
    expect((await payment.kinds()).filter((kind) => kind.startsWith('paid'))).toEqual(['paid'])
  })

  test('GATEWAY-90 A payment whose notice never came is found when PayNow is asked', async () => {
    const [payment, open, cancelled] = [await begun(), await begun(), await begun()]
    await payment.at('silent')
    await cancelled.at('cancel')
    clock.advance(61_000)
    await shop.jobs.runTick('payment/reconcile')
    expect([await payment.state(), await open.state(), await cancelled.state()]).toEqual(['paid', 'pending', 'pending'])
    expect((await cancelled.kinds()).at(-1)).toBe('paymentFailed')
  })

  test('GATEWAY-91 PayNow gives back a part, then the rest, and no more than was paid', async () => {
    const payment = await paid()
    expect(await payment.refund(80, 0, 'a')).toEqual({ state: 'done', reference: expect.stringMatching(/^rf-/) })
    expect(await payment.refund(600, 80, 'b')).toMatchObject({ state: 'done' })
    expect(await payment.refund(1, 680, 'c')).toEqual({ state: 'refused', words: 'failed 退款金額超過可退金額' })
    expect(await payment.at('refunds')).toBe('80 success,600 success')
  })

  test('GATEWAY-92 A refund is made once under its key: after a lost answer, and while PayNow is at it', async () => {
    const payment = await paid()
    await payment.at('dies')
    await payment.at('next', { status: 'processing' })
    await expect(payment.refund(80)).rejects.toThrow('502')
    expect(await payment.refund(80)).toMatchObject({ state: 'pending' })
    await payment.at('settled')
    expect(await payment.refund(80)).toMatchObject({ state: 'done' })
    expect(await payment.at('refunds')).toBe('80 success')
    await payment.at('next', { status: 'success' })
  })

  test('GATEWAY-93 What PayNow rejects, or was never paid, is not given back, and the words say why', async () => {
    const [payment, open] = [await paid(), await begun()]
    await payment.at('next', { status: 'rejected' })
    for (let again = 0; again < 2; again += 1)
      expect(await payment.refund(80, 0, 'rejected')).toEqual({ state: 'refused', words: 'rejected 餘額不足' })
    await payment.at('next', { status: 'success' })
    expect(await open.refund(80)).toMatchObject({ state: 'refused', words: expect.stringContaining('查不到') })
    expect([await payment.at('refunds'), await open.at('refunds')]).toEqual(['80 rejected', ''])
  })
})
