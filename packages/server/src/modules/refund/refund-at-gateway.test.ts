import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import { expect, test } from 'vitest'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import { createEcpayGateway } from '../gateway/ecpay-gateway.ts'
import type { GatewayMerchant } from '../gateway/gateway.port.ts'

const merchant: GatewayMerchant = {
  merchantId: '3002607',
  keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs', ecpayCreditCheckCode: '91845555' },
}
const { db, shop, clock, begun, play, setKeys } = await sharedGateway(merchant, (url, now) =>
  createEcpayGateway({ url, now, simulatedCounts: false }),
)

/** An order of NT$680 that was paid by card at ECPay's stand-in. */
const paid = async () => {
  const order = await begun('card')
  if (order.step.kind !== 'post') throw new Error('ECPay takes a form')
  await fetch(order.step.url, { method: 'POST', body: new URLSearchParams(order.step.fields) })
  const at = { MerchantTradeNo: order.reference }
  expect(await play({ ...at, outcome: 'pay', at: String(clock.ms()) })).toBe('200 1|OK')
  expect(await order.state()).toBe('paid')
  const card = (state: string) => play({ ...at, outcome: 'card', card: state, diesAfter: '0' })
  await card('已關帳')
  const { firmId, orderId } = order
  const by = { firmId, memberId: orderId, actorName: '阿明', ip: '' }
  return {
    ...order,
    by,
    acts: () => play({ ...at, outcome: 'acts' }),
    dies: (after: number) => play({ ...at, outcome: 'dies', diesAfter: String(after) }),
    refund: async (amount: number) => {
      const request = RefundRequest.parse({ choice: { kind: 'amount', amount: amount * 100 }, restock: false })
      const { grant } = await shop.refunds.grant(by, orderId, request)
      const granted = shop.grants.read(grant, refundAction)
      return shop.refunds.send(await shop.refunds.make(granted, request, { ip: '', sources: ['room'] }))
    },
  }
}

const laterAt = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await shop.jobs.runTick('refund/send')
}

test('REFUND-50 A card that was charged is refunded at the gateway in parts, to the last dollar', async () => {
  const order = await paid()
  expect(await order.refund(80)).toMatchObject({ state: 'done', amount: 80_00 })
  expect(await order.refund(600)).toMatchObject({ state: 'done', amount: 600_00 })
  expect(await order.acts()).toBe('RR 已關帳 80,600')
  expect(await order.order()).toMatchObject({ paymentState: 'refunded', refunded: 680_00, refundDue: 0 })
})

test('REFUND-51 A refund whose answer is lost at the gateway is made once, and is done when the gateway is asked again', async () => {
  const order = await paid()
  await order.dies(1)
  expect(await order.refund(80)).toMatchObject({ state: 'requested', problem: 'unreachable' })
  await order.dies(0)
  await laterAt(60_000)
  expect(await order.acts()).toBe('R 已關帳 80')
  expect((await order.order()).refunds).toMatchObject([{ state: 'done', problem: '' }])
})

test('REFUND-52 Of two refunds of one payment the later one waits for the earlier', async () => {
  const order = await paid()
  await order.dies(1)
  await order.refund(80)
  expect(await order.refund(600)).toMatchObject({ state: 'requested' })
  await order.dies(0)
  expect(await order.acts()).toBe('R 已關帳 80')
  await laterAt(60_000)
  await laterAt(60_000)
  expect(await order.acts()).toBe('RR 已關帳 80,600')
  expect((await order.order()).refunds.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('REFUND-53 While the gateway closes its day a refund waits, and is made afterwards', async () => {
  const order = await paid()
  clock.set(new Date('2026-11-20T12:20:00Z'))
  expect(await order.refund(680)).toMatchObject({ state: 'pending' })
  expect(await order.acts()).toBe(' 已關帳 ')
  await laterAt(15 * 60_000)
  expect(await order.acts()).toBe('R 已關帳 680')
  expect((await order.order()).refunds).toMatchObject([{ state: 'done' }])
})

test('REFUND-54 Without the check code of the cards the refund is refused in words of both languages, and made once the code is there', async () => {
  const { ecpayCreditCheckCode: _code, ...keys } = merchant.keys
  const order = await paid()
  setKeys({ ...merchant, keys })
  const refused = await order.refund(680)
  expect(refused.state).toBe('refused')
  const [refund] = (await order.order()).refunds
  expect(refund?.words).toMatch(/[一-龥]/)
  expect(refund?.wordsEn).toMatch(/^[A-Z][\w ’“”.,]+/)
  expect((await order.order()).refundDue).toBe(680_00)
  setKeys(merchant)
  const retried = await shop.refunds.send(await shop.refunds.retry(order.by, order.orderId, refused.refundId))
  expect(retried).toMatchObject({ state: 'done' })
  expect(await order.acts()).toBe('R 已關帳 680')
})

test('REFUND-731 Whatever the gateway says of money that went back is on record, and what was refunded stays as it was booked (R5)', async () => {
  const order = await paid()
  await order.refund(80)
  const at = { MerchantTradeNo: order.reference }
  for (const [code, words] of [
    ['10300067', '退刷 80'],
    ['1', '交易成功'],
  ] as const)
    expect(await play({ ...at, outcome: 'says', code, words, at: String(clock.ms()) })).toBe('200 1|OK')
  expect(await order.order()).toMatchObject({
    refunded: 80_00,
    refundDue: 0,
    refunds: [{ state: 'done', amount: 80_00 }],
  })
  expect((await order.kinds()).filter((kind) => kind === 'paymentNoted')).toHaveLength(1)
  const { rows } = await db.raw(`select outcome from "paymentNotice" where strpos(body, $1) > 0`, [order.reference])
  expect(rows.length).toBeGreaterThanOrEqual(2)
  // What is left can still go back, once.
  expect(await order.refund(600)).toMatchObject({ state: 'done' })
  expect(await order.acts()).toBe('RR 已關帳 80,600')
  expect(await order.order()).toMatchObject({ refunded: 680_00, refundDue: 0 })
})
