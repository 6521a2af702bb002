import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    reminder: '開播提醒',
    times: '提醒時間',
    soon: '開播前 10 分鐘',
    save: '儲存',
    saved: '自動信件已儲存',
    section: '自動寄出的信',
    dayBefore: /開播提醒.*開播前 1 天/,
    send: '寄開播提醒',
    question: '現在寄開播提醒？',
    ok: '寄出',
    byHand: /團隊手動寄出.*已寄出 1/,
    formReminder: '開播提醒',
    none: '不寄給這張表單的報名者',
    saveForm: '儲存變更',
    formSaved: '已儲存',
    invitation: '合作邀請信',
    off: '不寄送',
  },
  en: {
    reminder: 'Reminder',
    times: 'When to remind',
    soon: '10 minutes before',
    save: 'Save',
    saved: 'Automatic emails saved',
    section: 'Automatic emails',
    dayBefore: /Reminder.*1 day before/,
    send: 'Send reminder',
    question: 'Send a reminder now?',
    ok: 'Send',
    byHand: /Sent by your team.*1 sent/,
    formReminder: 'Reminder',
    none: 'Don’t send to people of this form',
    saveForm: 'Save changes',
    formSaved: 'Saved',
    invitation: 'Invitation',
    off: 'Don’t send',
  },
} as const

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
})

test.each([
  { language: 'zh-TW', shape: 'phone', name: '今晚開窯' },
  { language: 'en', shape: 'desktop', name: 'Tonight at the kiln' },
] as const)(
  'JOURNEY-511 A merchant switches the text of the reminder and its times, and finds both after a reload ($language)',
  async ({ language, shape, name }) => {
    const say = words[language]
    const { url } = server()
    await callApi(url, automaticLetterRoutes.change, { body: automaticDefaults }, stage.headers)
    const content = { subject: name, blocks: [{ kind: 'button' as const, label: name, url: '{{liveUrl}}' }] }
    const body = {
      letterTemplateName: name,
      letterTemplateType: letterTypes.liveNotice,
      contents: { 'zh-TW': content, en: content },
    }
    const { id } = await callApi(url, letterTemplateRoutes.create, { body }, stage.headers)
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto('/manage-sms-email/automatic')
    const reminder = page.getByRole('combobox', { name: say.reminder, exact: true })
    const soon = page.getByRole('group', { name: say.times }).getByRole('checkbox', { name: say.soon })
    await soon.waitFor()
    await expectAccessible(page, 'automatic letters')
    await reminder.click()
    await page.getByRole('option', { name, exact: true }).click()
    await soon.check()
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await page.getByText(say.saved).waitFor()
    await page.reload()
    await soon.waitFor()
    await expect.poll(() => reminder.inputValue()).toBe(name)
    expect(await soon.isChecked()).toBe(true)
    expect(await callApi(url, automaticLetterRoutes.show, {}, stage.headers)).toEqual({
      ...automaticDefaults,
      liveNotice: id,
      liveNoticeMinutes: [1440, 60, 10],
    })
  },
)

test.each([
  { language: 'zh-TW', shape: 'phone', customUrl: 'plan-zh', mark: '61' },
  { language: 'en', shape: 'desktop', customUrl: 'plan-en', mark: '62' },
] as const)(
  'JOURNEY-512 The page of a session lists what goes when, and what staff sends now stands in it with its count ($language)',
  async ({ language, shape, customUrl, mark }) => {
    const say = words[language]
    const { url } = server()
    await callApi(url, automaticLetterRoutes.change, { body: automaticDefaults }, stage.headers)
    const { liveIds } = await stage.form('自動信件的直播', { customUrl, hours: [30] })
    const [liveId = ''] = liveIds
    await stage.takePlace(customUrl, liveId, mark)
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto(`/manage-live-stream/edit/video/${liveId}?tab=signup`)
    const steps = page.getByRole('list', { name: say.section })
    await steps.getByRole('listitem').filter({ hasText: say.dayBefore }).waitFor()
    await expectAccessible(page, 'what goes when to the people of a session')
    await page.getByRole('button', { name: say.send }).click()
    const question = page.getByRole('dialog', { name: say.question })
    await question.getByRole('button', { name: say.ok, exact: true }).click()
    await steps.getByRole('listitem').filter({ hasText: say.byHand }).waitFor()
  },
)

test.each([
  { language: 'zh-TW', shape: 'desktop', customUrl: 'form-plan-zh' },
  { language: 'en', shape: 'phone', customUrl: 'form-plan-en' },
] as const)(
  'JOURNEY-513 A form has a choice of reminders of its own, kept after a reload, and lists what goes to its next sessions ($language)',
  async ({ language, shape, customUrl }) => {
    const say = words[language]
    const { id } = await stage.form('有自己提醒的表單', { customUrl, hours: [30] })
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto(`/manage-form/edit/free/${id}`)
    await page.getByRole('listitem').filter({ hasText: say.dayBefore }).waitFor()
    const reminder = page.getByRole('combobox', { name: say.formReminder, exact: true })
    await reminder.click()
    await page.getByRole('option', { name: say.none, exact: true }).click()
    await page.getByRole('button', { name: say.saveForm, exact: true }).click()
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${say.formSaved}`) })
      .waitFor()
    await page.reload()
    await expect.poll(() => reminder.inputValue()).toBe(say.none)
  },
)

test.each([
  { language: 'zh-TW', shape: 'phone', name: '歡迎合作' },
  { language: 'en', shape: 'desktop', name: 'Welcome, partner' },
] as const)(
  'JOURNEY-785 A merchant chooses an own text for the invitation of partners, which is offered no way to be left out ($language)',
  async ({ language, shape, name }) => {
    const say = words[language]
    const { url } = server()
    await callApi(url, automaticLetterRoutes.change, { body: automaticDefaults }, stage.headers)
    const content = { subject: name, blocks: [{ kind: 'button' as const, label: name, url: '{{passwordUrl}}' }] }
    const body = {
      letterTemplateName: name,
      letterTemplateType: letterTypes.associationNotice,
      contents: { 'zh-TW': content, en: content },
    }
    const { id } = await callApi(url, letterTemplateRoutes.create, { body }, stage.headers)
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto('/manage-sms-email/automatic')
    const invitation = page.getByRole('combobox', { name: say.invitation, exact: true })
    await invitation.click()
    expect(await page.getByRole('option', { name: say.off, exact: true }).count()).toBe(0)
    await page.getByRole('option', { name, exact: true }).click()
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await page.getByText(say.saved).waitFor()
    await page.reload()
    await expect.poll(() => invitation.inputValue()).toBe(name)
    await expectAccessible(page, 'automatic letters with a text of the own')
    const kept = await callApi(url, automaticLetterRoutes.show, {}, stage.headers)
    expect(kept).toEqual({ ...automaticDefaults, partnerInvited: id })
  },
)
