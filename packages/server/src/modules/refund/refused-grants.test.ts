import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  aCourse,
  aSellingPage,
  infoOf,
  orderFromPage,
  type Placed,
  placedIn,
  stockOf,
  ticketPrice,
} from '../../../test/buying.ts'
import { pieces } from '../../../test/by-hand-shop.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { grantMs } from '../../platform/grants.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const warned = vi.spyOn(t.platform.log, 'warn')
beforeEach(() => void warned.mockClear())

const price = 680_00
const request = (choice: RefundChoice = { kind: 'whole' }) => ({ choice, restock: true, memo: '', paymentId: null })
const grantFor = (member: Member, { orderId }: Placed, choice?: RefundChoice) =>
  t.call(refundRoutes.grant, { params: { id: orderId }, body: request(choice) }, member.headers)
const refundBy = (route: 'refundPayment' | 'refundSignup', grant: string, choice?: RefundChoice) =>
  t.call(refundPaymentRoutes[route], { body: { ...request(choice), grant } }, { 'idempotency-key': newId() })

/** Three bowls of a page, paid by card. */
const aPaidOrder = async () => {
  const member = await aFirmWithHours(t)
  const product = await aProduct(t, member, { price, stock: 10 })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const lines = [{ variantId, quantity: 3 }]
  const placed = placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: 3 * price }))
  await payOrder(t, member, placed.orderId)
  return { member, placed, variantId }
}

test('REFUND-70 Every grant that is refused stands in the log with whose it was, never with the grant, and gives nothing back', async () => {
  const { member, placed, variantId } = await aPaidOrder()
  const { grant, refundId } = await grantFor(member, placed, pieces(1))
  const whose = { action: 'refund_payment', grant: refundId, firmId: member.firmId, userId: member.userId }
  const refusals = () =>
    warned.mock.calls.filter(([, words]) => String(words).startsWith('a grant was refused')).map(([...line]) => line)

  expect(await errorNameOf(refundBy('refundPayment', `${grant}A`, pieces(1)))).toBe('forbidden')
  expect(await errorNameOf(refundBy('refundPayment', grant, pieces(2)))).toBe('forbidden')
  expect((await infoOf(t, placed)).refunded).toBe(0)
  await refundBy('refundPayment', grant, pieces(1))
  expect(await errorNameOf(refundBy('refundPayment', grant, pieces(1)))).toBe('conflict')
  const late = await grantFor(member, placed, pieces(1))
  t.clock.advance(grantMs + 1)
  expect(await errorNameOf(refundBy('refundPayment', late.grant, pieces(1)))).toBe('forbidden')

  expect(refusals()).toEqual([
    [{ action: 'refund_payment' }, expect.stringContaining('nobody here has signed it')],
    [{ ...whose, order: placed.orderId }, expect.stringContaining('another amount')],
    [{ ...whose, order: placed.orderId }, expect.stringContaining('it was used')],
    [{ ...whose, grant: late.refundId }, expect.stringContaining('its minute is over')],
  ])
  expect(JSON.stringify(warned.mock.calls)).not.toContain(grant.slice(0, 40))
  expect((await infoOf(t, placed)).refunded).toBe(price)
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
})

test('REFUND-71 A paid sign-up is refunded by its own call alone, and an order of products by the other', async () => {
  const { member, placed } = await aPaidOrder()
  const course = await aCourse(t, member)
  const seat = placedIn(await course.order())
  await payOrder(t, member, seat.orderId)
  await t.platform.jobs.idle()

  const { grant: ofSeat, amount } = await grantFor(member, seat)
  expect(amount).toBe(ticketPrice)
  expect(await errorNameOf(refundBy('refundPayment', ofSeat))).toBe('notFound')
  expect(await infoOf(t, seat)).toMatchObject({ paymentState: 'paid', refunded: 0 })
  expect(await refundBy('refundSignup', ofSeat)).toMatchObject({ state: 'done', amount: ticketPrice })
  expect(await infoOf(t, seat)).toMatchObject({ paymentState: 'refunded', refunded: ticketPrice })

  const { grant: ofBowls } = await grantFor(member, placed)
  expect(await errorNameOf(refundBy('refundSignup', ofBowls))).toBe('notFound')
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'paid', refunded: 0 })
  expect(await refundBy('refundPayment', ofBowls)).toMatchObject({ state: 'done', amount: 3 * price })
})
