import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { expect, test } from 'vitest'
import { aLink, aPartner, aPartnerWithLink, cameBy, commissionsOf, ledgerOf } from '../../../test/affiliates.ts'
import { aByHandShop } from '../../../test/by-hand-shop.ts'
import { placedIn } from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { partnerLogin } from '../../../test/partner-login.ts'
import { WireError } from '../../../test/test-app.ts'

const t = await sharedApp()

/** A shop of pieces of NT$1,000 with a link of 10 %; orders come by it unless `links` says by which. */
const aShop = async (partner: object = {}) => {
  const shop = await aByHandShop(t, { price: 1_000_00, stock: 99 })
  const { partner: mei, link } = await aPartnerWithLink(t, shop.member, {}, partner)
  const placed = async (given: object = {}, headers: Record<string, string> = {}) => {
    const sent = { expectedTotal: 1_000_00, ...cameBy(t, [link.code, 0.1]), ...given }
    return placedIn(await shop.send([{ variantId: shop.variantId, quantity: 1 }], sent, headers))
  }
  const sold = async (...of: Parameters<typeof placed>) => {
    const order = await placed(...of)
    await shop.receive(order, 1_000)
    await t.platform.jobs.idle()
    return order
  }
  return { ...shop, mei, link, placed, sold }
}
const buyer = (given: object) => ({ personal: { fullName: '林佳穎', phone: '0922333444', email: 'a@b.tw', ...given } })
const browser = (name: string) => ({ cookie: `kaimai_device=${name.padEnd(24, '0')}` })

test('COMMISSION-400 The own purchase is known on a browser that the partner logged in on, on a second one by e-mail and phone alone', async () => {
  const { member, mei, sold } = await aShop({ phone: '0912 000 778' })
  await partnerLogin(t, member, mei)
  const { id: partnerId, email } = mei
  const body = { partnerId, email, password: 'a long and good password' }
  await t.call(partnerSessionRoutes.login, { body }, browser('first'))
  await sold(buyer({}), browser('first'))
  await sold(buyer({ phone: '+886 912-000-778' }), browser('second'))
  await sold(buyer({ email: ` ${email.toUpperCase()} ` }), browser('second'))
  // A friend with another address on another browser can't be distinguished from a buyer: it counts, and staff sees who it was.
  await sold(buyer({}), browser('second'))
  expect(await ledgerOf(t, member)).toEqual([0, 0, 0, 100_00])
  const signs = (await commissionsOf(t, member)).map(({ selfPurchase }) => selfPurchase)
  expect(signs.toSorted()).toEqual(['', 'device', 'email', 'phone'])
})

test('COMMISSION-407 A partner who is logged in as one and buys by another partner’s link earns that one its commission (money.md A6)', async () => {
  const { member, sold } = await aShop()
  const kai = await aPartner(t, member)
  const ofKai = await aLink(t, member, kai.id)
  const { cookie } = await partnerLogin(t, member, kai)
  const body = { partnerId: kai.id, email: kai.email, password: 'a long and good password' }
  await t.call(partnerSessionRoutes.login, { body }, browser('third'))
  const loggedIn = { cookie: `${cookie}; ${browser('third').cookie}` }
  await sold(buyer({ email: kai.email }), loggedIn)
  await sold({ ...buyer({}), ...cameBy(t, [ofKai.code, 0.1]) }, loggedIn)
  expect(await ledgerOf(t, member)).toEqual([100_00, 0])
  const earned = await commissionsOf(t, member)
  expect(earned.map(({ partnerId, selfPurchase }) => [partnerId === kai.id, selfPurchase]).toSorted()).toEqual([
    [false, ''],
    [true, 'device'],
  ])
})

test('COMMISSION-401 What is put into the address by hand earns nothing but by a code of the firm, and the order stands', async () => {
  const { member, mei, link, sold } = await aShop()
  const stranger = await aShop()
  const forged = [stranger.link.code, mei.id, link.id, `${link.code}'--`, `${link.code}%`, '%', '__proto__', '']
  for (const code of forged) await sold(cameBy(t, [code, 0.1]))
  expect(await ledgerOf(t, member)).toEqual([])
  expect(await ledgerOf(t, stranger.member)).toEqual([])
})

test('COMMISSION-402 Two payments that are said to have come in the same moment earn once (money.md A5)', async () => {
  const { member, sold } = await aShop()
  const { orderId } = await sold()
  const again = () =>
    t.platform.db.transaction((tx) =>
      t.platform.events.emit(tx, 'order.paid', { firmId: member.firmId, orderId, liveId: null }),
    )
  await Promise.all([again(), again(), again()])
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([100_00])
})

test('COMMISSION-403 Two links that were clicked in the same moment are one commission, and the same one whenever it is asked', async () => {
  const { member, mei, link, sold } = await aShop()
  const other = await aLink(t, member, (await aPartner(t, member)).id)
  const both = cameBy(t, [link.code, 0.1], [other.code, 0.1])
  await sold(both)
  await sold(both)
  const earned = await commissionsOf(t, member)
  expect(earned.map(({ amount }) => amount)).toEqual([100_00, 100_00])
  expect(new Set(earned.map(({ associationId }) => associationId)).size).toBe(1)
  expect([link.id, other.id]).toContain(earned[0]?.associationId)
  expect(mei.id).toBe(link.partnerId)
})

test('COMMISSION-404 A partner that was removed with money due is owed it on; clicks from before count, later ones do not (money.md A7)', async () => {
  const { member, mei, link, sold } = await aShop()
  await sold()
  const removed = await t.call(partnerRoutes.remove, { params: { id: mei.id } }, member.headers)
  expect(removed).toEqual({ owed: 100_00 })
  await sold(cameBy(t, [link.code, 0.5]))
  t.clock.advance(60_000)
  await sold(cameBy(t, [link.code, 0]))
  expect(await ledgerOf(t, member)).toEqual([100_00, 100_00])
})

test('COMMISSION-406 Of two links that are made with one code in the same moment one gets it, the other is refused at the code', async () => {
  const { member, mei } = await aShop()
  const code = 'same-moment'
  const outcomeOf = (made: Promise<unknown>) =>
    made.then(
      () => 'made',
      (error: unknown) => (error instanceof WireError ? Object.keys(error.fields).join() : String(error)),
    )
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(aLink(t, member, mei.id, { code }))))
  expect(outcomes.toSorted()).toEqual(['code', 'code', 'made'])
  const { items } = await t.call(associationRoutes.list, { query: { q: code } }, member.headers)
  expect(items.map((each) => each.code)).toEqual([code])
})
