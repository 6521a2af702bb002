import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  aSellingPage,
  infoOf,
  orderFromPage,
  type Placed,
  placedIn,
  shownToStaff,
  withKey,
} from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { type Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member
let placed: Placed
beforeEach(async () => {
  member = await t.aFirm('器日')
  const body = { productName: '霧白飯碗', price: 680_00, variants: [{ name: '', stock: 9 }] }
  const product = await t.call(productRoutes.create, { body }, member.headers)
  const page = await aSellingPage(t, member, [product.id])
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  placed = placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: 680_00 }))
})

const ask = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  t.call(purchaseRoutes.customerMessage, { body: { text } }, { ...withKey(placed), ...headers })
const answer = (text: string, by = member) =>
  t.call(orderRoutes.answerMessage, { params: { id: placed.orderId }, body: { text } }, by.headers)
const waiting = async () =>
  (await t.call(orderRoutes.list, { query: { unanswered: '1' } }, member.headers)).items.map(({ orderNo }) => orderNo)

test('ORDER-78 Buyer and merchant read what the other wrote, in its order; the buyer reads no member’s name', async () => {
  await ask('  可以改成 12/3 出貨嗎？ ')
  t.clock.advance(60_000)
  await answer('可以，已備註。')
  expect((await infoOf(t, placed)).messages).toEqual([
    { at: '2026-11-20T12:00:00.000Z', from: 'shopper', name: '', text: '可以改成 12/3 出貨嗎？' },
    { at: '2026-11-20T12:01:00.000Z', from: 'member', name: '', text: '可以，已備註。' },
  ])
  expect((await shownToStaff(t, member, placed.orderId)).messages).toMatchObject([
    { from: 'shopper', name: '' },
    { from: 'member', name: '王小明' },
  ])
})

test('ORDER-79 The list shows and narrows to orders whose buyer waits for an answer', async () => {
  expect(await waiting()).toEqual([])
  await ask('請問何時出貨？')
  expect(await waiting()).toEqual([placed.orderNo])
  const { items } = await t.call(orderRoutes.list, { query: {} }, member.headers)
  expect(items).toMatchObject([{ unanswered: true }])
  await answer('明天。')
  expect(await waiting()).toEqual([])
  await ask('謝謝！那收件人可以改嗎？')
  expect(await waiting()).toEqual([placed.orderNo])
})

test('ORDER-80 A buyer writes ten a day about an order, a text of 500 characters at most', async () => {
  const key = { 'idempotency-key': newId() }
  await ask('一', key)
  // The same call twice is one message.
  await ask('一', key)
  for (let times = 0; times < 9; times += 1) await ask(`第 ${times} 則`)
  await expect(ask('再一則')).rejects.toMatchObject({ errorName: 'tooManyRequests' })
  expect((await infoOf(t, placed)).messages).toHaveLength(10)
  t.clock.advance(24 * 3600_000 + 1)
  await ask('隔天')
  await expect(ask('  ')).rejects.toMatchObject({ fields: { text: '請填寫此欄位' } })
  await expect(ask('長'.repeat(501))).rejects.toMatchObject({ errorName: 'invalid' })
})

test('ORDER-81 An answer stands in the log; another firm, a stranger’s key and who may only read are refused', async () => {
  await answer('已出貨。')
  const { rows } = await t.platform.db.raw(
    `select action, "targetName" from audit where "firmId" = $1 and action = 'order.answer'`,
    [member.firmId],
  )
  expect(rows).toEqual([{ action: 'order.answer', targetName: placed.orderNo }])
  await expect(answer('偷看', await t.aFirm('別家'))).rejects.toMatchObject({ errorName: 'noData' })
  await expect(ask('x', { 'x-order-key': 'b'.repeat(43) })).rejects.toMatchObject({ errorName: 'notFound' })
  const host = await t.aMember(member, 'host')
  await expect(answer('x', host)).rejects.toMatchObject({ errorName: 'forbidden' })
  const mayAnswer = async (by: Member) => (await shownToStaff(t, by, placed.orderId)).mayAnswer
  expect([await mayAnswer(member), await mayAnswer(host)]).toEqual([true, false])
})
