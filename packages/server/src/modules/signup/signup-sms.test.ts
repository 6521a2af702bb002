import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { SignupBody, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { ofOneFirm, ofOneFirmKey } from './signup-sms.ts'

const host = 'live.example.com'
const t = await sharedApp({ environment: { PUBLIC_URL: `https://${host}` } })
let member: Member

const register = (smsRegistered: string[], smsBrand = '') =>
  t.call(letterRoutes.changeSetting, { body: { smsBrand, smsRegistered } }, member.headers)
const choose = (form: { readonly id: string }, choice: Partial<Pick<SignupBody, 'smsLetterTemplate'>>) =>
  t.call(
    signupRoutes.change,
    { params: { id: form.id }, body: SignupBody.parse({ ...form, ...choice }) },
    member.headers,
  )
/** A session with its form; the link of whoever signs up may stand in text messages. */
const aSession = async () => {
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }])
  return { live, form }
}
const topUp = (tenths: number) =>
  t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: `test-${tenths}`, tenths })
const balance = () => t.app.services.firms.points.balance(member.firmId)
/** Text messages to a number as they stand in the log. */
const messagesTo = async (phone: string) => {
  await t.platform.jobs.idle()
  return lettersTo(t, `+886${phone.slice(1)}`)
}
const problemsTo = async (phone: string) => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw(
    'select state, problem from "letterRecipient" where "firmId" = $1 and "toAddress" = $2',
    [member.firmId, `+886${phone.slice(1)}`],
  )
  return rows.map(({ state, problem }) => `${state} ${problem}`)
}

beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
  await register([host])
  await topUp(1000)
})

test('SIGNUP-1331 Who signs up gets the built-in text message once, with time and link, and it is paid for by its segments', async () => {
  const { live, form } = await aSession()
  await choose(form, { smsLetterTemplate: 'builtIn' })
  const { key, person } = await signUp(t, form.customUrl, [live.id])
  const [message, ...more] = await messagesTo(person.phone)
  expect(more).toEqual([])
  expect(message).toMatchObject({ type: letterTypes.signupSms, state: 'sent' })
  expect(message?.text).toMatch(/^【器日】報名成功：霧白與青瓷，.+開播。專屬連結 /)
  expect(message?.text).toContain(`/stream/${live.streamId}/${key}`)
  expect(await balance()).toBe(980)
  const [letter] = await lettersTo(t, person.email)
  expect(letter?.type).toBe(letterTypes.signupComplete)
  // As its messages are registered.
  await register([host], '器日選物')
  const later = await signUp(t, form.customUrl, [live.id])
  expect((await messagesTo(later.person.phone))[0]?.text).toMatch(/^【器日選物】報名成功/)
})

test('SIGNUP-1332 No text message goes where the form has none, to whoever staff adds, nor a second time for the same session', async () => {
  const { live, form } = await aSession()
  const { person } = await signUp(t, form.customUrl, [live.id])
  expect(await messagesTo(person.phone)).toEqual([])
  await choose(form, { smsLetterTemplate: 'builtIn' })
  const other = await signUp(t, form.customUrl, [live.id])
  await signUp(t, form.customUrl, [live.id], other.person)
  expect(await messagesTo(other.person.phone)).toHaveLength(1)
  const added = aPerson()
  const { name, phone, email } = added
  await t.call(
    signupUserRoutes.add,
    { body: { signupId: form.id, liveId: live.id, name, phone, email, consentSource: '電話報名', sendLink: true } },
    member.headers,
  )
  expect(await lettersTo(t, email)).toHaveLength(1)
  expect(await messagesTo(phone)).toEqual([])
})

const smsTemplate = (text: string, en = text) => ({
  letterTemplateName: '報名簡訊',
  letterTemplateType: letterTypes.signupSms,
  contents: {
    'zh-TW': { subject: 'SMS', blocks: [{ kind: 'text' as const, text }] },
    en: { subject: 'SMS', blocks: [{ kind: 'text' as const, text: en }] },
  },
})

test('SIGNUP-1333 A text of the firm is sent in the language of the person; who lacks a value of it gets the built-in one', async () => {
  const body = smsTemplate(
    '【{{firmName}}】{{name}}，{{sessionTitle}}見 {{liveUrl}}',
    '【{{firmName}}】See you, {{name|friend}} {{liveUrl}}',
  )
  const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
  const { live, form } = await aSession()
  await choose(form, { smsLetterTemplate: id })
  const zh = await signUp(t, form.customUrl, [live.id], aPerson({ name: '小美' }))
  const en = await signUp(t, form.customUrl, [live.id], aPerson({ name: 'Mei' }), { 'accept-language': 'en' })
  expect((await messagesTo(zh.person.phone)).map(({ text }) => text)).toEqual([
    `【器日】小美，霧白與青瓷見 https://${host}/stream/${live.streamId}/${zh.key}`,
  ])
  const [english] = await messagesTo(en.person.phone)
  expect(english).toMatchObject({ language: 'en', text: expect.stringMatching(/^【器日】See you, Mei http/) })
})

test('SIGNUP-1334 Too few points, and a link that is registered no more, stand in the log as why nothing was sent; the letter goes', async () => {
  const { live, form } = await aSession()
  await choose(form, { smsLetterTemplate: 'builtIn' })
  await t.platform.db.transaction((tx) =>
    t.app.services.firms.points.reserve(tx, member.firmId, { key: 'elsewhere', tenths: 995 }),
  )
  const poor = await signUp(t, form.customUrl, [live.id])
  expect(await problemsTo(poor.person.phone)).toEqual(['failed 簡訊點數不足，沒有發送 Not sent: not enough SMS points'])
  expect(await balance()).toBe(5)
  expect(await lettersTo(t, poor.person.email)).toHaveLength(1)
  await topUp(500)
  await register([])
  const later = await signUp(t, form.customUrl, [live.id])
  expect(await problemsTo(later.person.phone)).toEqual([expect.stringContaining(`failed 「${host}」還沒有登記`)])
  expect(await balance()).toBe(505)
})

test('SIGNUP-1335 A form takes no text that must not be sent: without a registered link, of another kind, or gone', async () => {
  const { form } = await aSession()
  await register([])
  await expect(choose(form, { smsLetterTemplate: 'builtIn' })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { smsLetterTemplate: expect.stringContaining(host) },
  })
  await register([host])
  const body = smsTemplate('【器日】{{liveUrl}}')
  const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
  expect(await choose(form, { smsLetterTemplate: id })).toMatchObject({ smsLetterTemplate: id })
  await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
  await expect(choose(form, { smsLetterTemplate: id })).rejects.toMatchObject({
    fields: { smsLetterTemplate: '這個簡訊範本已經刪除，請選擇其他範本' },
  })
})

test.each([
  ['【{{firmName}}】少了連結', 'contents.zh-TW.blocks'],
  ['沒有品牌 {{liveUrl}}', 'contents.zh-TW.blocks.0.text'],
  ['【器日】{{orderNo}} {{liveUrl}}', 'contents.zh-TW.blocks.0.text'],
  [`【器日】${'長'.repeat(260)} {{liveUrl}}`, 'contents.zh-TW.blocks.0.text'],
])('SIGNUP-1336 A text message that must not be sent is refused at its field: %s', async (text, field) => {
  await expect(t.call(letterTemplateRoutes.create, { body: smsTemplate(text) }, member.headers)).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { [field]: expect.any(String) },
  })
})

test('SIGNUP-1337 One number gets no more than five text messages of a firm a day, however many sign up with it', async () => {
  const { live, form } = await aSession()
  await choose(form, { smsLetterTemplate: 'builtIn' })
  const { phone } = aPerson()
  for (let count = 0; count < 7; count += 1) {
    const other = await aForm(t, member, [{ liveId: live.id }])
    await choose(other, { smsLetterTemplate: 'builtIn' })
    await signUp(t, other.customUrl, [live.id], aPerson({ phone }))
    await t.platform.jobs.idle()
  }
  expect(await messagesTo(phone)).toHaveLength(5)
})

test('SIGNUP-1341 No more than 3,000 text messages an hour follow from the sign-ups of a firm; the next one stands in the log with why, takes no points, and the letter goes', async () => {
  const { live, form } = await aSession()
  await choose(form, { smsLetterTemplate: 'builtIn' })
  await t.platform.limits.take(ofOneFirmKey(member.firmId), ofOneFirm, ofOneFirm.limit - 1)
  const last = await signUp(t, form.customUrl, [live.id])
  expect((await messagesTo(last.person.phone)).map(({ state }) => state)).toEqual(['sent'])
  const before = await balance()
  const { person } = await signUp(t, form.customUrl, [live.id])
  expect(await problemsTo(person.phone)).toEqual([
    'failed 這一小時自動發送的簡訊已達上限，沒有發送 Not sent: too many automatic text messages this hour',
  ])
  expect(await balance()).toBe(before)
  expect((await lettersTo(t, person.email)).map(({ type, state }) => [type, state])).toEqual([
    [letterTypes.signupComplete, 'sent'],
  ])
  // A firm of its own has its own count.
  member = await aFirmWithHours(t, '別家')
  await register([host])
  await topUp(1000)
  const other = await aSession()
  await choose(other.form, { smsLetterTemplate: 'builtIn' })
  const elsewhere = await signUp(t, other.form.customUrl, [other.live.id])
  expect((await messagesTo(elsewhere.person.phone)).map(({ state }) => state)).toEqual(['sent'])
})
