import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aPartner, aPartnerWithLink, cookiesIn, setPayoutAccount } from '../../../test/affiliates.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
const secretWord = 'a long and good password'
const period = { from: '2026-11-01', to: '2026-11-30' }

const post = (method: string, body: object, headers: Record<string, string> = {}) =>
  t.request({
    method,
    url: pathOf(partnerSessionRoutes.login),
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
const linkFor = async (member: Member, id: string) => {
  const { path } = await t.call(partnerRoutes.passwordLink, { params: { id }, body: {} }, member.headers)
  return path.split('#token=')[1] ?? ''
}
const login = (partnerId: string, email: string, password = secretWord, headers: Record<string, string> = {}) =>
  post('POST', { partnerId, email, password }, headers)

/** A partner with a password and a session. */
const loggedIn = async (member: Member) => {
  const { partner, link } = await aPartnerWithLink(t, member)
  await post('PUT', { partnerId: partner.id, token: await linkFor(member, partner.id), password: secretWord })
  const reply = await login(partner.id, partner.email)
  const [token = ''] = cookiesIn(reply).values()
  return { partner, link, reply, headers: { cookie: `kaimai_partner=${token}` } }
}

test('PARTNER-1 An account that payouts go to is kept sealed: lists show its last digits, the log and the table nothing more', async () => {
  const member = await aFirmWithHours(t)
  const { id } = await aPartner(t, member)
  expect(await setPayoutAccount(t, member, id)).toMatchObject({ accountEnd: '78901' })
  const { rows } = await t.platform.db.raw(
    `select concat("payoutAccount", (select string_agg(change::text, '') from audit where "firmId" = $1)) as all from partner
     where id = $2`,
    [member.firmId, id],
  )
  expect(String(rows[0]?.['all'])).not.toMatch(/012345678901|A123456789/)
})

test('PARTNER-2 Who may read and not see personal data sees contacts in part', async () => {
  const owner = await aFirmWithHours(t)
  const { id, email } = await aPartner(t, owner, { phone: '0912345678' })
  const analyst = await t.aMember(owner, 'analyst')
  const shown = await t.call(partnerRoutes.show, { params: { id } }, analyst.headers)
  expect(shown.email).not.toBe(email)
  expect(shown).toMatchObject({ email: expect.stringContaining('***'), phone: '0912 *** ***' })
  const { items } = await t.call(partnerRoutes.list, {}, analyst.headers)
  expect(items[0]?.email).toBe(shown.email)
})

test('PARTNER-3 Two partners of a firm have no address in common, in whatever case; those of another firm may', async () => {
  const [member, other] = [await aFirmWithHours(t), await aFirmWithHours(t)]
  await aPartner(t, member, { email: 'mei@shop.tw' })
  expect(await errorNameOf(aPartner(t, member, { email: 'Mei@Shop.tw' }))).toBe('invalid')
  expect(await errorNameOf(aPartner(t, other, { email: 'mei@shop.tw' }))).toBe('none')
})

test('PARTNER-4 A link to set a password serves once and for seven days, and a new one ends it', async () => {
  const member = await aFirmWithHours(t)
  const { id: partnerId } = await aPartner(t, member)
  const set = async (token: string) => (await post('PUT', { partnerId, token, password: secretWord })).status
  const first = await linkFor(member, partnerId)
  const second = await linkFor(member, partnerId)
  expect([await set(first), await set(second), await set(second)]).toEqual([410, 200, 410])
  const third = await linkFor(member, partnerId)
  t.clock.advance(7 * 86_400_000 + 1)
  expect(await set(third)).toBe(410)
})

test('PARTNER-5 A session is a cookie that no script reads, for the partner’s own calls alone', async () => {
  const member = await aFirmWithHours(t)
  const { partner, reply, headers } = await loggedIn(member)
  expect(reply.status).toBe(200)
  expect([...cookiesIn(reply).keys()].toSorted()).toEqual([
    '/api/partner_association_effect_list',
    '/api/partner_association_time_search',
    '/api/partner_session',
  ])
  for (const cookie of [reply.headers['set-cookie']].flat()) expect(String(cookie)).toMatch(/HttpOnly; SameSite=Lax/)
  expect(await t.call(partnerSessionRoutes.show, {}, headers)).toMatchObject({
    name: partner.name,
    owed: 0,
    pending: 0,
  })
  await t.call(partnerSessionRoutes.end, {}, headers)
  expect(await errorNameOf(t.call(partnerSessionRoutes.show, {}, headers))).toBe('signedOut')
})

test('PARTNER-6 A partner sees its own links and no other’s, and a member’s login opens none of its calls', async () => {
  const member = await aFirmWithHours(t)
  const [mei, kai] = [await loggedIn(member), await loggedIn(member)]
  const links = await t.call(effectRoutes.partnerByLink, { query: period }, mei.headers)
  expect(links.map(({ code }) => code)).toEqual([mei.link.code])
  const foreign = { ...period, associationId: kai.link.id }
  expect(await t.call(effectRoutes.partnerByDay, { query: foreign }, mei.headers)).toEqual([])
  const own = [partnerSessionRoutes.show, effectRoutes.partnerByLink, effectRoutes.partnerByDay] as const
  for (const route of own)
    for (const headers of [{}, member.headers, { cookie: 'kaimai_partner=nobody' }])
      expect(await errorNameOf(t.call(route, { query: period } as never, headers))).toBe('signedOut')
  expect(await errorNameOf(t.call(partnerRoutes.list, {}, mei.headers))).toBe('sessionExpired')
})

test('PARTNER-7 A removed partner’s session and links end, and a new password ends every session', async () => {
  const member = await aFirmWithHours(t)
  const { partner, headers } = await loggedIn(member)
  await post('PUT', { partnerId: partner.id, token: await linkFor(member, partner.id), password: secretWord })
  expect(await errorNameOf(t.call(partnerSessionRoutes.show, {}, headers))).toBe('signedOut')
  const again = await login(partner.id, partner.email)
  const session = { cookie: `kaimai_partner=${[...cookiesIn(again).values()][0]}` }
  await t.call(partnerRoutes.remove, { params: { id: partner.id } }, member.headers)
  expect(await errorNameOf(t.call(partnerSessionRoutes.show, {}, session))).toBe('signedOut')
  expect((await login(partner.id, partner.email)).status).toBe(401)
})

test('PARTNER-8 Wrong passwords are slowed down and never shut out the browser that the partner has logged in on', async () => {
  const member = await aFirmWithHours(t)
  const { partner, reply } = await loggedIn(member)
  const device = [reply.headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('kaimai_device='))
  const own = { cookie: String(device).split(';')[0] ?? '' }
  const tries = []
  for (let count = 0; count < 12; count += 1)
    tries.push((await login(partner.id, partner.email, 'wrong password')).status)
  expect(tries.slice(0, 9).every((status) => status === 401)).toBe(true)
  expect(tries.at(-1)).toBe(429)
  expect((await login(partner.id, partner.email, secretWord, own)).status).toBe(200)
  expect((await login(partner.id, 'somebody@else.tw', secretWord, own)).status).toBe(401)
})

test('PARTNER-9 Forms that a link may lead to are the firm’s published ones', async () => {
  const [member, other] = [await aFirmWithHours(t), await aFirmWithHours(t)]
  const form = await aForm(t, member, [{ liveId: (await aLive(t, member)).id }])
  const forms = await t.call(partnerRoutes.availableForms, {}, member.headers)
  expect(forms.map(({ id, path }) => [id, path])).toEqual([[form.id, `/f/${form.customUrl}`]])
  expect(await t.call(partnerRoutes.availableForms, {}, other.headers)).toEqual([])
})
