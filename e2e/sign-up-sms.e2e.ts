import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    name: '範本名稱',
    type: '類型',
    sms: '報名成功簡訊',
    text: '簡訊內容',
    counted: /^\d+ 字・2 則・每人 2 點$/,
    other: '英文',
    choice: '報名成功簡訊',
    save: '儲存',
    saveForm: '儲存變更',
    formSaved: /^已儲存/,
  },
  en: {
    name: 'Template name',
    type: 'Type',
    sms: 'Sign-up text message',
    text: 'Message',
    counted: /^Characters: \d+ · Segments: 2 · Points per person: 2$/,
    other: 'Traditional Chinese',
    choice: 'Confirmation SMS',
    save: 'Save',
    saveForm: 'Save changes',
    formSaved: /^Saved/,
  },
} as const

const written = '【{{firmName}}】位子留好了：{{sessionTitle}} {{liveUrl}}'
const inEnglish = '【{{firmName}}】Your seat is saved: {{sessionTitle}} {{liveUrl}}'

test.each([
  { language: 'zh-TW', shape: 'desktop', mark: '41' },
  { language: 'en', shape: 'phone', mark: '42' },
] as const)(
  'JOURNEY-783 A merchant writes a text message, chooses it for a form, and finds it in the log once somebody has signed up ($language)',
  async ({ language, shape, mark }) => {
    const say = words[language]
    const customUrl = `form-sms-${mark}`
    const stage = await signUpStage(server().url)
    const { id, liveIds } = await stage.form('有簡訊的表單', { customUrl, hours: [30] })
    const { page } = await visitor({ name: '小編', shape, language })
    await logIn(page)
    await page.goto('/manage-mail-template/create')
    await page.getByRole('textbox', { name: say.name }).fill(`簡訊 ${mark}`)
    await page.getByRole('combobox', { name: say.type }).click()
    await page.getByRole('option', { name: say.sms, exact: true }).click()
    const text = page.getByRole('textbox', { name: say.text })
    const [own, translated] = language === 'en' ? [inEnglish, written] : [written, inEnglish]
    await text.fill(own)
    await page.getByText(say.counted).waitFor()
    await expectAccessible(page, 'the text of a text message')
    await page.getByRole('radio', { name: say.other, exact: true }).check({ force: true })
    await expect.poll(() => text.inputValue()).toBe('【{{firmName}}】')
    await text.fill(translated)
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await page.waitForURL('**/manage-mail-template')

    await page.goto(`/manage-form/edit/free/${id}`)
    const choice = page.getByRole('combobox', { name: say.choice, exact: true })
    await choice.click()
    await page.getByRole('option', { name: `簡訊 ${mark}`, exact: true }).click()
    await page.getByRole('button', { name: say.saveForm, exact: true }).click()
    await page.getByRole('status').filter({ hasText: say.formSaved }).waitFor()

    await stage.takePlace(customUrl, liveIds[0], mark)
    await page.goto('/manage-sms-email?letterTemplateType=20')
    await page.getByText(`別人${mark}`).first().click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /\/stream\// })
      .waitFor()
    await page.getByRole('dialog').getByText('【器日 ChiRi】位子留好了：第 1 場').first().waitFor()
    await expectAccessible(page, 'a text message in the log')
    expect(await pxTooWide(page)).toBe(0)
  },
)
