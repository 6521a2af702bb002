import { ownLinkRoutes } from '@kaimai/contract/association/own-link.routes.ts'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { ownCommissionRoutes } from '@kaimai/contract/commission/own-commission.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aLink, aPartner, aPartnerWithLink, cameBy, closeMonth, setPayoutAccount } from '../../../test/affiliates.ts'
import { aByHandShop, grantRefund, pieces, refundWith } from '../../../test/by-hand-shop.ts'
import { placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { partnerLogin } from '../../../test/partner-login.ts'
import { aForm, aLive } from '../../../test/studio.ts'

const t = await sharedApp()

/** A shop that sold so many pieces of NT$1,000 by a link of 10 %. */
const aSale = async (quantity: number) => {
  const shop = await aByHandShop(t, { price: 1_000_00, stock: 99 })
  const { partner, link } = await aPartnerWithLink(t, shop.member)
  const order = placedIn(
    await shop.send([{ variantId: shop.variantId, quantity }], {
      expectedTotal: quantity * 1_000_00,
      ...cameBy(t, [link.code, 1]),
    }),
  )
  await shop.receive(order, quantity * 1_000)
  await t.platform.jobs.idle()
  return { member: shop.member, partner, link, order }
}

test('COMMISSION-80 A partner reads its own commissions: the buyer’s name masked, no order number, and what a refund took back', async () => {
  const { member, partner, link, order } = await aSale(2)
  const own = await partnerLogin(t, member, partner)
  const [first] = (await t.call(ownCommissionRoutes.list, {}, own)).items
  expect(first).toMatchObject({
    code: link.code,
    buyer: expect.stringContaining('○'),
    base: 2_000_00,
    amount: 200_00,
    reversed: 0,
    isOwnPurchase: false,
    state: 'pending',
  })
  expect(JSON.stringify(first)).not.toContain(order.orderNo)
  const asked = { choice: pieces(1) }
  const { grant } = await grantRefund(t, member, order, asked)
  await refundWith(t, grant, asked)
  await t.platform.jobs.idle()
  const { items } = await t.call(ownCommissionRoutes.list, {}, own)
  expect(items.map(({ amount, reversed }) => [amount, reversed])).toEqual([[200_00, -100_00]])
})

test('COMMISSION-81 A partner reads nothing of another one, and nobody reads it without the partner’s own session', async () => {
  const { member } = await aSale(1)
  const other = await aPartner(t, member)
  const own = await partnerLogin(t, member, other)
  expect((await t.call(ownCommissionRoutes.list, {}, own)).items).toEqual([])
  expect((await t.call(ownCommissionRoutes.statements, {}, own)).items).toEqual([])
  expect(await t.call(ownLinkRoutes.list, {}, own)).toEqual([])
  for (const route of [ownCommissionRoutes.list, ownCommissionRoutes.statements, ownLinkRoutes.list] as const)
    for (const headers of [{}, member.headers, { cookie: 'kaimai_partner=nobody' }])
      expect(await errorNameOf(t.call(route, {} as never, headers))).toBe('signedOut')
})

test('COMMISSION-82 A statement is to be paid until its batch is marked as sent, also while a batch holds it', async () => {
  const { member, partner } = await aSale(6)
  await setPayoutAccount(t, member, partner.id)
  await closeMonth(t)
  const staff = await t.aMember(member, 'manager')
  const own = await partnerLogin(t, staff, partner)
  const states = async () =>
    (await t.call(ownCommissionRoutes.statements, {}, own)).items.map(({ payable, state }) => [payable, state])
  expect(await states()).toEqual([[600_00, 'payable']])
  const { id } = await t.call(commissionRoutes.makePayout, { body: { note: '分潤' } }, staff.headers)
  expect(await states()).toEqual([[600_00, 'payable']])
  await t.call(commissionRoutes.markSent, { params: { id }, body: {} }, staff.headers)
  expect(await states()).toEqual([[600_00, 'sent']])
})

test('COMMISSION-83 What is below the least payout is carried on, and the partner is not promised any of it', async () => {
  const { member, partner } = await aSale(1)
  await closeMonth(t)
  const own = await partnerLogin(t, await t.aMember(member, 'manager'), partner)
  const [statement] = (await t.call(ownCommissionRoutes.statements, {}, own)).items
  expect(statement).toMatchObject({ earned: 100_00, total: 100_00, payable: 0, carriedOn: 100_00, state: 'carried' })
})

test('COMMISSION-84 A partner’s links lead to the published forms that they are for, and end with their time', async () => {
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member)
  const published = async () => aForm(t, member, [{ liveId: (await aLive(t, member)).id }])
  const [first, second] = [await published(), await published()]
  const every = await aLink(t, member, partner.id)
  const one = await aLink(t, member, partner.id, { signupIds: [first.id], basisPoints: 500 })
  const endAt = new Date(t.clock.ms() + 86_400_000).toISOString()
  await aLink(t, member, partner.id, { endAt })
  const removed = await aLink(t, member, partner.id)
  await t.call(associationRoutes.remove, { params: { id: removed.id } }, member.headers)
  t.clock.advance(86_400_000 + 1)
  const own = await partnerLogin(t, await t.aMember(member, 'manager'), partner)
  const links = await t.call(ownLinkRoutes.list, {}, own)
  const pathsOf = new Map(links.map(({ id, pages }) => [id, pages.map(({ path }) => path).toSorted()]))
  const pathOf = (customUrl: string, code: string) => `/f/${customUrl}?a=${code}`
  expect(pathsOf).toEqual(
    new Map([
      [every.id, [pathOf(first.customUrl, every.code), pathOf(second.customUrl, every.code)].toSorted()],
      [one.id, [pathOf(first.customUrl, one.code)]],
    ]),
  )
})

test('COMMISSION-85 A session names its partner, for a page of another to show nothing of it', async () => {
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member)
  const own = await partnerLogin(t, member, partner)
  expect((await t.call(partnerSessionRoutes.show, {}, own)).id).toBe(partner.id)
})
