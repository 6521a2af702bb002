import { describe, expect, test } from 'vitest'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import type { GatewayMerchant, PaymentToStart } from './gateway.port.ts'
import { createLinePayGateway } from './line-pay-gateway.ts'

const merchant: GatewayMerchant = {
  merchantId: '1654180534',
  keys: { linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639' },
}
const stage = await sharedGateway(merchant, (url, now) => createLinePayGateway({ url, now }))
const { shop, gateway, clock, db, origin, play } = stage

/** An order that goes to LINE Pay; `come` is the buyer's browser on its way back. */
const begun = async () => {
  const payment = await stage.begun('linePay')
  const { tradeNo } = await payment.atGateway()
  const at = (outcome: string, more: Readonly<Record<string, string>> = {}) =>
    play({ transactionId: tradeNo, outcome, ...more })
  const come = async (url: string) => {
    const answer = await fetch(url, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  const refund = async (amount: number, before = 0) => gateway.refund?.(await payment.refund(amount, before), merchant)
  return { ...payment, refund, tradeNo, at, come, page: [303, `/order/${payment.orderKey}`] }
}
const paid = async (more: Readonly<Record<string, string>> = {}) => {
  const payment = await begun()
  await payment.come(await payment.at('approve'))
  expect(await payment.state()).toBe('paid')
  await payment.at('look', more)
  return payment
}
const toStart = (reference: string, amount: number): PaymentToStart => ({
  reference,
  amount,
  firmId: 'f',
  shopName: '小器',
  itemNames: async () => [],
  orderNo: '1',
  method: 'linePay',
  currency: 'TWD',
  noticeUrl: origin,
  returnUrl: origin,
  deadline: clock.now(),
  codeMinutes: 1,
  language: 'en',
})
/** The worker asks about what is open. */
const reconciled = async () => {
  clock.advance(61_000)
  await shop.jobs.runTick('payment/reconcile')
}

describe('by LINE Pay', () => {
  test('GATEWAY-50 The buyer visits LINE Pay’s page, comes back with its number of 19 digits, and our confirmation pays the order', async () => {
    const payment = await begun()
    expect(payment.step).toEqual({ kind: 'visit', url: `http://127.0.0.1/pay/${payment.tradeNo}` })
    expect(payment.tradeNo).toMatch(/^20261120012345\d{5}$/)
    const url = await payment.at('approve')
    expect(url).toBe(
      `${origin}/payment-return/linepay/${payment.reference}?transactionId=${payment.tradeNo}&orderId=${payment.reference}`,
    )
    expect(await payment.come(url)).toEqual(payment.page)
    expect(await payment.order()).toMatchObject({
      paymentState: 'paid',
      payments: [{ method: 'linePay', state: 'paid', reference: payment.tradeNo }],
    })
  })

  test('GATEWAY-51 A reload of the page that the buyer came back to, also at the same time, takes the money once', async () => {
    const payment = await begun()
    const url = await payment.at('approve')
    const answers = await Promise.all([1, 2, 3].map(() => payment.come(url)))
    expect([...answers, await payment.come(url)]).toEqual([1, 2, 3, 4].map(() => payment.page))
    expect((await payment.kinds()).filter((kind) => kind === 'paid')).toEqual(['paid'])
    expect(await payment.at('look')).toMatch(/^captured /)
    const taken = (await payment.order()).payments.filter(({ state }) => state === 'paid')
    expect(taken).toHaveLength(1)
  })

  test('GATEWAY-52 A confirmation whose answer never came ends in a paid order: by a reload, or when LINE Pay is asked', async () => {
    const reloaded = await begun()
    const url = await reloaded.at('approve', { dies: '1' })
    expect(await reloaded.come(url)).toEqual(reloaded.page)
    expect(await reloaded.state()).toBe('pending')
    await reloaded.come(url)
    expect(await reloaded.state()).toBe('paid')
    const asked = await begun()
    await asked.come(await asked.at('approve', { dies: '1' }))
    expect(await asked.state()).toBe('pending')
    await reconciled()
    expect([await asked.state(), (await asked.kinds()).filter((kind) => kind === 'paid')]).toEqual(['paid', ['paid']])
  })

  test('GATEWAY-53 Without the number of its own transaction, or with that of another, LINE Pay is not asked to take money', async () => {
    const [payment, other] = [await begun(), await begun()]
    const url = new URL(await payment.at('approve'))
    await other.at('approve')
    for (const wrong of ['', other.tradeNo, `${payment.tradeNo}0`, 'x']) {
      url.searchParams.set('transactionId', wrong)
      expect(await payment.come(url.href)).toEqual(payment.page)
    }
    url.searchParams.delete('transactionId')
    await payment.come(url.href)
    expect([await payment.state(), await other.state()]).toEqual(['pending', 'pending'])
    expect(await payment.at('look')).toBe('authorised 0 ')
    expect(await other.at('look')).toBe('authorised 0 ')
    const nobody = await payment.come(`${origin}/payment-return/linepay/nobody?transactionId=${payment.tradeNo}`)
    expect(nobody).toEqual([303, '/order/unknown'])
  })

  test('GATEWAY-54 Who comes back too early, or gives up, has paid nothing, and can pay by another try', async () => {
    const payment = await begun()
    await payment.come(await payment.at('back'))
    expect([await payment.state(), await payment.at('look')]).toEqual(['pending', 'waiting 1 '])
    await payment.at('gaveUp')
    await reconciled()
    expect((await payment.order()).payments.map(({ state }) => state)).toEqual(['failed'])
    expect(await payment.kinds()).toContain('paymentFailed')
    expect(await payment.state()).toBe('pending')
  })

  test('GATEWAY-55 An order that expired while its buyer was at LINE Pay takes no money', async () => {
    const payment = await begun()
    const url = await payment.at('approve')
    await db.raw(`update "order" set "paymentState" = 'expired' where id = $1`, [payment.orderId])
    expect(await payment.come(url)).toEqual(payment.page)
    expect(await payment.at('look')).toBe('authorised 0 ')
  })

  test('GATEWAY-56 A start whose answer was lost is made again under the next order number, and the later transaction counts', async () => {
    const payment = await begun()
    await payment.start()
    const { tradeNo } = await payment.atGateway()
    expect(tradeNo).not.toBe(payment.tradeNo)
    await payment.come(await payment.at('approve'))
    expect(await payment.state()).toBe('pending')
    const url = await play({ transactionId: tradeNo, outcome: 'approve' })
    expect(url).toContain(`orderId=${payment.reference}-2`)
    await payment.come(url)
    expect(await payment.state()).toBe('paid')
  })

  test.for([
    ['another merchant', { merchantId: '1' }, '1104'],
    ['a wrong secret', { keys: { linepayChannelSecret: 'x' } }, '1106'],
  ] as const)(
    'GATEWAY-57 LINE Pay refuses to begin a payment of %s, and the buyer is told to choose another way',
    async ([, other, code]) => {
      const keys = { ...merchant, ...other }
      await expect(gateway.start(toStart(code, 100_00), keys)).rejects.toThrow(code)
      stage.setKeys(keys)
      await expect(begun()).rejects.toMatchObject({
        errorName: 'conflict',
        reason: { en: expect.stringContaining('choose another method') },
      })
    },
  )

  test.for([
    [0, '1124'],
    [-100, '1124'],
  ] as const)('GATEWAY-58 LINE Pay refuses to begin a payment of %i', async ([amount, code]) => {
    await expect(gateway.start(toStart(`r${amount}`, amount), merchant)).rejects.toThrow(code)
  })

  test('GATEWAY-59 Nobody can say by a notice that LINE Pay was paid: it sends none', async () => {
    const payment = await begun()
    const body = new URLSearchParams({ orderId: payment.reference, transactionId: payment.tradeNo, returnCode: '0000' })
    const answer = await fetch(`${origin}/api/pay/purchase/notice/linepay?reference=${payment.reference}`, {
      method: 'POST',
      body,
    })
    expect([answer.status, await payment.state()]).toEqual([200, 'pending'])
  })

  test('GATEWAY-60 LINE Pay gives back a part, then the rest, and no more than was paid', async () => {
    const payment = await paid()
    expect(await payment.refund(80)).toEqual({ state: 'done', reference: expect.stringMatching(/^\d{19}$/) })
    expect(await payment.refund(600, 80)).toMatchObject({ state: 'done' })
    expect(await payment.at('look')).toBe('captured 1 80,600')
    expect(await payment.refund(1, 680)).toEqual({ state: 'refused', words: '1165 Already refunded' })
  })

  test('GATEWAY-61 A refund whose answer never came is made once, however often it is asked for', async () => {
    const payment = await paid({ dies: '1' })
    await expect(payment.refund(80)).rejects.toThrow('502')
    for (let again = 0; again < 2; again += 1) expect(await payment.refund(80)).toMatchObject({ state: 'done' })
    expect(await payment.at('look')).toBe('captured 1 80')
  })

  test.for([
    ['more than is left', { amount: 681 }, '1164'],
    ['what was given back by hand in part', { byHand: '300' }, 'NT$300'],
    ['a payment that was never taken', { unpaid: true }, '查不到'],
  ] as const)('GATEWAY-62 LINE Pay gives nothing back for %s, and the words say why', async ([, given, words]) => {
    const row: { amount?: number; byHand?: string; unpaid?: boolean } = given
    const payment = row.unpaid === true ? await begun() : await paid()
    if (row.byHand !== undefined) await payment.at('refundedByHand', { amount: row.byHand })
    expect(await payment.refund(row.amount ?? 80)).toMatchObject({
      state: 'refused',
      words: expect.stringContaining(words),
    })
  })
})
