import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { expect, test } from 'vitest'
import { aSellingPage, orderFromPage, placedIn, shownToStaff, stockOf } from '../../../test/buying.ts'
import { readFacts } from '../../../test/fact-reading.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { cardSetting } from '../../../test/payment-settings.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

const price = 680_00
const home = { type: 'home', county: '新北市', district: '鶯歌區', zipcode: '239', address: '尖山埔路 1 號' } as const
const buyer = { fullName: '林佳穎', phone: '0912345678', email: 'lin@example.com' }

/** A merchant that sells bowls and sends them for NT$100, for nothing from NT$1,500 on. */
const aShop = async (given: object = {}, member?: Member) => {
  const owner = member ?? (await aFirmWithHours(t, '器日'))
  const body = { productName: '霧白飯碗', price, variants: [{ name: '', stock: 10 }], ...given }
  const product = await t.call(productRoutes.create, { body: body as never }, owner.headers)
  const variantId = product.variants[0]?.id ?? ''
  const place = (quantity: number, more: object = {}, headers: object = {}) =>
    t.call(
      orderRoutes.create,
      {
        body: {
          lines: [{ variantId, quantity }],
          personal: buyer,
          delivery: { type: 'self' },
          paymentMethod: 'card',
          invoice: { class: 'member' },
          expectedTotal: quantity * price,
          ...more,
        },
      },
      { ...owner.headers, ...headers },
    )
  return { member: owner, product, variantId, place }
}

/** The header by which the buyer's page asks for the order of a link. */
const byLink = (path: string) => ({ 'x-order-key': path.replace('/order/', '') })
const infoBy = (path: string) => t.call(purchaseRoutes.orderInfo, {}, byLink(path))
const countOrders = async ({ firmId }: Member): Promise<number> => {
  const { rows } = await t.platform.db.raw('select count(*)::int as n from "order" where "firmId" = $1', [firmId])
  return Number(rows[0]?.['n'])
}

test('ORDER-1030 An order of the staff costs what a sales page asks: its fee of payment, its delivery, free from a subtotal on', async () => {
  const { member, product, variantId, place } = await aShop()
  const paymentMethods = [{ ...cardSetting, fee: 30_00 }]
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body: { paymentMethods } }, member.headers)
  const few = await place(2, { delivery: home, expectedTotal: 1490_00 })
  expect(few.total).toBe(1490_00)
  expect(await infoBy(few.path)).toMatchObject({
    subtotal: 1360_00,
    deliveryFee: 100_00,
    paymentFee: 30_00,
    total: 1490_00,
    deliveryText: '239 新北市鶯歌區尖山埔路 1 號',
  })
  const many = await place(3, { delivery: home, expectedTotal: 2070_00 })
  expect(await infoBy(many.path)).toMatchObject({
    subtotal: 2040_00,
    deliveryFee: 0,
    paymentFee: 30_00,
    total: 2070_00,
  })
  const page = await aSellingPage(t, member, [product.id])
  const given = {
    delivery: home,
    expectedTotal: 1490_00,
    personal: { ...buyer, phone: '0987654321', email: 'b@example.com' },
  }
  expect(placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 2 }], given)).total).toBe(few.total)
  expect(await stockOf(t, variantId)).toEqual({ stock: 3, sold: 0 })
})

test('ORDER-1031 What it is offered for is what the firm offers: ways to deliver and to pay, and whether nothing is charged', async () => {
  const { member } = await aShop()
  expect(await t.call(orderRoutes.ways, {}, member.headers)).toMatchObject({
    methods: [
      { type: 'home', fee: 100_00, freeFrom: 1500_00 },
      { type: 'store', fee: 60_00 },
      { type: 'self', fee: 0 },
      { type: 'none', fee: 0 },
    ],
    payments: [{ method: 'card', fee: 0 }, { method: 'atm' }],
    currency: 'TWD',
    isTest: true,
  })
})

test('ORDER-1032 Another total than the staff saw, and more than there is, order nothing and hold nothing', async () => {
  const { member, variantId, place } = await aShop({ variants: [{ name: '', stock: 3 }] })
  await expect(place(1, { expectedTotal: 1 })).rejects.toMatchObject({ errorName: 'conflict' })
  await expect(place(4)).rejects.toMatchObject({
    errorName: 'soldOut',
    message: expect.stringContaining('「霧白飯碗」只剩 3 件'),
  })
  expect(await countOrders(member)).toBe(0)
  expect(await stockOf(t, variantId)).toEqual({ stock: 3, sold: 0 })
  const { rows } = await t.platform.db.raw(`select 1 from audit where "firmId" = $1 and action = 'order.create'`, [
    member.firmId,
  ])
  expect(rows).toEqual([])
  // The last pieces may go to one buyer: the staff is no stranger who empties the shop.
  expect((await place(3)).total).toBe(3 * price)
})

test('ORDER-1033 The limit per person holds for the staff too, with what the same phone or e-mail has ordered elsewhere', async () => {
  const { member, product, variantId, place } = await aShop({ perPersonLimit: 2 })
  const page = await aSellingPage(t, member, [product.id])
  placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price }))
  const refused = { errorName: 'conflict', fields: { lines: expect.stringContaining('每人限購 2 件') } }
  await expect(place(2)).rejects.toMatchObject(refused)
  await expect(place(2, { personal: { ...buyer, phone: '0987654321' } })).rejects.toMatchObject(refused)
  await place(1)
  await expect(place(1)).rejects.toMatchObject(refused)
  await place(2, { personal: { fullName: '陳以安', phone: '0987654321', email: 'chen@example.com' } })
})

test('ORDER-1034 What is another firm’s, off sale, or not filled in is not ordered, and the field is named', async () => {
  const { member, place } = await aShop()
  const strange = await aShop()
  const lines = [{ variantId: strange.variantId, quantity: 1 }]
  await expect(place(1, { lines })).rejects.toMatchObject({ errorName: 'conflict' })
  expect(await stockOf(t, strange.variantId)).toEqual({ stock: 10, sold: 0 })
  const hidden = await aShop({ offSale: true }, member)
  await expect(hidden.place(1)).rejects.toMatchObject({ errorName: 'soldOut' })
  await expect(place(1, { lines: [] })).rejects.toMatchObject({ fields: { lines: '請選擇商品' } })
  await expect(place(1, { personal: { ...buyer, phone: '0212' } })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { 'personal.phone': expect.any(String) },
  })
  expect(await countOrders(member)).toBe(0)
})

test('ORDER-1035 Only who may write orders places one or is told how the firm is paid', async () => {
  const { member, place } = await aShop()
  for (const role of ['host', 'assistant', 'analyst'] as const) {
    const { headers } = await t.aMember(member, role)
    await expect(place(1, {}, headers), role).rejects.toMatchObject({ status: 403 })
    await expect(t.call(orderRoutes.ways, {}, headers), role).rejects.toMatchObject({ status: 403 })
  }
  expect(await countOrders(member)).toBe(0)
  const manager = await t.aMember(member, 'manager')
  expect((await place(1, {}, manager.headers)).total).toBe(price)
})

test('ORDER-1036 The same call under one key is one order, another body under it is refused', async () => {
  const { member, variantId, place } = await aShop()
  const key = { 'idempotency-key': newId() }
  const [one, two] = [await place(1, {}, key), await place(1, {}, key)]
  expect(two).toEqual(one)
  await expect(place(2, {}, key)).rejects.toMatchObject({ errorName: 'conflict' })
  expect(await countOrders(member)).toBe(1)
  expect(await stockOf(t, variantId)).toEqual({ stock: 9, sold: 0 })
})

test('ORDER-1037 Its buyer gets the letter of every placed order, and pays by its link within a day', async () => {
  const { member, variantId, place } = await aShop()
  const { orderId, path } = await place(2)
  const key = `order:${orderId}:${letterTypes.orderNotice}`
  const letters = await lettersTo(t, buyer.email, (letter) => letter.key === key)
  expect(letters).toMatchObject([{ text: expect.stringContaining(path) }])
  const inADay = new Date(t.clock.ms() + 24 * 3_600_000).toISOString()
  expect(await infoBy(path)).toMatchObject({ paymentState: 'pending', heldUntil: inADay, roomPath: '' })

  const { step } = await t.call(
    purchaseRoutes.createPayment,
    { body: { method: 'card' } },
    {
      ...byLink(path),
      'idempotency-key': newId(),
    },
  )
  if (step.kind !== 'visit') throw new Error('the sandbox has a page')
  const token = step.url.replace('/sandbox-pay/', '')
  await t.call(sandboxRoutes.play, { params: { token }, body: { outcome: 'pay' } }, {})
  const { rows } = await t.platform.db.raw('select body from "sandboxNotice" where token = $1', [token])
  const notice = await t.request({
    method: 'POST',
    url: '/api/pay/purchase/notice/sandbox',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(rows[0]?.['body']),
  })
  expect(notice.body).toBe('1|OK')
  await t.app.services.payments.noticesApplied()
  await t.platform.jobs.idle()
  expect(await infoBy(path)).toMatchObject({ paymentState: 'paid', total: 2 * price })
  expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })

  const body = { choice: { kind: 'whole' }, restock: true, memo: '', paymentId: null } as const
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, member.headers)
  await t.call(refundPaymentRoutes.refundPayment, { body: { ...body, grant } }, { 'idempotency-key': newId() })
  expect(await shownToStaff(t, member, orderId)).toMatchObject({ refunded: 2 * price })
})

test('ORDER-1038 It is on record who placed it; its buyer and the advertisers learn no name, and nothing is saved of the buyer', async () => {
  const { member, place } = await aShop()
  const { orderId, orderNo, path, total } = await place(1)
  const { rows } = await t.platform.db.raw(
    'select action, "actorName", "targetName", change from audit where target = $1',
    [orderId],
  )
  expect(rows).toMatchObject([
    { action: 'order.create', actorName: '王小明', targetName: orderNo, change: { total, currency: 'TWD' } },
  ])
  const shown = await shownToStaff(t, member, orderId)
  expect(shown).toMatchObject({ source: 'staff', sourceName: '' })
  expect(shown.events[0]).toMatchObject({ kind: 'placed', actorKind: 'member', actor: '王小明' })
  expect((await infoBy(path)).events[0]).toMatchObject({ kind: 'placed', actor: '' })
  const list = (source: 'staff' | 'room') => t.call(orderRoutes.list, { query: { source, limit: 20 } }, member.headers)
  expect((await list('staff')).items.map(({ id, source }) => [id, source])).toEqual([[orderId, 'staff']])
  expect((await list('room')).items).toEqual([])
  const { orders } = t.app.services
  expect(await orders.rememberFacts(member.firmId, orderId)).toMatchObject({ remember: false, deviceHash: '' })
  expect((await orders.trackingFacts(member.firmId, orderId)).given.consent).toBe(false)
})

test('ORDER-1039 It is one fact of ordering, of no live, no viewer and no visit', async () => {
  const { member, place } = await aShop()
  const { orderId } = await place(2)
  const facts = await readFacts(t.platform.db, member.firmId, 'ordered')
  expect(facts).toMatchObject([
    { orderId, amount: 2 * price, currency: 'TWD', liveId: null, liveUserId: null, visit: null, isSimulated: true },
  ])
})

test('ORDER-1040 A shop in test mode places orders too, and they are marked as test', async () => {
  const { variantId, place } = await aShop({}, await t.aFirm('試賣'))
  const { path } = await place(1)
  expect(await infoBy(path)).toMatchObject({ isTest: true, testMode: true })
  expect(await stockOf(t, variantId)).toEqual({ stock: 9, sold: 0 })
})

test('ORDER-1041 An order to be paid on delivery needs a delivery, and names the way to pay', async () => {
  const { member, place } = await aShop()
  const cod = { ...cardSetting, method: 'cod', gateway: 'cod' } as const
  const body = { paymentMethods: [cardSetting, cod] }
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
  await expect(place(1, { paymentMethod: 'cod' })).rejects.toMatchObject({
    errorName: 'conflict',
    fields: { paymentMethod: expect.stringContaining('貨到付款需要宅配或超商取貨') },
  })
  const { path } = await place(1, { paymentMethod: 'cod', delivery: home, expectedTotal: price + 100_00 })
  expect((await infoBy(path)).paymentState).toBe('onDelivery')
})
