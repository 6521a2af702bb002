import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aFreeText } from '../../../test/sending.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
let liveId: string
beforeEach(async () => {
  // Noon in Taipei: marketing letters wait over the night.
  t.clock.set(new Date(Date.UTC(2026, 10, 20, 4)))
  member = await aFirmWithHours(t, '器日')
  liveId = (await aLive(t, member)).id
})

const bodyOf = (more: object = {}) => ({
  liveId,
  name: '林小美',
  phone: '0912-345-678',
  email: 'Mei@Example.com',
  language: 'zh-TW' as const,
  ...more,
})
const invite = (more: object = {}, by = member) => t.call(liveCustomerRoutes.create, { body: bodyOf(more) }, by.headers)
const paste = (text: string, by = member) => t.call(liveCustomerRoutes.addMany, { body: { liveId, text } }, by.headers)
const listed = async (query: { liveId?: string; q?: string } = {}, by = member) =>
  (await t.call(liveCustomerRoutes.list, { query }, by.headers)).items

test('LIVE-CUSTOMER-4 Somebody is invited to a live once, with phone and e-mail as letters leave to them, and is found by each', async () => {
  const { id } = await invite()
  expect(await listed({ liveId })).toMatchObject([
    { id, name: '林小美', phone: '+886912345678', email: 'mei@example.com', liveName: expect.any(String) },
  ])
  for (const q of ['小美', '912345', 'mei@']) expect(await listed({ q })).toHaveLength(1)
  await expect(invite({ phone: '' })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { email: expect.any(String) },
  })
  await expect(invite({ email: '' })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { phone: expect.any(String) },
  })
  const other = await aLive(t, member)
  await invite({ liveId: other.id })
  expect(await listed({ liveId })).toHaveLength(1)
  expect(await listed()).toHaveLength(2)
  await t.call(liveCustomerRoutes.remove, { params: { id } }, member.headers)
  expect(await listed({ liveId })).toEqual([])
})

test('LIVE-CUSTOMER-5 Nobody is invited without a contact, with a wrong one, or to a live of another firm; and no other firm sees who is', async () => {
  for (const [more, field] of [
    [{ phone: '', email: '' }, 'email'],
    [{ phone: '12a' }, 'phone'],
    [{ email: 'mei@' }, 'email'],
    [{ name: ' ' }, 'name'],
  ] as const)
    await expect(invite(more)).rejects.toMatchObject({ errorName: 'invalid', fields: { [field]: expect.any(String) } })
  const other = await aFirmWithHours(t, '別家')
  await expect(invite({}, other)).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { liveId: expect.any(String) },
  })
  expect(await errorNameOf(paste('林小美,mei@example.com', other))).toBe('invalid')
  await invite()
  expect(await listed({}, other)).toEqual([])
  expect(await errorNameOf(listed({}, await t.aMember(member, 'analyst')))).toBe('forbidden')
})

test('LIVE-CUSTOMER-6 A pasted list invites each of its people once, says why a line invites nobody, and again it is as well', async () => {
  await invite({ name: '原來的名字' })
  const text =
    '林小美,0912345678\nWang,wang@example.com,English\n林,wang@example.com\n沒有聯絡方式\nno-name@example.com'
  expect(await paste(text)).toEqual({
    added: 1,
    known: 1,
    dropped: { noContact: 1, invalid: 0, noName: 1, duplicate: 1 },
  })
  expect(await paste(text)).toMatchObject({ added: 0, known: 2 })
  expect((await listed({ liveId })).map(({ name, language }) => [name, language]).toSorted()).toEqual([
    ['Wang', 'en'],
    ['原來的名字', 'zh-TW'],
  ])
  const { rows } = await t.platform.db.raw(
    `select change from audit where "firmId" = $1 and action = 'liveCustomer.createMany'`,
    [member.firmId],
  )
  expect(rows).toEqual([{ change: { people: 1 } }])
})

test('LIVE-CUSTOMER-7 A list that is too long is refused at its field, and nobody is invited', async () => {
  const text = Array.from({ length: 10_001 }, (_, i) => `客人,p${i}@example.com`).join('\n')
  await expect(paste(text)).rejects.toMatchObject({ errorName: 'invalid', fields: { text: expect.any(String) } })
  expect(await listed()).toEqual([])
})

test('LIVE-CUSTOMER-8 A sending goes to the invited people of a live, by e-mail or by text message, and to nobody who opted out', async () => {
  await paste(
    '林小美,0912345671,mei@example.com\nWang,wang@example.com,English\n林,0912345672\n退訂的人,left@example.com',
  )
  await t.call(optOutRoutes.create, { body: { contact: 'left@example.com', note: '' } }, member.headers)
  const audience = { kind: 'customers' as const, liveId, consent: '門市會員申請單' }
  const counted = (channel: 'email' | 'sms') =>
    t.call(sendingRoutes.preview, { body: { audience, channel, letterTemplateId: null } }, member.headers)
  expect(await counted('email')).toMatchObject({ people: 2, dropped: { noAddress: 1, optedOut: 1 } })
  expect(await counted('sms')).toMatchObject({ people: 2, dropped: { noAddress: 2 } })
  const letterTemplateId = await aFreeText(t, member)
  const body = { title: '秋窯', letterTemplateId, audience, scheduledAt: null }
  const { id } = await t.call(sendingRoutes.create, { body }, member.headers)
  await t.platform.jobs.idle()
  const log = await t.call(letterRoutes.list, { query: { letterId: id } }, member.headers)
  expect(log.items.map(({ to, state, subject }) => [to, state, subject]).toSorted()).toEqual([
    ['mei@example.com', 'sent', '秋窯開賣'],
    ['wang@example.com', 'sent', 'Autumn sale'],
  ])
  expect(await t.call(sendingRoutes.show, { params: { id } }, member.headers)).toMatchObject({
    audience: 'customers',
    consent: '門市會員申請單',
    people: 2,
  })
  const elsewhere = { ...audience, liveId: (await aLive(t, await aFirmWithHours(t, '別家'))).id }
  expect(
    await errorNameOf(t.call(sendingRoutes.create, { body: { ...body, audience: elsewhere } }, member.headers)),
  ).toBe('invalid')
})

test('LIVE-CUSTOMER-9 Who is erased as a person of a form is on no list any more, and the log names them no more', async () => {
  const form = await aForm(t, member, [{ liveId }])
  const { person } = await signUp(t, form.customUrl, [liveId])
  await invite({ name: '被刪除的人', phone: '', email: person.email })
  await invite({ name: '留下的人', phone: '', email: 'stays@example.com' })
  const { items } = await t.call(signupUserRoutes.list, { query: { signupId: form.id } }, member.headers)
  await t.call(signupUserRoutes.erase, { body: { signupUserId: items[0]?.id ?? '' } }, member.headers)
  expect((await listed()).map(({ name }) => name)).toEqual(['留下的人'])
  const { rows } = await t.platform.db.raw(`select * from audit where "firmId" = $1`, [member.firmId])
  expect(JSON.stringify(rows)).not.toContain('被刪除的人')
})
