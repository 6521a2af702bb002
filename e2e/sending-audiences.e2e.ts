import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    audience: '收件對象',
    channel: '傳送方式',
    session: '場次',
    who: '哪些人',
    stayed: '看滿一段時間',
    minute: '第幾分鐘',
    count: '計算人數',
    counted: /會寄給 \d+ 人/,
    list: '自備名單',
    file: '上傳檔案',
    read: '名單.csv：共 3 列',
    oneCounted: '會寄給 2 人',
    invalid: '電子郵件無效：1',
    removeFile: '移除檔案',
    sms: '簡訊',
    text: '簡訊內容',
    each: /2 則・每人 2 點/,
    people: '名單',
    consent: '同意來源',
    costs: /需要 2 點/,
    landline: '不是台灣的手機號碼：1',
    remove: '刪除',
    reason: '移除原因',
    removeOk: '移出名單',
  },
  en: {
    audience: 'Audience',
    channel: 'Channel',
    session: 'Session',
    who: 'People',
    stayed: 'Stayed a while',
    minute: 'Minute',
    count: 'Count recipients',
    counted: /Goes to: \d+/,
    list: 'Your list',
    file: 'Upload a file',
    read: '名單.csv (rows: 3)',
    oneCounted: 'Goes to: 2',
    invalid: 'Invalid email: 1',
    removeFile: 'Remove file',
    sms: 'Text message',
    text: 'Message',
    each: /Segments: 2 · Points per person: 2/,
    people: 'List',
    consent: 'Source of consent',
    costs: /Points needed: 2\b/,
    landline: 'Not a Taiwanese mobile number: 1',
    remove: 'Delete',
    reason: 'Reason',
    removeOk: 'Remove',
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'desktop' },
  { language: 'en', shape: 'phone' },
] as const

beforeAll(async () => {
  const { url } = server()
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  for (const { language } of cases) {
    const body = { contact: `again-${language.toLowerCase()}@example.com`, note: '' }
    await callApi(url, optOutRoutes.create, { body }, headers)
  }
})

const choose = (page: Page, group: string, option: string): Promise<void> =>
  page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()

test.each(cases)(
  'JOURNEY-483 A merchant counts who of a session stayed for so long, and the people of a file ($language, $shape)',
  async ({ language, shape }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    await page.goto('/manage-sms-email/create')
    await choose(page, say.audience, say.session)
    await page.getByRole('combobox', { name: say.session }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('combobox', { name: say.who }).click()
    await page.getByRole('option', { name: say.stayed }).click()
    await page.getByRole('textbox', { name: say.minute }).fill('5')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.counted).waitFor()
    await expectAccessible(page, 'people of a session')

    await choose(page, say.audience, say.list)
    const file = 'Email,Name\nmei@example.com,林小美\nlin@example.com,\nx@,\n'
    await page
      .locator(`input[aria-label="${say.file}"]`)
      .setInputFiles({ name: '名單.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${file}`) })
    await page.getByText(say.read).waitFor()
    await page.getByRole('textbox', { name: say.consent }).fill('門市會員申請單')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.oneCounted).waitFor()
    await page.getByText(say.invalid).waitFor()
    await expectAccessible(page, 'people of a file')
    await page.getByRole('button', { name: say.removeFile }).click()
    await page.getByRole('textbox', { name: say.people, exact: true }).waitFor()
  },
)

test.each(cases)(
  'JOURNEY-484 A text message is counted with the link that it ends with while it is written, and its points before it is sent ($language, $shape)',
  async ({ language, shape }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    await page.goto('/manage-sms-email/create')
    await choose(page, say.channel, say.sms)
    const text = page.getByRole('textbox', { name: say.text, exact: true })
    await text.fill('【{{firmName}}】{{name|您}}好，今晚八點開窯，直播間裡見')
    await page.getByText(say.each).waitFor()
    await choose(page, say.audience, say.list)
    await page.getByRole('textbox', { name: say.people, exact: true }).fill('0912-345-678\n02-2345-6789')
    await page.getByRole('textbox', { name: say.consent }).fill('門市會員申請單')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.costs).waitFor()
    await page.getByText(say.landline).waitFor()
    await expectAccessible(page, 'a text message before it is sent')
  },
)

test.each(cases)(
  'JOURNEY-485 Nobody leaves the list of opt-outs without a reason ($language, $shape)',
  async ({ language, shape }) => {
    const say = words[language]
    const contact = `again-${language.toLowerCase()}@example.com`
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    await page.goto('/manage-sms-email/opt-outs')
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: contact })
    await row.getByRole('button', { name: contact }).click()
    await page.getByRole('menuitem', { name: say.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say.removeOk, exact: true }).click()
    const reason = dialog.getByRole('textbox', { name: say.reason })
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    await reason.fill('本人 3/2 來電要求恢復')
    await expectAccessible(page, 'why somebody gets marketing again')
    await dialog.getByRole('button', { name: say.removeOk, exact: true }).click()
    await row.waitFor({ state: 'detached' })
  },
)
