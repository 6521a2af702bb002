import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { expect, test } from 'vitest'
import {
  aPartnerWithLink,
  cameBy,
  closeMonth,
  ledgerOf,
  setPayoutAccount,
  statementsOf,
} from '../../../test/affiliates.ts'
import { aByHandShop, grantRefund, pieces, refundWith } from '../../../test/by-hand-shop.ts'
import { placedIn } from '../../../test/buying.ts'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()

/** A shop that sold so many pieces of NT$1,000 by a link of 10 %; its staff is logged in anew after each month. */
const aShop = async (sales: readonly number[]) => {
  const shop = await aByHandShop(t, { price: 1_000_00, stock: 99 })
  const { partner, link } = await aPartnerWithLink(t, shop.member)
  await setPayoutAccount(t, shop.member, partner.id)
  const sold = async (quantity: number) => {
    const order = placedIn(
      await shop.send([{ variantId: shop.variantId, quantity }], {
        expectedTotal: quantity * 1_000_00,
        ...cameBy(t, [link.code, 1]),
      }),
    )
    await shop.receive(order, quantity * 1_000)
    await t.platform.jobs.idle()
    return order
  }
  const orders = []
  for (const quantity of sales) orders.push(await sold(quantity))
  const month = async (): Promise<Member> => {
    await closeMonth(t)
    return t.aMember(shop.member, 'manager')
  }
  return { member: shop.member, partner, orders, month }
}

const makePayout = (member: Member) => t.call(commissionRoutes.makePayout, { body: { note: '分潤' } }, member.headers)
const actionsOf = async ({ firmId }: Member, like: string): Promise<string[]> => {
  const { rows } = await t.platform.db.raw(
    'select action from audit where "firmId" = $1 and action like $2 order by "createdAt", id',
    [firmId, like],
  )
  return rows.map(({ action }) => String(action))
}

test('COMMISSION-60 A month’s statement holds what became due in it, and is paid out once, undone, and paid out again', async () => {
  const { month, partner, member } = await aShop([6])
  expect(await statementsOf(t, member)).toEqual([])
  const staff = await month()
  expect(await statementsOf(t, staff)).toEqual([
    expect.objectContaining({ partnerId: partner.id, earned: 600_00, reversed: 0, payable: 600_00, payoutId: null }),
  ])
  const first = await makePayout(staff)
  expect(first).toMatchObject({
    state: 'made',
    items: [{ gross: 600_00, tax: 0, premium: 0, net: 600_00, accountEnd: '78901' }],
  })
  expect(await errorNameOf(makePayout(staff))).toBe('conflict')
  const params = { id: first.id }
  expect(await t.call(commissionRoutes.undoPayout, { params, body: {} }, staff.headers)).toMatchObject({
    state: 'undone',
  })
  const second = await makePayout(staff)
  expect(second.items).toEqual(first.items)
  await t.call(commissionRoutes.markSent, { params: { id: second.id }, body: {} }, staff.headers)
  const undo = t.call(commissionRoutes.undoPayout, { params: { id: second.id }, body: {} }, staff.headers)
  expect(await errorNameOf(undo)).toBe('conflict')
  expect(await actionsOf(staff, 'commission.%')).toEqual([
    'commission.makePayout',
    'commission.undoPayout',
    'commission.makePayout',
    'commission.markSent',
  ])
  expect((await t.call(partnerRoutes.show, { params: { id: partner.id } }, staff.headers)).owed).toBe(0)
})

test('COMMISSION-61 Below the least payout all is carried on to the next month, and a refund takes it back there', async () => {
  const { month, member, orders } = await aShop([3])
  const carried = await month()
  expect(await statementsOf(t, carried)).toEqual([expect.objectContaining({ payable: 0, carriedOn: 300_00 })])
  expect(await errorNameOf(makePayout(carried))).toBe('conflict')
  const [order] = orders
  if (!order) throw new Error('sold')
  const { grant } = await grantRefund(t, carried, order, { choice: pieces(3) })
  await refundWith(t, grant, { choice: pieces(3) })
  await t.platform.jobs.idle()
  const staff = await month()
  expect(
    (await statementsOf(t, staff)).map(({ carried: before, reversed, carriedOn }) => [before, reversed, carriedOn]),
  ).toEqual([
    [300_00, -300_00, 0],
    [0, 0, 300_00],
  ])
  expect(await ledgerOf(t, member)).toEqual([300_00, -300_00])
})

test('COMMISSION-62 Of a large payout the tax and the premium are kept, and the bank file holds what is left', async () => {
  const { month, member } = await aShop([6])
  await t.platform.db.raw('update "commissionEntry" set amount = amount * 165 where "firmId" = $1', [member.firmId])
  const staff = await month()
  const payout = await makePayout(staff)
  // 99,000: a tenth, and 2.11 % = 2,088.9.
  expect(payout.items).toEqual([
    expect.objectContaining({ gross: 99_000_00, tax: 9_900_00, premium: 2_089_00, net: 87_011_00 }),
  ])
  const file: unknown = await t.call(commissionRoutes.bankFile, { params: { id: payout.id } }, staff.headers)
  expect(file).toBe('\uFEFF"822","012345678901","林小美","87011","分潤"\r\n')
})

test('COMMISSION-63 A partner without an account waits, one that was removed is still paid, and the removal says what is owed', async () => {
  const { month, partner, member } = await aShop([6])
  const removed = await t.call(partnerRoutes.remove, { params: { id: partner.id } }, member.headers)
  expect(removed).toEqual({ owed: 600_00 })
  await t.platform.db.raw(`update partner set "payoutAccount" = '' where id = $1 returning 1`, [partner.id])
  const staff = await month()
  expect(await errorNameOf(makePayout(staff))).toBe('conflict')
  const { rows } = await t.platform.db.raw('select payable from "partnerStatement" where "partnerId" = $1', [
    partner.id,
  ])
  expect(rows.map(({ payable }) => Number(payable))).toEqual([600_00])
})

test('COMMISSION-64 Two colleagues who pay out in the same moment make one batch', async () => {
  const { month } = await aShop([6])
  const staff = await month()
  const made = await Promise.all([errorNameOf(makePayout(staff)), errorNameOf(makePayout(staff))])
  expect(made.toSorted()).toEqual(['conflict', 'none'])
})

test('COMMISSION-65 The job of statements makes each once, however often it runs', async () => {
  const { month } = await aShop([6])
  const staff = await month()
  await t.platform.jobs.runTick('commission/statements')
  expect(await statementsOf(t, staff)).toHaveLength(1)
})
