import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { expect, test } from 'vitest'
import { aLink, aPartner, aPartnerWithLink, cameBy, linkBody } from '../../../test/affiliates.ts'
import { payOrder, placedIn } from '../../../test/buying.ts'
import { setOnFirm, sharedApp } from '../../../test/fixtures.ts'
import { partnerLogin } from '../../../test/partner-login.ts'
import { aPerson, placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

/** A form that leads into a live with a product of NT$680, in the shop whose play money earns. */
const aStage = async () => {
  const member = await t.aFirm()
  await setOnFirm(t, member.firmId, 'isDemo', true)
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  const product = await aProduct(t, member, { price: 680_00 })
  const live = await aLive(t, member, { minutes: 10, productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  return { member, variantId: product.variants[0]?.id ?? '', live, form }
}

/** Somebody opens a form's page with this code in its address, and reads a part of it. */
const visitBy = async (customUrl: string, association: string): Promise<void> => {
  const { tracking } = await t.call(publicSignupRoutes.page, { query: { customUrl } })
  const body = { base: tracking.eventBase, depth: 40, seconds: 9, given: { attribution: { association } } }
  await t.call(trackingRoutes.scrollTrack, { body })
}

test('COMMISSION-51 Clicks by the new and the old code, a sign-up and its order are one link’s figures by link, day and form, to the firm and to the partner', async () => {
  const { member, variantId, live, form } = await aStage()
  const { partner, link } = await aPartnerWithLink(t, member, { signupIds: [form.id] })
  const other = await aLink(t, member, (await aPartner(t, member)).id)
  const code = `${link.code}-new`
  t.clock.advance(1_000)
  const body = linkBody(t, partner.id, { code, signupIds: [form.id], beginAt: link.beginAt })
  await t.call(associationRoutes.change, { params: { id: link.id }, body }, member.headers)

  await visitBy(form.customUrl, code.toUpperCase())
  await visitBy(form.customUrl, link.code)
  await visitBy(form.customUrl, 'nosuch')
  await visitBy(form.customUrl, '')
  const { key } = await signUp(t, form.customUrl, [live.id], { ...aPerson(), ...cameBy(t, [code, 0.01]) })
  t.clock.advance(11 * 60_000)
  const ordered = await placeOrder(t, { streamId: live.streamId, viewerKey: key, variantId, total: 680_00 })
  await payOrder(t, member.firmId, placedIn(ordered).orderId)

  const day = taipeiDay(t.clock.ms())
  const query = { from: day, to: day }
  const came = { clicks: 2, signups: 1, orders: 1, sales: 680_00, commission: 68_00, reversed: 0 }
  const nothing = { clicks: 0, signups: 0, orders: 0, sales: 0, commission: 0, reversed: 0 }
  const ofLink = { associationId: link.id, code, name: '', partnerName: '小美', ...came }
  expect(await t.call(effectRoutes.firmByLink, { query }, member.headers)).toEqual([
    ofLink,
    expect.objectContaining({ associationId: other.id, ...nothing }),
  ])
  expect(await t.call(effectRoutes.firmByDay, { query }, member.headers)).toEqual([{ day, ...came }])
  expect(await t.call(effectRoutes.firmByForm, { query }, member.headers)).toEqual([
    { signupId: form.id, title: '秋窯開窯夜', ...came },
  ])

  const own = await partnerLogin(t, member, partner)
  expect(await t.call(effectRoutes.partnerByLink, { query }, own)).toEqual([ofLink])
  expect(await t.call(effectRoutes.partnerByDay, { query }, own)).toEqual([{ day, ...came }])
  const ofOne = { query: { ...query, associationId: link.id } }
  expect(await t.call(effectRoutes.partnerByDay, ofOne, own)).toEqual([{ day, ...came }])
  const ofOther = { query: { ...query, associationId: other.id } }
  expect(await t.call(effectRoutes.partnerByDay, ofOther, own)).toEqual([])
})
