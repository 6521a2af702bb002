import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { newId } from '../src/platform/ids.ts'
import { aSellingPage, orderFromPage, type Placed, placedIn } from './buying.ts'
import { aFirmWithHours } from './fixtures.ts'
import { aProduct } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

const offered = { offered: true, fee: 0, least: null, most: null, holdMinutes: null } as const
/** Where everything of such a firm is delivered to. */
export const toHome = {
  type: 'home',
  county: '新北市',
  district: '鶯歌區',
  zipcode: '239',
  address: '窯前路 58 號',
} as const

/** A firm that is paid into its account or at the door, and sells one product; fees are none. `price`: minor units. */
export const aByHandShop = async (t: TestApp, { price, stock = 10 }: { price: number; stock?: number }) => {
  const member = await aFirmWithHours(t)
  const body = {
    transfer: { bankCode: '822', account: '012345678901', holder: '小器有限公司' },
    paymentMethods: (['transfer', 'cod'] as const).map((method) => ({ ...offered, method, gateway: method })),
    deliveryMethods: [{ type: 'home' as const, fee: 0, freeFrom: null, note: '' }],
  }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  const product = await aProduct(t, member, { price, stock })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const send = (lines: readonly object[], given: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    orderFromPage(t, customUrl, lines as never, { delivery: toHome, paymentMethod: 'transfer', ...given }, headers)
  const order = async (quantity: number, paymentMethod: 'transfer' | 'cod' = 'transfer'): Promise<Placed> =>
    placedIn(await send([{ variantId, quantity }], { paymentMethod, expectedTotal: quantity * price }))
  /** The staff has so many dollars in hand; less than is due is accepted. */
  const receive = ({ orderId }: Placed, dollars: number) =>
    t.call(
      transferRoutes.receive,
      { params: { id: orderId }, body: { received: dollars * 100, acceptShort: true } },
      member.headers,
    )
  return { member, variantId, send, order, receive }
}

export interface AskedRefund {
  readonly choice: RefundChoice
  readonly restock?: boolean
}

const bodyOf = ({ choice, restock = false }: AskedRefund) => ({ choice, restock, memo: '', paymentId: null })

/** What the staff is shown before confirming, and the grant to do it. */
export const grantRefund = (t: TestApp, member: Member, { orderId }: Placed, asked: AskedRefund) =>
  t.call(refundRoutes.grant, { params: { id: orderId }, body: bodyOf(asked) }, member.headers)

export const refundWith = (t: TestApp, grant: string, asked: AskedRefund, key = newId()) =>
  t.call(refundPaymentRoutes.refundPayment, { body: { ...bodyOf(asked), grant } }, { 'idempotency-key': key })

/** Pieces of these lines of the order, without its fees. */
export const linesBack = (
  ...lines: readonly { readonly place: number; readonly quantity: number }[]
): RefundChoice => ({
  kind: 'lines',
  lines,
  deliveryFee: false,
  paymentFee: false,
})

export const pieces = (quantity: number): RefundChoice => linesBack({ place: 0, quantity })
