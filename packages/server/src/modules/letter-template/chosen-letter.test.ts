import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { SignupBody, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { templateBody, templateContents } from '../../../test/letter-template.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const aTemplate = (body = templateBody(), by = member) => t.call(letterTemplateRoutes.create, { body }, by.headers)

const choose = (form: { readonly id: string }, choice: { emailLetterTemplate?: string; smsLetterTemplate?: string }) =>
  t.call(
    signupRoutes.change,
    { params: { id: form.id }, body: SignupBody.parse({ ...form, ...choice }) },
    member.headers,
  )

/** A form with a session whose sign-ups are written to by that template. */
const aFormWith = async (emailLetterTemplate: string) => {
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }])
  return { live, form: await choose(form, { emailLetterTemplate }) }
}

test('LETTER-TEMPLATE-440 Who signs up gets the letter that the form has chosen, in the own language and with the own link', async () => {
  const { id } = await aTemplate()
  const { live, form } = await aFormWith(id)
  const zh = await signUp(t, form.customUrl, [live.id])
  const en = await signUp(t, form.customUrl, [live.id], aPerson({ name: 'Mei' }), { 'accept-language': 'en' })
  const [chinese, ...more] = await lettersTo(t, zh.person.email)
  expect(more).toEqual([])
  expect(chinese?.subject).toBe(`${zh.person.name}的位子留好了：霧白與青瓷`)
  expect(chinese?.html).toContain(`/stream/${live.streamId}/${zh.key}`)
  expect(chinese?.text).toContain('場次：霧白與青瓷')
  const [english] = await lettersTo(t, en.person.email)
  expect(english).toMatchObject({ subject: 'Your seat for 霧白與青瓷', language: 'en' })
  expect(english?.text).toContain('See you, Mei')
})

test('LETTER-TEMPLATE-441 A letter that left is shown as it was, whatever becomes of its template', async () => {
  const { id } = await aTemplate()
  const { live, form } = await aFormWith(id)
  const first = await signUp(t, form.customUrl, [live.id])
  const [before] = await lettersTo(t, first.person.email)
  const contents = templateContents()
  const changed = { ...contents, 'zh-TW': { ...contents['zh-TW'], subject: '改過的主旨' } }
  await t.call(
    letterTemplateRoutes.change,
    { params: { id }, body: { ...templateBody(), contents: changed } },
    member.headers,
  )
  const second = await signUp(t, form.customUrl, [live.id])
  expect((await lettersTo(t, second.person.email)).map(({ subject }) => subject)).toEqual(['改過的主旨'])
  await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
  expect(await lettersTo(t, first.person.email)).toEqual([before])
})

test('LETTER-TEMPLATE-442 Where the chosen template was deleted, or is of another type by now, the built-in text goes', async () => {
  const [removed, changed] = [await aTemplate(), await aTemplate()]
  const [one, two] = [await aFormWith(removed.id), await aFormWith(changed.id)]
  await t.call(letterTemplateRoutes.remove, { params: { id: removed.id } }, member.headers)
  await t.call(
    letterTemplateRoutes.change,
    { params: { id: changed.id }, body: templateBody('提醒', letterTypes.liveNotice) },
    member.headers,
  )
  for (const { live, form } of [one, two]) {
    const { person, key } = await signUp(t, form.customUrl, [live.id])
    const [letter, ...more] = await lettersTo(t, person.email)
    expect(more).toEqual([])
    expect(letter?.html).toContain(key)
    expect(letter?.html).not.toContain('秋窯見')
  }
})

test('LETTER-TEMPLATE-443 A form is refused at its field for a template of another firm, of another type, or that is gone; the words stay valid', async () => {
  const other = await t.aFirm()
  const removed = await aTemplate()
  await t.call(letterTemplateRoutes.remove, { params: { id: removed.id } }, member.headers)
  const live = await aLive(t, member)
  const form = await aForm(t, member, [{ liveId: live.id }])
  for (const emailLetterTemplate of [
    (await aTemplate(templateBody(), other)).id,
    (await aTemplate(templateBody('通知', letterTypes.liveBegins))).id,
    removed.id,
  ])
    await expect(choose(form, { emailLetterTemplate })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { emailLetterTemplate: expect.any(String) },
    })
  // An e-mail is no text message.
  const { id } = await aTemplate()
  await expect(choose(form, { smsLetterTemplate: id })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { smsLetterTemplate: expect.any(String) },
  })
  const words = { emailLetterTemplate: 'builtIn', smsLetterTemplate: 'none' }
  expect(await choose(form, words)).toMatchObject(words)
})

test('LETTER-TEMPLATE-444 Who lacks a value that a template needs gets the built-in text, with the link; others get the template', async () => {
  const whole = templateContents()
  const contents: LetterContents = { ...whole, 'zh-TW': { ...whole['zh-TW'], subject: '{{name}}，位子好了' } }
  const values = { sessionTitle: '開窯夜', liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
  await t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId: member.firmId,
      firmName: '器日',
      type: letterTypes.signupComplete,
      contents,
      letters: ['林', ''].map((name) => ({
        key: `gap:${name}`,
        name,
        to: `gap-${name === '' ? 'none' : 'lin'}@example.com`,
        language: 'zh-TW' as const,
        values,
      })),
    }),
  )
  const [named] = await lettersTo(t, 'gap-lin@example.com')
  const [nameless] = await lettersTo(t, 'gap-none@example.com')
  expect(named?.subject).toBe('林，位子好了')
  expect(nameless?.subject).not.toContain('位子好了')
  expect(nameless?.html).toContain('https://example.com/stream/a')
})
