import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  aSellingPage,
  infoOf,
  orderFromPage,
  type Placed,
  payOrder,
  placedIn,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const opensAt = t.clock.now()
beforeEach(() => t.clock.set(opensAt))

const member = await aFirmWithHours(t, '器日')
const price = 680_00
const fee = 30_00
const minuteMs = 60_000
const terms = { offered: true, fee: 0, least: null, most: null, holdMinutes: null } as const

/** Cards at no fee, ATMs at one and up to a bound, and the firm's own account, which waits a day. */
const settings = [
  { ...terms, method: 'card', gateway: 'sandbox' },
  { ...terms, method: 'atm', gateway: 'sandbox', fee, most: 1_000_00 },
  { ...terms, method: 'transfer', gateway: 'transfer' },
] as const
const body = {
  transfer: { bankCode: '822', account: '012345678901', holder: '小器有限公司' },
  paymentMethods: settings.map((setting) => ({ ...setting })),
}
await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)

const anOrder = async (quantity = 1): Promise<Placed & { readonly variantId: string }> => {
  const product = await aProduct(t, member, { stock: 10, price })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const given = { paymentMethod: 'card', expectedTotal: quantity * price }
  return { ...placedIn(await orderFromPage(t, customUrl, [{ variantId, quantity }], given)), variantId }
}
const change = (placed: Placed, method: PaymentMethod, headers: Readonly<Record<string, string>> = withKey(placed)) =>
  t.call(purchaseRoutes.updatePaymentMethod, { body: { method } }, headers)
const heldMinutes = async (placed: Placed): Promise<number> =>
  (Date.parse((await infoOf(t, placed)).heldUntil ?? '') - opensAt.getTime()) / minuteMs

test('ORDER-1020 The buyer of an unpaid order chooses another way, whose fee the server counts, and goes back without one', async () => {
  const placed = await anOrder()
  const offered = (await infoOf(t, placed)).paymentMethods
  expect(offered.map(({ method, fee: itsFee }) => [method, itsFee])).toEqual([
    ['card', 0],
    ['atm', fee],
    ['transfer', 0],
  ])
  expect(await change(placed, 'atm')).toEqual({ total: price + fee, paymentFee: fee })
  expect(await infoOf(t, placed)).toMatchObject({ paymentMethod: 'atm', paymentFee: fee, total: price + fee })
  expect(await change(placed, 'card')).toEqual({ total: price, paymentFee: 0 })
  expect(await infoOf(t, placed)).toMatchObject({ paymentMethod: 'card', paymentFee: 0, total: price })
  expect(await stockOf(t, placed.variantId)).toEqual({ stock: 9, sold: 0 })
})

test('ORDER-1021 A way that does not take what the order comes to with its fee is neither offered nor taken', async () => {
  const placed = await anOrder(2)
  expect((await infoOf(t, placed)).paymentMethods.map(({ method }) => method)).toEqual(['card', 'transfer'])
  await expect(change(placed, 'atm')).rejects.toMatchObject({ errorName: 'conflict' })
  await expect(change(placed, 'cod')).rejects.toMatchObject({ errorName: 'conflict' })
  await expect(change(placed, 'linePay')).rejects.toMatchObject({ errorName: 'conflict' })
  expect(await infoOf(t, placed)).toMatchObject({ paymentMethod: 'card', total: 2 * price })
})

test('ORDER-1022 An order holds its pieces as long as the longer of both ways, counted from when it was placed', async () => {
  const placed = await anOrder()
  expect(await heldMinutes(placed)).toBe(15)
  t.clock.advance(10 * minuteMs)
  await change(placed, 'transfer')
  expect(await heldMinutes(placed)).toBe(24 * 60)
  await change(placed, 'card')
  expect(await heldMinutes(placed)).toBe(24 * 60)
})

test('ORDER-1023 A paid, a cancelled and an expired order keep their way to pay, and so does another’s order', async () => {
  const [paid, cancelled, expired] = [await anOrder(), await anOrder(), await anOrder()]
  await payOrder(t, member.firmId, paid.orderId)
  await t.call(purchaseRoutes.cancelOrder, { body: { memo: '' } }, withKey(cancelled))
  await expect(change(paid, 'atm')).rejects.toMatchObject({ errorName: 'conflict' })
  await expect(change(cancelled, 'atm')).rejects.toMatchObject({ errorName: 'gone' })
  t.clock.advance(16 * minuteMs)
  await expect(change(expired, 'atm')).rejects.toMatchObject({ errorName: 'gone' })
  await expect(change(expired, 'atm', {})).rejects.toMatchObject({ errorName: 'notFound' })
})
