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
  },
  en: {
    reminder: 'Reminder',
    times: 'When to remind',
    soon: '10 minutes before',
    save: 'Save',
    saved: 'Automatic emails saved',
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
