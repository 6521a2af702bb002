import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
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
  /** So many pieces, paid; `staff` is who has the money in hand. */
  const sold = async (quantity: number, staff: Member = shop.member) => {
    const order = placedIn(
      await shop.send([{ variantId: shop.variantId, quantity }], {
        expectedTotal: quantity * 1_000_00,
        ...cameBy(t, [link.code, 1]),
      }),
    )
    const body = { received: quantity * 1_000_00 }
    await t.call(transferRoutes.receive, { params: { id: order.orderId }, body }, staff.headers)
    await t.platform.jobs.idle()
    return order
  }
  const orders = []
  for (const quantity of sales) orders.push(await sold(quantity))
  const month = async (): Promise<Member> => {
    await closeMonth(t)
    return t.aMember(shop.member, 'manager')
  }
  return { member: shop.member, partner, orders, sold, month }
}

/** Noon of a day in Taipei, so many months from now; the job of statements runs. */
const atDay = async (day: number, monthsOn = 0): Promise<void> => {
  const now = new Date(t.clock.ms())
  t.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOn, day, 4)))
  await t.platform.jobs.runTick('commission/statements')
}

const makePayout = (member: Member) => t.call(commissionRoutes.makePayout, { body: { note: '分潤' } }, member.headers)
const bankFileOf = (member: Member, id: string): Promise<unknown> =>
  t.call(commissionRoutes.bankFile, { params: { id } }, member.headers)
const undoPayout = (member: Member, id: string) =>
  t.call(commissionRoutes.undoPayout, { params: { id }, body: {} }, member.headers)
/** The newest statement's sums, in minor units. */
const newestSums = async (member: Member) => {
  const [newest] = await statementsOf(t, member)
  if (!newest) throw new Error('no statement')
  const { carried, earned, reversed, payable, carriedOn } = newest
  return { carried, earned, reversed, payable, carriedOn }
}
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
  expect(await bankFileOf(staff, payout.id)).toBe('\uFEFF"822","012345678901","林小美","87011","分潤"\r\n')
})

test('COMMISSION-63 One that was removed is still paid, a partner without an account waits, and the removal says what is owed', async () => {
  const { month, partner, member } = await aShop([6])
  const removed = await t.call(partnerRoutes.remove, { params: { id: partner.id } }, member.headers)
  expect(removed).toEqual({ owed: 600_00 })
  const staff = await month()
  const paid = await makePayout(staff)
  expect(paid.items).toEqual([expect.objectContaining({ partnerId: partner.id, gross: 600_00, net: 600_00 })])
  expect(await bankFileOf(staff, paid.id)).toBe('\uFEFF"822","012345678901","林小美","600","分潤"\r\n')
  await undoPayout(staff, paid.id)
  await t.platform.db.raw(`update partner set "payoutAccount" = '' where id = $1 returning 1`, [partner.id])
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

test('COMMISSION-66 What is not due at the month’s end is in no statement and no batch of it, but in those of the next month (money.md A9)', async () => {
  // Seven days from the 28th end in the next month, whichever it is.
  await atDay(28, 1)
  const { month, member } = await aShop([6])
  await atDay(2, 1)
  const early = await t.aMember(member, 'manager')
  expect(await statementsOf(t, early)).toEqual([])
  expect(await errorNameOf(makePayout(early))).toBe('conflict')
  const staff = await month()
  expect(await statementsOf(t, staff)).toHaveLength(1)
  expect(await newestSums(staff)).toEqual({ carried: 0, earned: 600_00, reversed: 0, payable: 600_00, carriedOn: 0 })
  expect((await makePayout(staff)).items).toEqual([expect.objectContaining({ gross: 600_00 })])
})

test('COMMISSION-67 Of two sales of a month the one that is due in it is paid for it alone, the other a month later', async () => {
  await atDay(20, 1)
  const { sold, month, member } = await aShop([6])
  await atDay(28)
  await sold(7, await t.aMember(member, 'manager'))
  await atDay(2, 1)
  const early = await t.aMember(member, 'manager')
  expect(await newestSums(early)).toEqual({ carried: 0, earned: 600_00, reversed: 0, payable: 600_00, carriedOn: 0 })
  const first = await makePayout(early)
  expect(first.items).toEqual([expect.objectContaining({ gross: 600_00 })])
  await t.call(commissionRoutes.markSent, { params: { id: first.id }, body: {} }, early.headers)
  const staff = await month()
  expect(await newestSums(staff)).toEqual({ carried: 0, earned: 700_00, reversed: 0, payable: 700_00, carriedOn: 0 })
  expect((await makePayout(staff)).items).toEqual([expect.objectContaining({ gross: 700_00 })])
})

test('COMMISSION-68 A refund after the payout was sent is a debt of the next statement, which later sales pay off; what was sent stays', async () => {
  const { month, sold, orders } = await aShop([6])
  const paying = await month()
  const { id } = await makePayout(paying)
  await t.call(commissionRoutes.markSent, { params: { id }, body: {} }, paying.headers)
  const file = await bankFileOf(paying, id)
  expect(file).toBe('\uFEFF"822","012345678901","林小美","600","分潤"\r\n')
  const [order] = orders
  if (!order) throw new Error('sold')
  const { grant } = await grantRefund(t, paying, order, { choice: pieces(6) })
  await refundWith(t, grant, { choice: pieces(6) })
  await t.platform.jobs.idle()

  const owing = await month()
  expect(await newestSums(owing)).toEqual({ carried: 0, earned: 0, reversed: -600_00, payable: 0, carriedOn: -600_00 })
  expect(await errorNameOf(makePayout(owing))).toBe('conflict')
  await sold(7, owing)
  const little = await month()
  // NT$100 are left: less than the least payout of NT$500.
  expect(await newestSums(little)).toEqual({
    carried: -600_00,
    earned: 700_00,
    reversed: 0,
    payable: 0,
    carriedOn: 100_00,
  })
  expect(await errorNameOf(makePayout(little))).toBe('conflict')
  await sold(5, little)
  const staff = await month()
  expect(await newestSums(staff)).toEqual({
    carried: 100_00,
    earned: 500_00,
    reversed: 0,
    payable: 600_00,
    carriedOn: 0,
  })
  expect((await makePayout(staff)).items).toEqual([expect.objectContaining({ gross: 600_00, net: 600_00 })])
  expect(await bankFileOf(staff, id)).toBe(file)
})
