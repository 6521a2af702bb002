import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { expect, test } from 'vitest'
import { aLink, aPartner, aPartnerWithLink, cameBy, linkBody } from '../../../test/affiliates.ts'
import { aByHandShop } from '../../../test/by-hand-shop.ts'
import { placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aPerson, placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Member, WireError } from '../../../test/test-app.ts'

const t = await sharedApp()
const { db } = t.platform

const creditOf = async (orderId: string): Promise<unknown> =>
  (await db.raw('select "associationId" from "order" where id = $1', [orderId])).rows[0]?.['associationId']
/** When the click was that the firm's newest order is credited to; epoch ms. */
const clickOfNewest = async ({ firmId }: Member): Promise<number> => {
  const { rows } = await db.raw(
    `select extract(epoch from "associationVisitAt") * 1000 as ms from "order" where "firmId" = $1 order by id desc limit 1`,
    [firmId],
  )
  return Number(rows[0]?.['ms'])
}
const creditOfSignup = async (signupId: string): Promise<unknown> =>
  (await db.raw('select "associationId" from "signupUser" where "signupId" = $1', [signupId])).rows[0]?.[
    'associationId'
  ]

const aShop = async () => {
  const shop = await aByHandShop(t, { price: 100_00, stock: 99 })
  const orderBy = async (...clicks: Parameters<typeof cameBy>[1][]) => {
    const sent = { expectedTotal: 100_00, ...cameBy(t, ...clicks) }
    return creditOf(placedIn(await shop.send([{ variantId: shop.variantId, quantity: 1 }], sent)).orderId)
  }
  return { ...shop, orderBy }
}
const program = (member: Member, touch: 'first' | 'last') =>
  t.call(associationRoutes.changeProgram, { body: { touch, leastPayout: 0 } }, member.headers)

test('ASSOCIATION-20 The last click earns, the first one where the firm says so, and a code of nobody changes nothing (money.md A7)', async () => {
  const { member, orderBy } = await aShop()
  const { link: mei } = await aPartnerWithLink(t, member)
  const { link: kai } = await aPartnerWithLink(t, member)
  const clicks = [
    [mei.code, 0.75],
    [kai.code, 0.5],
    ['nosuch', 0.1],
  ] as const
  expect(await orderBy(...clicks)).toBe(kai.id)
  expect(await clickOfNewest(member)).toBe(t.clock.ms() - 12 * 3_600_000)
  await program(member, 'first')
  expect(await orderBy(...clicks)).toBe(mei.id)
  expect(await clickOfNewest(member)).toBe(t.clock.ms() - 18 * 3_600_000)
  expect(await orderBy(['nosuch', 0.1])).toBeNull()
})

test('ASSOCIATION-21 A renamed link earns by its old code too, which nobody else gets, and an ended one by older clicks (money.md A7)', async () => {
  const { member, orderBy } = await aShop()
  const { partner, link } = await aPartnerWithLink(t, member)
  const old = link.code
  const change = (given: object) =>
    t.call(
      associationRoutes.change,
      { params: { id: link.id }, body: linkBody(t, partner.id, { code: old, beginAt: link.beginAt, ...given }) },
      member.headers,
    )
  await change({ code: `${old}-shop` })
  expect(await orderBy([old, 0.5])).toBe(link.id)
  expect(await orderBy([`${old.toUpperCase()}-SHOP`, 0.25])).toBe(link.id)
  expect(await clickOfNewest(member)).toBe(t.clock.ms() - 6 * 3_600_000)
  const taken = await aLink(t, member, partner.id, { code: old }).catch((error: unknown) => error)
  expect(taken instanceof WireError && Object.keys(taken.fields)).toEqual(['code'])
  await change({ endAt: new Date(t.clock.ms() - 6 * 3_600_000).toISOString() })
  expect(await orderBy([old, 0.5])).toBe(link.id)
  // It is the click before the end that earns, not the moment of the order.
  expect(await clickOfNewest(member)).toBe(t.clock.ms() - 12 * 3_600_000)
  expect(await orderBy([old, 0.1])).toBeNull()
})

test('ASSOCIATION-22 What is credited stays, whatever becomes of the link; a removed one earns nothing new', async () => {
  const { member, orderBy } = await aShop()
  const { link } = await aPartnerWithLink(t, member)
  expect(await orderBy([link.code, 0.5])).toBe(link.id)
  await t.call(associationRoutes.remove, { params: { id: link.id } }, member.headers)
  t.clock.advance(60_000)
  expect(await orderBy([link.code, 0])).toBeNull()
  const { rows } = await db.raw('select count(*) as credited from "order" where "associationId" = $1', [link.id])
  expect(Number(rows[0]?.['credited'])).toBe(1)
})

test('ASSOCIATION-23 A link of another firm is none, whoever puts it into the address', async () => {
  const [own, other] = [await aShop(), await aShop()]
  const { link } = await aPartnerWithLink(t, other.member)
  expect(await own.orderBy([link.code, 0.1])).toBeNull()
  expect(await other.orderBy([link.code, 0.1])).toBe(link.id)
})

test('ASSOCIATION-24 A page that knows no links yet is credited by the code that it came by last', async () => {
  const { member, send, variantId } = await aShop()
  const { link } = await aPartnerWithLink(t, member)
  const sent = { expectedTotal: 100_00, tracking: { attribution: { association: link.code } } }
  const { orderId } = placedIn(await send([{ variantId, quantity: 1 }], sent))
  expect(await creditOf(orderId)).toBe(link.id)
})

test('ASSOCIATION-25 Who signs up by a link is credited to it, and what this person orders in the room later too, without a click', async () => {
  const member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  const product = await aProduct(t, member, { price: 680_00 })
  const live = await aLive(t, member, { minutes: 10, productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { link } = await aPartnerWithLink(t, member, { signupIds: [form.id] })
  expect(link.link).toBe(`/f/${form.customUrl}?a=${link.code}`)
  const person = { ...aPerson(), ...cameBy(t, [link.code, 0.1]) }
  const { key } = await signUp(t, form.customUrl, [live.id], person)
  expect(await creditOfSignup(form.id)).toBe(link.id)
  t.clock.advance(11 * 60_000)
  const variantId = product.variants[0]?.id ?? ''
  const reply = await placeOrder(t, { streamId: live.streamId, viewerKey: key, variantId, total: 680_00 })
  expect(await creditOf(placedIn(reply).orderId)).toBe(link.id)
})

test('ASSOCIATION-26 A link keeps its partner; another firm’s partner or form is refused at its field', async () => {
  const [member, stranger] = [await aFirmWithHours(t), await aFirmWithHours(t)]
  const { partner, link } = await aPartnerWithLink(t, member)
  const [second, theirs] = [await aPartner(t, member), await aPartner(t, stranger)]
  const fieldsOf = (sent: Promise<unknown>) =>
    sent.then(
      () => [],
      (error: unknown) => (error instanceof WireError ? Object.keys(error.fields) : [String(error)]),
    )
  const body = linkBody(t, second.id, { code: link.code })
  expect(await fieldsOf(t.call(associationRoutes.change, { params: { id: link.id }, body }, member.headers))).toEqual([
    'partnerId',
  ])
  expect(await fieldsOf(aLink(t, member, theirs.id))).toEqual(['partnerId'])
  const unknown = '01980000-0000-7000-8000-0000000000ff'
  expect(await fieldsOf(aLink(t, member, partner.id, { signupIds: [unknown] }))).toEqual(['signupIds'])
  expect(await fieldsOf(aLink(t, member, partner.id, { basisPoints: 10_001 }))).toEqual(['basisPoints'])
  expect(await fieldsOf(aLink(t, member, partner.id, { rateKind: 'amount' }))).toEqual(['amount'])
  const show = t.call(associationRoutes.show, { params: { id: link.id } }, stranger.headers)
  expect(await errorNameOf(show)).toBe('noData')
})
