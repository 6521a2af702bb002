import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { expect, test } from 'vitest'
import { aPartner, aPartnerWithLink, cameBy, commissionsOf, ledgerOf, linkBody } from '../../../test/affiliates.ts'
import { aByHandShop, grantRefund, linesBack, pieces, refundWith, toHome } from '../../../test/by-hand-shop.ts'
import { aSellingPage, orderFromPage, type Placed, placedIn } from '../../../test/buying.ts'
import { setOnFirm, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()

const aShop = async (dollars: number, link: object = {}, partner: object = {}) => {
  const shop = await aByHandShop(t, { price: dollars * 100, stock: 99 })
  const { partner: mei, link: made } = await aPartnerWithLink(t, shop.member, link, partner)
  const placed = async (quantity: number, given: object = {}): Promise<Placed> =>
    placedIn(
      await shop.send([{ variantId: shop.variantId, quantity }], {
        expectedTotal: quantity * dollars * 100,
        ...cameBy(t, [made.code, 1]),
        ...given,
      }),
    )
  /** Ordered by the link and paid in full. */
  const sold = async (quantity: number, given: object = {}): Promise<Placed> => {
    const order = await placed(quantity, given)
    await shop.receive(order, quantity * dollars)
    await t.platform.jobs.idle()
    return order
  }
  return { ...shop, mei, link: made, placed, sold }
}

const refund = async (
  member: Member,
  order: Placed,
  choice: Parameters<typeof grantRefund>[3]['choice'],
): Promise<void> => {
  const { grant } = await grantRefund(t, member, order, { choice })
  await refundWith(t, grant, { choice })
  await t.platform.jobs.idle()
}

test('COMMISSION-40 It is a tenth of what was paid for the goods, of the accepted sum and not the price (money.md A1)', async () => {
  const { member, placed, receive, link } = await aShop(600)
  // Two of 600; the staff accepts 1,000, the rest becomes a discount.
  await receive(await placed(2), 1_000)
  await t.platform.jobs.idle()
  expect(await commissionsOf(t, member)).toEqual([
    expect.objectContaining({ code: link.code, base: 1_000_00, amount: 100_00, basisPoints: 1_000, state: 'pending' }),
  ])
})

test('COMMISSION-41 Refunds of one piece each take back 4, 3 and 4 of 11, and the ledger ends at nothing (money.md A2)', async () => {
  const { member, sold } = await aShop(50, { basisPoints: 700 })
  const order = await sold(3)
  for (let step = 0; step < 3; step += 1) await refund(member, order, pieces(1))
  expect(await ledgerOf(t, member)).toEqual([11_00, -4_00, -3_00, -4_00])
})

test('COMMISSION-42 A refund takes back at the rate of its own sale, whatever the link pays since (money.md A3)', async () => {
  const { member, sold, mei, link } = await aShop(500)
  const first = await sold(2)
  const { code } = link
  t.clock.advance(1000)
  await t.call(
    associationRoutes.change,
    { params: { id: link.id }, body: linkBody(t, mei.id, { code, basisPoints: 1_500 }) },
    member.headers,
  )
  t.clock.advance(1000)
  await sold(2)
  await refund(member, first, pieces(1))
  expect(await ledgerOf(t, member)).toEqual([100_00, 150_00, -50_00])
  const shown = await commissionsOf(t, member)
  expect(shown.map(({ basisPoints, amount, reversed }) => [basisPoints, amount, reversed]).toSorted()).toEqual([
    [1_000, 100_00, -50_00],
    [1_500, 150_00, 0],
  ])
})

test('COMMISSION-43 One order earns once, however often its payment is said to have come (money.md A5)', async () => {
  const { member, sold } = await aShop(1_000)
  const order = await sold(1)
  // A second transfer is owed back, and the event of the first is handled once more.
  const body = { received: 1_000_00, asExtra: true }
  await t.call(transferRoutes.receive, { params: { id: order.orderId }, body }, member.headers)
  await t.platform.db.transaction((tx) =>
    t.platform.events.emit(tx, 'order.paid', { firmId: member.firmId, orderId: order.orderId, liveId: null }),
  )
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([100_00])
})

test('COMMISSION-44 Who buys by the own link earns nothing, by either e-mail or the phone, and the reason is kept (money.md A6)', async () => {
  const { member, sold } = await aShop(1_000, {}, { email: 'x@mei.tw', payoutEmail: 'y@mei.tw', phone: '0912 000 777' })
  const buyer = (personal: object) => ({
    personal: { fullName: '林佳穎', phone: '0922333444', email: 'a@b.tw', ...personal },
  })
  await sold(1, buyer({ email: 'X@Mei.tw' }))
  await sold(1, buyer({ email: 'y@mei.tw' }))
  await sold(1, buyer({ phone: '+886912000777' }))
  await sold(1, buyer({}))
  expect(await ledgerOf(t, member)).toEqual([0, 0, 0, 100_00])
  const signs = (await commissionsOf(t, member)).map(({ selfPurchase }) => selfPurchase)
  expect(signs.toSorted()).toEqual(['', 'email', 'email', 'phone'])
})

test('COMMISSION-45 A partner who buys by another partner’s link earns that one its commission (money.md A6)', async () => {
  const { member, sold } = await aShop(1_000)
  await aPartner(t, member, { email: 'p@partner.tw' })
  await sold(1, { personal: { fullName: '阿凱', phone: '0922333444', email: 'p@partner.tw' } })
  expect(await ledgerOf(t, member)).toEqual([100_00])
})

test('COMMISSION-46 What is paid at the door earns once the money is collected, and what is not collected never (money.md A9)', async () => {
  const { member, placed, receive } = await aShop(800)
  const deliveryMethods = [{ type: 'home' as const, fee: 80_00, freeFrom: null, note: '' }]
  await t.call(firmRoutes.change, { params: { id: member.firmId }, body: { deliveryMethods } }, member.headers)
  const atTheDoor = () => placed(1, { paymentMethod: 'cod', expectedTotal: 880_00 })
  const [collected] = [await atTheDoor(), await atTheDoor()]
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([])
  // The fee for the delivery is in what is collected, and earns nothing.
  await receive(collected, 880)
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([80_00])
})

test('COMMISSION-47 It is due seven days after the payment, not a second earlier (money.md A9)', async () => {
  const { member, sold } = await aShop(1_000)
  const paidAt = t.clock.ms()
  await sold(1)
  const [earned] = await commissionsOf(t, member)
  expect(Date.parse(earned?.dueAt ?? '') - paidAt).toBe(7 * 86_400_000)
  const stateAt = async (ms: number) => {
    t.clock.set(new Date(ms))
    const [row] = await commissionsOf(t, await t.aMember(member, 'manager'))
    return row?.state
  }
  expect(await stateAt(paidAt + 7 * 86_400_000 - 1000)).toBe('pending')
  expect(await stateAt(paidAt + 7 * 86_400_000)).toBe('due')
})

test('COMMISSION-48 A refund that is withdrawn gives back what it took, once', async () => {
  const { member, sold } = await aShop(500)
  const order = await sold(2)
  await refund(member, order, pieces(1))
  const { rows } = await t.platform.db.raw('select id from refund where "orderId" = $1', [order.orderId])
  const params = { id: order.orderId, refundId: String(rows[0]?.['id']) }
  await t.call(refundRoutes.withdraw, { params, body: {} }, member.headers)
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([100_00, -50_00, 50_00])
})

test('COMMISSION-49 A link for one product earns by that product alone', async () => {
  const { member, sold, link, mei } = await aShop(1_000)
  const other = '01980000-0000-7000-8000-0000000000ff'
  const change = linkBody(t, mei.id, { code: link.code, productIds: [other] })
  await t.call(associationRoutes.change, { params: { id: link.id }, body: change }, member.headers)
  await sold(1)
  expect(await ledgerOf(t, member)).toEqual([])
})

test('COMMISSION-52 Of an order of two products a link for one of them earns by that line, and what is refunded of the other takes nothing back', async () => {
  const { member, receive } = await aShop(50)
  const [bowl, vase] = [
    await aProduct(t, member, { name: '飯碗', price: 1_000_00 }),
    await aProduct(t, member, { name: '花器', price: 300_00 }),
  ]
  const page = await aSellingPage(t, member, [bowl.id, vase.id])
  const { link } = await aPartnerWithLink(t, member, { productIds: [bowl.id] })
  const lines = [bowl, vase].map(({ variants }, at) => ({ variantId: variants[0]?.id ?? '', quantity: at + 1 }))
  const sent = { delivery: toHome, paymentMethod: 'transfer', expectedTotal: 1_600_00, ...cameBy(t, [link.code, 0.1]) }
  const order = placedIn(await orderFromPage(t, page.customUrl, lines, sent))
  await receive(order, 1_600)
  await t.platform.jobs.idle()
  expect(await commissionsOf(t, member)).toEqual([expect.objectContaining({ base: 1_000_00, amount: 100_00 })])
  await refund(member, order, linesBack({ place: 1, quantity: 2 }))
  expect(await ledgerOf(t, member)).toEqual([100_00, 0])
  await refund(member, order, linesBack({ place: 0, quantity: 1 }))
  expect(await ledgerOf(t, member)).toEqual([100_00, 0, -100_00])
})

test('COMMISSION-56 Play money earns in the demo shop, and in no other', async () => {
  const demo = await aShop(1_000)
  await setOnFirm(t, demo.member.firmId, 'isDemo', true)
  await demo.sold(1)
  expect(await ledgerOf(t, demo.member)).toEqual([100_00])
  const { member, placed, receive } = await aShop(1_000)
  const order = await placed(1)
  await t.platform.db.raw('update "order" set "isTest" = true where id = $1', [order.orderId])
  await receive(order, 1_000)
  await t.platform.jobs.idle()
  expect(await ledgerOf(t, member)).toEqual([])
})

test('COMMISSION-50 The figures of a period hold what came in it by each link, and nothing of another firm', async () => {
  const { member, sold, link } = await aShop(500)
  const order = await sold(2)
  await refund(member, order, pieces(1))
  const today = new Date(t.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10)
  const query = { from: today, to: today }
  const expected = { clicks: 0, signups: 0, orders: 1, sales: 1_000_00, commission: 100_00, reversed: -50_00 }
  expect(await t.call(effectRoutes.firmByLink, { query }, member.headers)).toEqual([
    expect.objectContaining({ associationId: link.id, code: link.code, ...expected }),
  ])
  expect(await t.call(effectRoutes.firmByDay, { query }, member.headers)).toEqual([{ day: today, ...expected }])
  const yesterday = { from: '2026-01-01', to: '2026-01-31' }
  expect(await t.call(effectRoutes.firmByDay, { query: yesterday }, member.headers)).toEqual([])
  const { member: stranger } = await aShop(100)
  expect(await t.call(effectRoutes.firmByDay, { query }, stranger.headers)).toEqual([])
})
