import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import { createEcpayGateway } from './ecpay-gateway.ts'
import type { GatewayMerchant } from './gateway.port.ts'

const merchant: GatewayMerchant = {
  merchantId: '3002607',
  keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs', ecpayCreditCheckCode: '91845555' },
}
const { gateway, clock, begun, play } = await sharedGateway(merchant, (url, now) =>
  createEcpayGateway({ url, now, simulatedCounts: false }),
)

/** A payment of NT$680 by card, in a state at ECPay. */
const paid = async (card: string, { method = 'card' as PaymentMethod, diesAfter = 0 } = {}) => {
  const payment = await begun(method)
  if (payment.step.kind !== 'post') throw new Error('ECPay takes a form')
  await fetch(payment.step.url, { method: 'POST', body: new URLSearchParams(payment.step.fields) })
  const at = { MerchantTradeNo: payment.reference }
  expect(await play({ ...at, outcome: 'pay', at: String(clock.ms()) })).toBe('200 1|OK')
  await play({ ...at, outcome: 'card', card, diesAfter: String(diesAfter) })
  const refund = async (amount: number, before = 0, as = merchant) =>
    gateway.refund?.(await payment.refund(amount, before), as)
  return {
    refund,
    /** The actions carried out there, the card's state, and the sums refunded. */
    acts: () => play({ ...at, outcome: 'acts' }),
    dies: (after: number) => play({ ...at, outcome: 'dies', diesAfter: String(after) }),
    byHand: (amount: number) => play({ ...at, outcome: 'refundedByHand', amount: String(amount) }),
  }
}

describe('refunds of cards by ECPay', () => {
  test.for([
    ['已授權', 680, 'N 已取消 '],
    ['要關帳', 680, 'EN 已取消 '],
    ['已關帳', 680, 'R 已關帳 680'],
    ['已授權', 80, 'CR 要關帳 80'],
    ['要關帳', 80, 'R 要關帳 80'],
    ['已關帳', 80, 'R 已關帳 80'],
  ] as const)(
    'GATEWAY-40 What is done follows from the state that is asked first: %s, NT$%i',
    async ([state, amount, acts]) => {
      const payment = await paid(state)
      expect(await payment.refund(amount)).toEqual({ state: 'done', reference: expect.stringMatching(/^2611/) })
      expect(await payment.acts()).toBe(acts)
    },
  )

  test.for([
    ['已授權', 680, 1, 'N 已取消 '],
    ['要關帳', 680, 1, 'EN 已取消 '],
    ['要關帳', 680, 2, 'EN 已取消 '],
    ['已授權', 80, 1, 'CR 要關帳 80'],
    ['已授權', 80, 2, 'CR 要關帳 80'],
    ['已關帳', 80, 1, 'R 已關帳 80'],
  ] as const)(
    'GATEWAY-41 A refund whose answer never came is made once, however often it is asked for: %s, NT$%i, lost at action %i',
    async ([state, amount, diesAfter, acts]) => {
      const payment = await paid(state, { diesAfter })
      await expect(payment.refund(amount)).rejects.toThrow('502')
      expect(await payment.refund(amount)).toMatchObject({ state: 'done' })
      expect(await payment.refund(amount)).toMatchObject({ state: 'done' })
      expect(await payment.acts()).toBe(acts)
    },
  )

  test('GATEWAY-42 A second refund of a part comes on top of the first, and never beyond what was paid', async () => {
    const payment = await paid('已關帳')
    expect(await payment.refund(80)).toMatchObject({ state: 'done' })
    expect(await payment.refund(100, 80)).toMatchObject({ state: 'done' })
    expect(await payment.refund(600, 180)).toEqual({ state: 'refused', words: '10300058 退刷金額錯誤' })
    expect(await payment.acts()).toBe('RR 已關帳 80,100')
  })

  test('GATEWAY-48 Whatever parts are given back, and wherever answers are lost, each is given back once', async () => {
    const part = fc.record({ amount: fc.integer({ min: 1, max: 300 }), diesAfter: fc.integer({ min: 0, max: 2 }) })
    const state = fc.constantFrom('已授權', '要關帳', '已關帳')
    await fc.assert(
      fc.asyncProperty(state, fc.array(part, { minLength: 1, maxLength: 4 }), async (card, parts) => {
        const payment = await paid(card)
        const given: number[] = []
        for (const { amount, diesAfter } of parts) {
          const before = given.reduce((sum, each) => sum + each, 0)
          await payment.dies(diesAfter)
          const ask = () => payment.refund(amount, before).catch(() => undefined)
          const answers = [await ask(), await ask(), await ask()]
          const fits = before + amount <= 680
          expect(answers.at(-1)?.state).toBe(fits ? 'done' : 'refused')
          if (fits) given.push(amount)
        }
        expect((await payment.acts()).split(' ')[2]).toBe(given.join(','))
      }),
      { numRuns: 12 },
    )
  })

  test('GATEWAY-43 Where ECPay has given back another sum than we know of, nothing is given back until somebody has looked', async () => {
    const payment = await paid('已關帳')
    await payment.byHand(300)
    const answer = await payment.refund(80)
    expect(answer).toMatchObject({
      state: 'refused',
      words: expect.stringContaining('NT$300'),
      reason: { reason: { name: 'refundedDiffers' } },
    })
    expect(await payment.acts()).toBe(' 已關帳 300')
  })

  test('GATEWAY-44 From 20:15 to 20:30 in Taipei a refund waits, and is made when it is asked for again', async () => {
    const payment = await paid('要關帳')
    for (const [minute, state] of [
      ['14', 'done'],
      ['15', 'pending'],
      ['30', 'pending'],
      ['31', 'done'],
    ] as const) {
      clock.set(new Date(`2026-11-20T12:${minute}:20Z`))
      expect(await payment.refund(80, minute === '14' ? 0 : 80), minute).toMatchObject({ state })
    }
    expect(await payment.acts()).toBe('RR 要關帳 80,80')
  })

  test('GATEWAY-45 Without the credit check code nothing is asked, and staff are told what to do in their language', async () => {
    const payment = await paid('已授權')
    const { ecpayCreditCheckCode: _, ...keys } = merchant.keys
    expect(await payment.refund(680, 0, { ...merchant, keys })).toMatchObject({
      state: 'refused',
      words: expect.stringContaining('商家檢查碼'),
      reason: { en: expect.stringContaining('credit check code') },
    })
    expect(await payment.acts()).toBe(' 已授權 ')
  })

  test.for([
    ['a wrong check code', { keys: { ecpayCreditCheckCode: '1' } }, '商家檢查碼錯誤'],
    ['a part of installments', { method: 'instalment' as const, amount: 80 }, '全額'],
    ['a payment that the bank never authorised', { card: '未授權' }, '未授權'],
    ['a payment that was given up, for a part', { card: '已取消', amount: 80 }, 'NT$680'],
  ] as const)('GATEWAY-46 Nothing is given back for %s, and the words say why', async ([, row, words]) => {
    const given: { method?: PaymentMethod; card?: string; amount?: number; keys?: object } = row
    const payment = await paid(given.card ?? '已關帳', { method: given.method ?? 'card' })
    const as = { ...merchant, keys: { ...merchant.keys, ...given.keys } }
    expect(await payment.refund(given.amount ?? 680, 0, as)).toMatchObject({
      state: 'refused',
      words: expect.stringContaining(words),
    })
    expect((await payment.acts()).startsWith(' ')).toBe(true)
  })

  test('GATEWAY-47 Installments and Apple Pay are given back whole', async () => {
    for (const method of ['instalment', 'applePay'] as const) {
      const payment = await paid('已關帳', { method })
      expect(await payment.refund(680)).toMatchObject({ state: 'done' })
      expect(await payment.acts()).toBe('R 已關帳 680')
    }
    expect(gateway.refundable).toEqual(['card', 'instalment', 'applePay'])
  })
})
