import { expect, test } from 'vitest'
import { aPartnerWithLink, cameBy, commissionsOf, ledgerOf } from '../../../test/affiliates.ts'
import { aSellingPage, infoOf, orderFromPage, placedIn } from '../../../test/buying.ts'
import { setOnFirm, sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aProduct } from '../../../test/studio.ts'

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
