import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  infoOf,
  orderFromPage,
  orderPlaces,
  type Placed,
  payOrder,
  placedIn,
  shownToStaff,
  stockOf,
  takenIn,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t, '器日')

const price = 680_00
const anOrder = async (quantity = 2, stock = 10) => {
  const product = await aProduct(t, member, { stock, price })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const lines = [{ variantId, quantity }]
  const placed = placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: quantity * price }))
  return { placed, variantId }
}
const cancel = ({ orderId }: Placed, headers = member.headers, memo = '') =>
  t.call(orderRoutes.cancel, { params: { id: orderId }, body: { memo } }, headers)

test('ORDER-920 Staff cancels an unpaid order: its pieces are on sale again and its buyer sees it', async () => {
  const { placed, variantId } = await anOrder()
  await cancel(placed, member.headers, '顧客來電取消')
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  const shown = await infoOf(t, placed)
  expect(shown.paymentState).toBe('cancelled')
  const { events } = await shownToStaff(t, member, placed.orderId)
  expect(events.at(-1)).toMatchObject({ kind: 'cancelled', actorKind: 'member', memo: '顧客來電取消' })
})

test('ORDER-921 A cancelled order stands in the audit log with who cancelled it, and is an event', async () => {
  const { placed } = await anOrder()
  await cancel(placed)
  const { rows } = await t.platform.db.raw(
    `select action from audit where "firmId" = $1 and target = $2 and action = 'order.cancel'`,
    [member.firmId, placed.orderId],
  )
  expect(rows).toHaveLength(1)
})

test('ORDER-922 Cancelling an unpaid order of a form gives its places back', async () => {
  const live = await aLive(t, member)
  const form = await aPaidForm(t, member, [{ liveId: live.id, capacity: 4 }])
  const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id]))
  expect(await takenIn(t, live.id)).toBe(1)
  await cancel(placed)
  expect(await takenIn(t, live.id)).toBe(0)
})

test('ORDER-923 An order that is paid, or cancelled already, is not cancelled', async () => {
  const [paid, cancelled] = [(await anOrder()).placed, (await anOrder()).placed]
  await payOrder(t, member.firmId, paid.orderId)
  await cancel(cancelled)
  for (const placed of [paid, cancelled])
    await expect(cancel(placed)).rejects.toMatchObject({
      errorName: 'conflict',
      message: expect.stringContaining('只有未付款的訂單可以取消'),
    })
})

test('ORDER-924 Only a member who may write orders cancels one, and only of the own firm', async () => {
  const { placed } = await anOrder()
  await expect(cancel(placed, {})).rejects.toMatchObject({ status: 401 })
  await expect(cancel(placed, (await t.aFirm('別家')).headers)).rejects.toMatchObject({ errorName: 'notFound' })
  expect((await shownToStaff(t, member, placed.orderId)).mayCancel).toBe(true)
})

test('ORDER-925 The same cancellation under one key is answered once more', async () => {
  const { placed } = await anOrder()
  const headers = { ...member.headers, 'idempotency-key': newId() }
  await cancel(placed, headers)
  await cancel(placed, headers)
  expect((await infoOf(t, placed)).paymentState).toBe('cancelled')
})

test('ORDER-926 A verified payment on a cancelled order takes its pieces again while they are there', async () => {
  const { placed, variantId } = await anOrder()
  await cancel(placed)
  await payOrder(t, member.firmId, placed.orderId)
  expect((await infoOf(t, placed)).paymentState).toBe('paid')
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
})

test('ORDER-927 A verified payment on a cancelled order whose pieces are gone leaves a refund due', async () => {
  const { placed, variantId } = await anOrder(1, 1)
  await cancel(placed)
  await t.platform.db.raw('update variant set stock = 0 where id = $1', [variantId])
  await payOrder(t, member.firmId, placed.orderId)
  expect((await infoOf(t, placed)).paymentState).toBe('refundDue')
})
