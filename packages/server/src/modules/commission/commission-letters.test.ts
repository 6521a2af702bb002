import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aPartnerWithLink, cameBy, closeMonth, ledgerOf } from '../../../test/affiliates.ts'
import { aByHandShop } from '../../../test/by-hand-shop.ts'
import { placedIn } from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { partnerLogin } from '../../../test/partner-login.ts'

const t = await sharedApp()
const dayMs = 86_400_000

/** A shop with a partner who is logged in, and a link of 10 % on pieces of NT$1,000. */
const aShop = async (partner: object = {}) => {
  const shop = await aByHandShop(t, { price: 1_000_00, stock: 99 })
  const { partner: mei, link } = await aPartnerWithLink(t, shop.member, {}, partner)
  const own = await partnerLogin(t, shop.member, mei)
  const sold = async (quantity: number, given: object = {}) => {
    const expectedTotal = quantity * 1_000_00
    const sent = { expectedTotal, ...cameBy(t, [link.code, 0.01]), ...given }
    await shop.receive(placedIn(await shop.send([{ variantId: shop.variantId, quantity }], sent)), quantity * 1_000)
    await t.platform.jobs.idle()
  }
  return { ...shop, mei, own, sold }
}
const earnedLetters = (email: string) => lettersTo(t, email, ({ type }) => type === letterTypes.commissionEarned)
const statementLetters = (email: string) => lettersTo(t, email, ({ type }) => type === letterTypes.partnerStatement)

/** Ten minutes before the next midnight in Taipei, which is at 16:00 UTC. */
const lateInTheEvening = () => {
  const now = t.clock.ms()
  t.clock.set(new Date(now - (now % dayMs) + dayMs + 16 * 3_600_000 - 10 * 60_000))
}

test('COMMISSION-420 The first commission of a day is one letter, however many follow, and the next day’s is another', async () => {
  lateInTheEvening()
  const { mei, sold, member } = await aShop()
  await sold(1)
  t.clock.advance(60_000)
  await sold(2)
  const letters = await earnedLetters(mei.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ language: 'zh-TW', subject: expect.stringContaining('NT$100'), state: 'sent' })
  t.clock.advance(10 * 60_000)
  await sold(1)
  expect(await earnedLetters(mei.email)).toHaveLength(2)
  expect(await ledgerOf(t, member)).toEqual([100_00, 200_00, 100_00])
})

test('COMMISSION-421 The same event that comes twice writes nothing more', async () => {
  const { member, mei, sold } = await aShop()
  await sold(1)
  const { rows } = await t.platform.db.raw('select "orderId" from commission where "firmId" = $1', [member.firmId])
  const orderId = String(rows[0]?.['orderId'])
  await t.platform.db.transaction((tx) =>
    t.platform.events.emit(tx, 'order.paid', { firmId: member.firmId, orderId, liveId: null }),
  )
  expect(await earnedLetters(mei.email)).toHaveLength(1)
})

test('COMMISSION-422 Who switched them off gets no letters about commissions, and statements as before', async () => {
  const { mei, own, sold } = await aShop()
  await t.call(partnerSessionRoutes.changeLetters, { body: { commissionLetters: false } }, own)
  await sold(1)
  expect(await earnedLetters(mei.email)).toEqual([])
  await closeMonth(t)
  expect(await statementLetters(mei.email)).toHaveLength(1)
})

test('COMMISSION-423 The own purchase writes no letter, for it earns nothing', async () => {
  const { member, mei, sold } = await aShop()
  await sold(1, { personal: { fullName: '小美', phone: '0922333444', email: mei.email } })
  expect(await ledgerOf(t, member)).toEqual([0])
  expect(await earnedLetters(mei.email)).toEqual([])
})

test('COMMISSION-424 A statement goes once to the address for statements, with its sums and what becomes of them', async () => {
  const books = 'books@example.com'
  const { mei, sold } = await aShop({ payoutEmail: books })
  await sold(6)
  await closeMonth(t)
  await t.platform.jobs.runTick('commission/statements')
  const [letter, ...more] = await statementLetters(books)
  expect(more).toEqual([])
  expect(letter?.text).toContain('應付金額：NT$600')
  expect(letter?.text).toContain('商家會將應付金額匯入您的帳戶')
  expect(await statementLetters(mei.email)).toEqual([])
})

test('COMMISSION-425 A statement below the least payout says that it is carried on and promises nothing', async () => {
  const { mei, sold } = await aShop()
  await sold(1)
  await closeMonth(t)
  const [letter] = await statementLetters(mei.email)
  expect(letter?.text).toContain('應付金額：NT$0')
  expect(letter?.text).toContain('結轉下期：NT$100')
  expect(letter?.text).toContain('未達最低付款金額')
})

test('COMMISSION-426 A partner that was removed is written to no more, and what it earned stands in a statement', async () => {
  const { member, mei, sold } = await aShop()
  await sold(6)
  const removed = await t.call(partnerRoutes.remove, { params: { id: mei.id } }, member.headers)
  expect(removed).toEqual({ owed: 600_00 })
  await closeMonth(t)
  expect(await statementLetters(mei.email)).toEqual([])
  const { rows } = await t.platform.db.raw('select payable from "partnerStatement" where "partnerId" = $1', [mei.id])
  expect(rows.map(({ payable }) => Number(payable))).toEqual([600_00])
})

test('COMMISSION-427 Who logged in on the English page last reads both letters in English, amounts and days too', async () => {
  const year = new Date(t.clock.ms()).getUTCFullYear() + 1
  // At noon in Taipei on the first: its seven days end on the eighth.
  t.clock.set(new Date(Date.UTC(year, 0, 1, 4)))
  const { mei, sold } = await aShop()
  const { id: partnerId, email } = mei
  const body = { partnerId, email, password: 'a long and good password' }
  await t.call(partnerSessionRoutes.login, { body }, { 'accept-language': 'en' })
  await sold(6)
  const [earned, ...others] = await earnedLetters(email)
  expect(others).toEqual([])
  expect(earned).toMatchObject({ language: 'en', subject: expect.stringMatching(/^You earned NT\$600 \| /) })
  expect(earned?.text).toContain('Commission: NT$600')
  expect(earned?.text).toContain(`Becomes due: January 8, ${year}`)
  await closeMonth(t)
  const [statement, ...more] = await statementLetters(email)
  expect(more).toEqual([])
  expect(statement).toMatchObject({
    language: 'en',
    subject: expect.stringContaining(`Commission statement for January ${year} | `),
  })
  expect(statement?.text).toContain('To be paid: NT$600')
  expect(statement?.text).toContain('Carried to next month: NT$0')
  expect(statement?.text).toContain('The shop will transfer the amount to your account.')
  for (const text of [earned?.text, statement?.text]) expect(text).not.toMatch(/分潤|對帳單|匯入|您/)
})
