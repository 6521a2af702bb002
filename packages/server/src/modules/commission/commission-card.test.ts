import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import { aPartnerWithLink, cameBy, commissionsOf, ledgerOf } from '../../../test/affiliates.ts'
import {
  aSellingPage,
  infoOf,
  orderFromPage,
  type Placed,
  placedIn,
  shownToStaff,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { setOnFirm, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'
import { sandboxPurpose } from '../gateway/sandbox-gateway.ts'
import { writeSandboxNotice } from '../gateway/sandbox-notice.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

/** A card is entered and declined. */
const decline = async (firmId: string, orderId: string): Promise<void> => {
  const { payments } = t.app.services
  const prepared = await payments.prepare({ kind: 'order', firmId, orderId }, 'card')
  const { step } = await payments.start(firmId, prepared, 'zh-TW')
  const token = step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : ''
  await t.platform.db.raw(`update "sandboxPayment" set state = 'failed' where token = $1`, [token])
  await t.platform.db.raw(`update payment set "queryAt" = 'epoch' where "orderId" = $1`, [orderId])
  await t.platform.jobs.runTick('payment/reconcile')
  await t.platform.jobs.idle()
}

test('COMMISSION-405 A card that was declined three times, was paid at the fourth try and whose page is loaded five times more earns once, seven days after it was paid (money.md A5, A9)', async () => {
  const member = await t.aFirm()
  // Play money earns in the demo shop alone.
  await setOnFirm(t, member.firmId, 'isDemo', true)
  const product = await aProduct(t, member, { price: 1_000_00, stock: 10 })
  const page = await aSellingPage(t, member, [product.id])
  const { link } = await aPartnerWithLink(t, member)
  const sent = { expectedTotal: 1_000_00, ...cameBy(t, [link.code, 0.1]) }
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const placed = placedIn(await orderFromPage(t, page.customUrl, lines, sent))
  const { orderId } = placed
  for (let time = 0; time < 3; time += 1) {
    await decline(member.firmId, orderId)
    t.clock.advance(60_000)
  }
  const { rows } = await t.platform.db.raw('select state from payment where "orderId" = $1', [orderId])
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  expect(await ledgerOf(t, member)).toEqual([])
  await payOrder(t, member, orderId)
  for (let time = 0; time < 5; time += 1) expect((await infoOf(t, placed)).paymentState).toBe('paid')
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([100_00])
  const [earned] = await commissionsOf(t, member)
  expect(earned).toMatchObject({ base: 1_000_00, amount: 100_00, state: 'pending' })
  expect(Date.parse(earned?.dueAt ?? '') - Date.parse(earned?.paidAt ?? '')).toBe(7 * 86_400_000)
})

/** Begins a card's payment; the answer delivers what the sandbox says of it: that it was paid, in these words. */
const begun = async (placed: Placed, amount: number) => {
  const { step } = await t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  const token = step.kind === 'visit' ? (step.url.split('/').pop() ?? '') : ''
  const { rows } = await t.platform.db.raw('select reference, "tradeNo" from "sandboxPayment" where token = $1', [
    token,
  ])
  const word = {
    kind: 'paid',
    reference: String(rows[0]?.['reference']),
    tradeNo: String(rows[0]?.['tradeNo']),
    orderNo: placed.orderNo,
    amount,
    currency: 'TWD',
    at: t.clock.now().toISOString(),
  } as const
  const key = t.platform.secret.keyFor(sandboxPurpose)
  return async (words: string): Promise<unknown> => {
    const answer = await t.request({
      method: 'POST',
      url: '/api/pay/purchase/notice/sandbox',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: writeSandboxNotice(key, { id: newId(), word: { ...word, words } }),
    })
    return answer.body
  }
}

test('COMMISSION-490 A payment of NT$538 that is reported five times in different words, twice at the same instant, is one payment, one piece, one letter and one commission of NT$54 (money.md P5)', async () => {
  const member = await t.aFirm()
  await setOnFirm(t, member.firmId, 'isDemo', true)
  const product = await aProduct(t, member, { price: 538_00, stock: 10 })
  const variantId = product.variants[0]?.id ?? ''
  const page = await aSellingPage(t, member, [product.id])
  const { link } = await aPartnerWithLink(t, member)
  const { email } = aPerson()
  const personal = { fullName: '林佳穎', phone: '0912345678', email }
  const given = { expectedTotal: 538_00, personal, ...cameBy(t, [link.code, 0.1]) }
  const placed = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], given))
  const deliver = await begun(placed, 538_00)
  expect(await Promise.all([deliver('交易成功'), deliver('paid')])).toEqual(['1|OK', '1|OK'])
  for (let repeat = 0; repeat < 3; repeat += 1) {
    await t.app.services.payments.noticesApplied()
    await t.platform.jobs.idle()
    t.clock.advance(10 * 60_000)
    expect(await deliver('paid')).toBe('1|OK')
  }
  await t.app.services.payments.noticesApplied()
  await t.platform.jobs.idle()
  const order = await shownToStaff(t, member, placed.orderId)
  expect([order.paymentState, order.refundDue]).toEqual(['paid', 0])
  expect(order.payments.map(({ state, amount }) => [state, amount])).toEqual([['paid', 538_00]])
  expect(await stockOf(t, variantId)).toEqual({ stock: 9, sold: 1 })
  expect(await lettersTo(t, email, ({ type }) => type === letterTypes.paidNotice)).toHaveLength(1)
  expect(await ledgerOf(t, member)).toEqual([54_00])
  expect(await commissionsOf(t, member)).toMatchObject([{ base: 538_00, amount: 54_00 }])
})
