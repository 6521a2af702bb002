import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aSellingPage, infoOf, orderFromPage, type Placed, placedIn, withKey } from '../../../test/buying.ts'
import { amountOf, readFacts } from '../../../test/fact-reading.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { createPaymentStore } from '../payment/payment.store.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const { db } = t.platform
const price = 538_00
const attribution = { association: 'amy', source: 'line', medium: '', campaign: '', term: '', content: '' }

const aShop = async (of = price) => {
  const member = await aFirmWithHours(t)
  const product = await aProduct(t, member, { price: of, stock: 10 })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const order = (quantity = 1, given: object = {}) =>
    orderFromPage(t, page.customUrl, [{ variantId, quantity }], {
      expectedTotal: quantity * of,
      tracking: { attribution },
      ...given,
    })
  return { member, order, placed: async (quantity = 1) => placedIn(await order(quantity)) }
}

/** Pays at the sandbox, whose notice comes so many times. */
const pay = async (placed: Placed, times = 1): Promise<void> => {
  const { step } = await t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  if (step.kind !== 'visit') throw new Error('the sandbox has a page')
  const token = step.url.replace('/sandbox-pay/', '')
  await t.call(sandboxRoutes.play, { params: { token }, body: { outcome: 'pay' } }, {})
  const { rows } = await db.raw('select body from "sandboxNotice" where token = $1', [token])
  for (let time = 0; time < times; time += 1) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = '/api/pay/purchase/notice/sandbox'
    expect((await t.request({ method: 'POST', url, headers, payload: String(rows[0]?.['body']) })).body).toBe('1|OK')
    await t.app.services.payments.noticesApplied()
  }
  await t.platform.jobs.idle()
}

const refund = async (member: Member, { orderId }: Placed, choice: RefundChoice) => {
  const body = { choice, restock: true, memo: '', paymentId: null }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, member.headers)
  await t.call(refundPaymentRoutes.refundPayment, { body: { ...body, grant } }, { 'idempotency-key': newId() })
}
const onePiece: RefundChoice = {
  kind: 'lines',
  lines: [{ place: 0, quantity: 1 }],
  deliveryFee: false,
  paymentFee: false,
}

test('FACT-1 An order is one fact when it is placed and one when it is paid, of 538 each, though its notice comes five times', async () => {
  const { member, placed } = await aShop()
  const order = await placed()
  await pay(order, 5)
  const facts = await readFacts(db, member.firmId, 'ordered', 'paid')
  const of = { orderId: order.orderId, amount: price, currency: 'TWD', attribution, isSimulated: true, liveId: null }
  expect(facts.map(({ kind }) => kind).toSorted()).toEqual(['ordered', 'paid'])
  for (const fact of facts) expect(fact).toMatchObject(of)
})

test('FACT-2 A refund in three steps of one piece of three is three facts, which are what was paid', async () => {
  const { member, placed } = await aShop()
  const order = await placed(3)
  await pay(order)
  for (let step = 0; step < 3; step += 1) await refund(member, order, onePiece)
  const back = await readFacts(db, member.firmId, 'refunded')
  expect(back.map(({ amount, orderId }) => [amount, orderId])).toEqual([
    [price, order.orderId],
    [price, order.orderId],
    [price, order.orderId],
  ])
  expect(await amountOf(db, member.firmId, 'paid')).toBe(3 * price)
  expect(await infoOf(t, order)).toMatchObject({ paymentState: 'refunded' })
})

test('FACT-3 An order that costs nothing is ordered and paid, of 0', async () => {
  const { member, placed } = await aShop(0)
  await placed()
  const facts = await readFacts(db, member.firmId, 'ordered', 'paid')
  expect(facts.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
    ['ordered', 0],
    ['paid', 0],
  ])
})

test('FACT-4 An order that is refused, and a payment whose transaction is undone, leave no fact', async () => {
  const { member, order, placed } = await aShop()
  expect((await order(1, { expectedTotal: 1 })).status).toBe(409)
  expect(await readFacts(db, member.firmId)).toEqual([])
  const { orderId } = await placed()
  const undone = db.transaction(async (tx) => {
    const id = newId()
    await createPaymentStore(db).insert(
      {
        id,
        firmId: member.firmId,
        orderId,
        method: 'card',
        gateway: 'sandbox',
        merchantId: '',
        state: 'paid',
        amount: price,
        currency: 'TWD',
        reference: id.slice(-20),
        tradeNo: '',
        code: null,
        codeExpiresAt: null,
        createdAt: t.clock.now(),
        paidAt: t.clock.now(),
        queryAt: null,
        queries: 0,
        refunded: 0,
        isExtra: false,
      },
      tx,
    )
    const { rows } = await sql`select kind from fact where "sourceId" = ${id}`.execute(tx.as())
    expect(rows).toEqual([{ kind: 'paid' }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await readFacts(db, member.firmId)).map(({ kind }) => kind)).toEqual(['ordered'])
})
