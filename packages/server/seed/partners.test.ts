import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { cameBy, commissionsOf, statementsOf } from '../test/affiliates.ts'
import { aSellingPage } from '../test/buying.ts'
import { aFirmWithHours, setOnFirm, sharedApp } from '../test/fixtures.ts'
import { payOrder } from '../test/refunding.ts'
import { aPerson, signUp } from '../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../test/studio.ts'
import type { Member } from '../test/test-app.ts'
import { demoContent as demo } from './content.ts'
import { fillPartners, fillPartnerSales } from './partners.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

/** A demo firm with a form for a live that begins in ten minutes. */
const aFirm = async (productIds: string[] = [], member?: Member) => {
  const owner = member ?? (await aFirmWithHours(t))
  const { firmId } = owner
  await setOnFirm(t, firmId, 'isDemo', true)
  await t.platform.db.raw('update member set name = $2 where "firmId" = $1', [firmId, demo.firm.userName])
  const live = await aLive(t, owner, { minutes: 10, productIds })
  const form = await aForm(t, owner, [{ liveId: live.id }])
  return { member: owner, live, form, stage: { app: t.app, platform: t.platform, firmId, signupId: form.id } }
}

/** With what partners earn of. `buy` pays for two pieces of A06 and two of A04 in the room. */
const aShop = async () => {
  const member = await aFirmWithHours(t)
  const product = (keyword: string) => {
    const { price = 0 } = demo.products.find((one) => one.keyword === keyword) ?? {}
    return aProduct(t, member, { keyword, price })
  }
  const products = [await product('A06'), await product('A04'), await product('A03')]
  const ids = products.map(({ id }) => id)
  await aSellingPage(t, member, ids, { customUrl: demo.salesPages[0]?.customUrl ?? '' })
  const { live, form, stage } = await aFirm(ids, member)
  const buy = async (code: string) => {
    const came = { ...aPerson(), ...cameBy(t, [code, 0]) }
    const { key: viewerKey } = await signUp(t, form.customUrl, [live.id], came)
    // A room sells from its begin.
    t.clock.advance(11 * 60_000)
    const headers = { 'x-viewer-key': viewerKey }
    for (const { variants } of products.slice(0, 2))
      await t.call(cartRoutes.set, { body: { variantId: variants[0]?.id ?? '', quantity: 2 } }, headers)
    const { fullName = '', phone = '', email = '' } = demo.customers[demo.partnerRefund.customer] ?? {}
    const body = {
      streamId: live.streamId,
      viewerKey,
      personal: { fullName, phone, email },
      delivery: { type: 'self' as const },
      invoice: { class: 'member' as const },
      paymentMethod: 'card' as const,
      expectedTotal: products.slice(0, 2).reduce((sum, { price }) => sum + 2 * price, 0),
    }
    const { orderId } = await t.call(purchaseRoutes.createOrder, { body }, { 'idempotency-key': `order-${viewerKey}` })
    await payOrder(t, member, orderId)
    await t.platform.jobs.idle()
  }
  return { member, stage, buy }
}

test('DEMO-19 Partners stand with their links; a sale of now and the sales of last month earn, a piece goes back, and what was due is paid out', async () => {
  const { member, stage, buy } = await aShop()
  await fillPartners(stage, 'kaimai-demo')
  await buy('slow-kitchen')
  await fillPartnerSales(stage)
  await t.platform.jobs.idle()

  const query = { limit: 100 }
  const made = (await t.call(partnerRoutes.list, { query }, member.headers)).items
  expect(made.map(({ name }) => name).toSorted()).toEqual(demo.partners.map(({ name }) => name).toSorted())
  const { open, over } = await t.call(associationRoutes.counts, { query: {} }, member.headers)
  expect([open, over]).toEqual([4, 1])

  const commissions = await commissionsOf(t, member)
  expect(commissions.map(({ code, base, amount, state }) => [code, base, amount, state])).toEqual([
    ['slow-kitchen', 4_720_00, 566_00, 'pending'],
    ['slow-kitchen', 2_480_00, 298_00, 'due'],
    ['slow-kitchen', 1_380_00, 166_00, 'due'],
    ['goodday', 980_00, 80_00, 'due'],
  ])
  expect(commissions.map(({ reversed }) => Math.sign(reversed))).toEqual([-1, 0, 0, 0])

  const statements = (await statementsOf(t, member)).map(({ partnerName, payable, carriedOn }) => [
    partnerName,
    payable,
    carriedOn,
  ])
  expect(statements.toSorted()).toEqual([
    ['好日選物有限公司', 0, 80_00],
    ['慢食廚房 沈若安', 464_00, 0],
  ])
  const payouts = (await t.call(commissionRoutes.payouts, { query }, member.headers)).items
  expect(payouts.map(({ state, items }) => [state, items.map(({ net }) => net)])).toEqual([['sent', [464_00]]])
})

test('DEMO-20 The partner who may log in does so with the demo firm’s password, and no partner has one where that is secret', async () => {
  const logsIn = async (password: string | undefined): Promise<readonly number[]> => {
    const { member, stage } = await aFirm()
    await fillPartners(stage, password)
    const { items } = await t.call(partnerRoutes.list, { query: { limit: 100 } }, member.headers)
    const answers = items.map(({ id: partnerId, email }) =>
      t.request({
        method: 'POST',
        url: pathOf(partnerSessionRoutes.login),
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ partnerId, email, password: 'kaimai-demo' }),
      }),
    )
    return (await Promise.all(answers)).map(({ status }) => status).toSorted()
  }
  expect(await logsIn('kaimai-demo')).toEqual([200, 401, 401])
  expect(await logsIn(undefined)).toEqual([401, 401, 401])
})
