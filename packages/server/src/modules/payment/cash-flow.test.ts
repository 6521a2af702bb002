import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aSellingPage, orderFromPage, type Placed, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
/** Half an hour before midnight in Taipei. */
const late = new Date('2026-11-20T15:30:00Z')
const afterMidnight = new Date('2026-11-20T16:00:00Z')
const nextNight = new Date('2026-11-21T16:00:00Z')
beforeEach(() => t.clock.set(late))

const price = 990_00
const codFee = 30_00
const offered = { offered: true, least: null, most: null, holdMinutes: null } as const
const home = { type: 'home', county: '新北市', district: '鶯歌區', zipcode: '239', address: '窯前路 58 號' } as const

/** A firm that is paid into its account, or at the door. */
const aShop = async () => {
  const member = await aFirmWithHours(t)
  const body = {
    transfer: { bankCode: '822', account: '012345678901', holder: '小器有限公司' },
    paymentMethods: [
      { ...offered, method: 'transfer' as const, gateway: 'transfer' as const, fee: 0 },
      { ...offered, method: 'cod' as const, gateway: 'cod' as const, fee: codFee },
    ],
    deliveryMethods: [{ type: 'home' as const, fee: 0, freeFrom: null, note: '' }],
  }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  const product = await aProduct(t, member, { price, stock: 10 })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const order = async (quantity: number, paymentMethod: 'transfer' | 'cod' = 'transfer'): Promise<Placed> => {
    const expectedTotal = quantity * price + (paymentMethod === 'cod' ? codFee : 0)
    const given = { delivery: home, paymentMethod, expectedTotal }
    return placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity }], given))
  }
  return { member, order }
}

const receive = ({ headers }: Member, { orderId }: Placed, dollars: number) =>
  t.call(transferRoutes.receive, { params: { id: orderId }, body: { received: dollars * 100 } }, headers)

/** Asked for now; the money goes back when the staff says so. */
const refundOf = async ({ headers }: Member, { orderId }: Placed, amount: number): Promise<string> => {
  const body = { choice: { kind: 'amount' as const, amount }, restock: false, memo: '', paymentId: null }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, headers)
  const sent = { body: { ...body, grant } }
  return (await t.call(refundPaymentRoutes.refundPayment, sent, { 'idempotency-key': newId() })).refundId
}

const list = ({ headers }: Member, from = '2026-11-01', to = '2026-11-30', more: object = {}) =>
  t.call(cashFlowRoutes.list, { query: { from, to, ...more } }, headers)

const none = { received: 0, payments: 0, refunded: 0, fees: 0, feesUnknown: 0, toSettle: 0 }
const money = { currency: 'TWD', isTest: false }
/** Of the rows below, in dollars. */
const came = (dollars: number) => ({
  ...none,
  received: dollars * 100,
  payments: 1,
  feesUnknown: 1,
  toSettle: dollars * 100,
})

/** Two transfers and a parcel on both sides of midnight in Taipei, of which NT$300 go back a day later. */
const aWeekend = async () => {
  const { member, order } = await aShop()
  await receive(member, await order(2), 1980)
  t.clock.set(afterMidnight)
  const second = await order(1)
  await receive(member, second, 990)
  await receive(member, await order(1, 'cod'), 1020)
  const refundId = await refundOf(member, second, 300_00)
  const asked = await list(member)
  t.clock.set(nextNight)
  const by = { firmId: member.firmId, memberId: member.userId, actorName: '王小明', ip: '' }
  await t.app.services.refunds.settleByHand(by, second.orderId, refundId, '')
  t.clock.set(afterMidnight)
  return { member, asked }
}

const weekend = [
  { ...none, ...money, day: '2026-11-22', method: 'transfer', refunded: 300_00, toSettle: -300_00 },
  { ...came(990), ...money, day: '2026-11-21', method: 'transfer' },
  { ...came(1020), ...money, day: '2026-11-21', method: 'cod' },
  { ...came(1980), ...money, day: '2026-11-20', method: 'transfer' },
]

test('PAYMENT-304 Money stands on its day in Taipei and under its way to pay, a refund on the day it went, and the sums are those of the rows', async () => {
  const { member, asked } = await aWeekend()
  expect(asked.rows).toEqual(weekend.slice(1))
  const { rows, sums } = await list(member)
  expect(rows).toEqual(weekend)
  expect(sums).toEqual([
    { ...money, received: 3990_00, payments: 3, refunded: 300_00, fees: 0, feesUnknown: 3, toSettle: 3690_00 },
  ])
})

test('PAYMENT-305 Both ends of the days are counted, and one way to pay can be looked at alone', async () => {
  const { member } = await aWeekend()
  expect((await list(member, '2026-11-21', '2026-11-21')).rows).toEqual(weekend.slice(1, 3))
  expect((await list(member, '2026-11-20', '2026-11-20')).rows).toEqual(weekend.slice(3))
  expect((await list(member, '2026-11-23', '2026-11-30')).rows).toEqual([])
  const { rows, sums } = await list(member, '2026-11-01', '2026-11-30', { method: 'cod' })
  expect(rows).toEqual(weekend.slice(2, 3))
  expect(sums).toEqual([{ ...came(1020), ...money }])
  await expect(list(member, '2026-11-22', '2026-11-21')).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { to: expect.stringContaining('開始日期') },
  })
  await expect(list(member, '2025-11-01', '2026-11-30')).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { to: expect.stringContaining('366') },
  })
})

test('PAYMENT-306 What came beyond an order’s amount is money too, and an order that waits is none', async () => {
  const { member, order } = await aShop()
  await order(1)
  await receive(member, await order(1), 1010)
  expect((await list(member)).rows).toEqual([
    { ...came(1010), ...money, payments: 2, feesUnknown: 2, day: '2026-11-20', method: 'transfer' },
  ])
})

test('PAYMENT-307 Play money is marked, and summed apart from money', async () => {
  const member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  const product = await aProduct(t, member, { price, stock: 10 })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const { orderId } = placedIn(await orderFromPage(t, customUrl, lines, { expectedTotal: price }))
  await payOrder(t, member, orderId)
  const played = { ...came(990), currency: 'TWD', isTest: true }
  expect(await list(member)).toEqual({ rows: [{ ...played, day: '2026-11-20', method: 'card' }], sums: [played] })
})

test('PAYMENT-308 Nobody sees another firm’s money, nor who may not read orders', async () => {
  const { member } = await aWeekend()
  const other = await aFirmWithHours(t)
  expect(await list(other)).toEqual({ rows: [], sums: [] })
  expect(await errorNameOf(list(await t.aMember(member, 'assistant')))).toBe('forbidden')
  expect((await list(await t.aMember(member, 'analyst'))).rows).toEqual(weekend)
})

test('PAYMENT-309 The file holds the rows and their sums, and that it was taken is on record', async () => {
  const { member } = await aWeekend()
  const query = { format: 'csv', from: '2026-11-20', to: '2026-11-22' } as const
  const file: unknown = await t.call(cashFlowRoutes.exportList, { query }, member.headers)
  expect(String(file).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    '日期,付款方式,幣別,類別,筆數,收款,退款,手續費,應入帳',
    '2026-11-22,銀行匯款,TWD,正式,0,0,300,0,-300',
    '2026-11-21,銀行匯款,TWD,正式,1,990,0,,990',
    '2026-11-21,貨到付款,TWD,正式,1,1020,0,,1020',
    '2026-11-20,銀行匯款,TWD,正式,1,1980,0,,1980',
    '合計,,TWD,正式,3,3990,300,,3690',
  ])
  const { rows } = await t.platform.db.raw(
    `select change from audit where action = 'order.exportCashFlow' and "firmId" = $1`,
    [member.firmId],
  )
  expect(rows).toEqual([{ change: { from: '2026-11-20', to: '2026-11-22' } }])
})
