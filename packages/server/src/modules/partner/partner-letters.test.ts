import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aLink, aPartner, linkBody } from '../../../test/affiliates.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { partnerLogin } from '../../../test/partner-login.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform
const password = 'another long and good password'

const invite = (member: Pick<Member, 'headers'>, partnerId: string, language: 'zh-TW' | 'en' = 'zh-TW') =>
  t.call(partnerRoutes.invite, { body: { partnerId, language } }, member.headers)
const forget = (partnerId: string, email: string) =>
  t.call(partnerSessionRoutes.forgotPassword, { body: { partnerId, email } })
/** Forgotten passwords count by the network that they are asked for in: each test begins anew. */
const anotherQuarter = () => t.clock.advance(16 * 60_000)

/** What the newest letter to an address sets a password by: the log of the firm doesn't show it. */
const tokenOf = async (email: string): Promise<string> => {
  await t.platform.jobs.idle()
  const { rows } = await db.raw(
    `select values ->> 'passwordUrl' as url from "letterRecipient" where "toAddress" = $1 order by "createdAt" desc, id desc`,
    [email],
  )
  return String(rows[0]?.['url']).split('#token=')[1] ?? ''
}
const setPassword = (partnerId: string, token: string) =>
  errorNameOf(t.call(partnerSessionRoutes.setPassword, { body: { partnerId, token, password } }))
const lettersOf = async (email: string) => (await lettersTo(t, email)).map(({ type, language }) => [type, language])

test('PARTNER-420 An invitation goes in the language that was chosen, one for each press, and its link sets a password once', async () => {
  const member = await aFirmWithHours(t, '器日')
  const { id, email } = await aPartner(t, member)
  await invite(member, id, 'en')
  expect(await lettersTo(t, email)).toMatchObject([
    { type: letterTypes.associationNotice, language: 'en', subject: '器日 invited you to be a partner', state: 'sent' },
  ])
  const first = await tokenOf(email)
  t.clock.advance(1000)
  await invite(member, id)
  expect(await lettersOf(email)).toEqual([
    [letterTypes.associationNotice, 'en'],
    [letterTypes.associationNotice, 'zh-TW'],
  ])
  const second = await tokenOf(email)
  expect([await setPassword(id, first), await setPassword(id, second), await setPassword(id, second)]).toEqual([
    'gone',
    'none',
    'gone',
  ])
})

test('PARTNER-421 The log of the firm shows a letter with a password link without what lets its partner in', async () => {
  const member = await aFirmWithHours(t)
  const { id, email } = await aPartner(t, member)
  await invite(member, id)
  const [letter] = await lettersTo(t, email)
  const token = await tokenOf(email)
  expect(token).not.toBe('')
  expect(letter?.text).toContain(`/partner/${id}`)
  expect(`${letter?.html} ${letter?.text}`).not.toContain(token)
  expect(`${letter?.html} ${letter?.text}`).not.toContain('#token')
})

test('PARTNER-422 Who forgot the password gets a link by the own address alone, and the answer is the same for any', async () => {
  anotherQuarter()
  const member = await aFirmWithHours(t)
  const [mei, kai] = [await aPartner(t, member), await aPartner(t, member)]
  const answers = [
    await forget(mei.id, ` ${mei.email.toUpperCase()}`),
    await forget(mei.id, kai.email),
    await forget(mei.id, 'nobody@example.com'),
    await forget(newId(), mei.email),
  ]
  expect(answers).toEqual([{}, {}, {}, {}])
  expect(await lettersOf(mei.email)).toEqual([[letterTypes.associationPassword, 'zh-TW']])
  expect([...(await lettersOf(kai.email)), ...(await lettersOf('nobody@example.com'))]).toEqual([])
  expect(await setPassword(mei.id, await tokenOf(mei.email))).toBe('none')
})

test('PARTNER-423 One partner gets five such letters a day, one network asks ten times, and the password stays as it is', async () => {
  anotherQuarter()
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member)
  const own = await partnerLogin(t, member, partner)
  for (let count = 0; count < 7; count += 1) expect(await forget(partner.id, partner.email)).toEqual({})
  expect(await lettersOf(partner.email)).toHaveLength(5)
  expect(await t.call(partnerSessionRoutes.show, {}, own)).toMatchObject({ id: partner.id })
  for (let count = 7; count < 10; count += 1) await forget(partner.id, 'nobody@example.com')
  expect(await errorNameOf(forget(partner.id, partner.email))).toBe('tooManyRequests')
  anotherQuarter()
  expect(await errorNameOf(forget(partner.id, 'nobody@example.com'))).toBe('none')
})

test('PARTNER-424 A partner that was removed is not invited and gets no new password', async () => {
  anotherQuarter()
  const member = await aFirmWithHours(t)
  const { id, email } = await aPartner(t, member)
  await t.call(partnerRoutes.remove, { params: { id } }, member.headers)
  expect(await errorNameOf(invite(member, id))).toBe('noData')
  expect(await forget(id, email)).toEqual({})
  expect(await lettersOf(email)).toEqual([])
})

test('PARTNER-425 A link is sent as it is now: its new code, where it leads, and what it pays', async () => {
  const member = await aFirmWithHours(t)
  const form = await aForm(t, member, [{ liveId: (await aLive(t, member)).id }])
  const partner = await aPartner(t, member)
  const link = await aLink(t, member, partner.id, { signupIds: [form.id] })
  const code = `${link.code}-new`
  const body = linkBody(t, partner.id, { code, signupIds: [form.id], basisPoints: 1_250 })
  await t.call(associationRoutes.change, { params: { id: link.id }, body }, member.headers)
  const send = () => t.call(associationRoutes.sendLink, { body: { associationId: link.id } }, member.headers)
  await send()
  const [letter] = await lettersTo(t, partner.email)
  expect(letter).toMatchObject({ type: letterTypes.associationUrlChanged, state: 'sent' })
  expect(letter?.text).toContain(`/f/${form.customUrl}?a=${code}`)
  expect(letter?.text).toContain('銷售金額的 12.5%')
  for (let count = 1; count < 5; count += 1) await send()
  expect(await errorNameOf(send())).toBe('tooManyRequests')
  expect(await lettersTo(t, partner.email)).toHaveLength(5)
})

test('PARTNER-426 A link for any page names the partner’s page instead of an address of its own', async () => {
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member)
  const link = await aLink(t, member, partner.id, { rateKind: 'amount', basisPoints: null, amount: 50_00 })
  await t.call(associationRoutes.sendLink, { body: { associationId: link.id } }, member.headers)
  const [letter] = await lettersTo(t, partner.email)
  expect(letter?.text).toContain('請見合作夥伴專區')
  expect(letter?.text).toContain('每筆訂單 NT$50')
  expect(letter?.text).toContain(`/partner/${partner.id}`)
})

test('PARTNER-427 An invitation whose event comes again is one letter, and its link still sets the password', async () => {
  const member = await aFirmWithHours(t)
  const { id: partnerId, email } = await aPartner(t, member)
  await invite(member, partnerId)
  const [letter] = await lettersTo(t, email)
  const causeId = letter?.key.split(':').at(-1) ?? ''
  await db.transaction((tx) =>
    t.platform.events.emit(tx, 'partner.invited', { firmId: member.firmId, partnerId, causeId }),
  )
  expect(await lettersTo(t, email)).toHaveLength(1)
  expect(await setPassword(partnerId, await tokenOf(email))).toBe('none')
})

test('PARTNER-400 Nobody writes to a partner of another firm, or sends its links', async () => {
  const [member, stranger] = [await aFirmWithHours(t), await aFirmWithHours(t)]
  const partner = await aPartner(t, member)
  const link = await aLink(t, member, partner.id)
  const send = () => t.call(associationRoutes.sendLink, { body: { associationId: link.id } }, stranger.headers)
  expect([await errorNameOf(invite(stranger, partner.id)), await errorNameOf(send())]).toEqual(['noData', 'noData'])
  const own = await partnerLogin(t, member, partner)
  expect(await errorNameOf(invite({ headers: own }, partner.id))).toBe('sessionExpired')
  expect(await lettersTo(t, partner.email)).toEqual([])
})

test('PARTNER-401 A partner is written to in the language of the page that it logged in on last', async () => {
  anotherQuarter()
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member)
  await invite(member, partner.id, 'en')
  expect(await setPassword(partner.id, await tokenOf(partner.email))).toBe('none')
  const { id: partnerId, email } = partner
  await t.call(partnerSessionRoutes.login, { body: { partnerId, email, password } }, { 'accept-language': 'zh-TW' })
  t.clock.advance(1000)
  await forget(partner.id, partner.email)
  expect(await lettersOf(partner.email)).toEqual([
    [letterTypes.associationNotice, 'en'],
    [letterTypes.associationPassword, 'zh-TW'],
  ])
})

test('PARTNER-402 Which letters a partner gets is changed in its own session alone', async () => {
  const member = await aFirmWithHours(t)
  const [mei, kai] = [await aPartner(t, member), await aPartner(t, member)]
  const [own, others] = [await partnerLogin(t, member, mei), await partnerLogin(t, member, kai)]
  const change = (headers: Record<string, string>) =>
    t.call(partnerSessionRoutes.changeLetters, { body: { commissionLetters: false } }, headers)
  expect(await change(own)).toMatchObject({ id: mei.id, commissionLetters: false })
  expect(await t.call(partnerSessionRoutes.show, {}, others)).toMatchObject({ id: kai.id, commissionLetters: true })
  for (const headers of [{}, member.headers, { cookie: 'kaimai_partner=nobody' }])
    expect(await errorNameOf(change(headers))).toBe('signedOut')
})

test('PARTNER-403 A partner from before there were letters is written to in Chinese, of commissions too', async () => {
  const member = await aFirmWithHours(t)
  const { id } = await aPartner(t, member)
  await db.raw('alter table partner drop column language, drop column "commissionLetters"')
  const text = await readFile(join(migrationsFolder, '243-partner-letters.sql'), 'utf8')
  for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await db.raw(statement)
  const { rows } = await db.raw('select language, "commissionLetters" from partner where id = $1', [id])
  expect(rows).toEqual([{ language: 'zh-TW', commissionLetters: true }])
})
