import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    create: '新增群發',
    name: '名稱',
    template: '範本',
    list: '自備名單',
    people: '名單',
    consent: '同意來源',
    count: '計算人數',
    counted: '會寄給 1 人',
    duplicate: '重複：1',
    invalid: '電子郵件無效：1',
    optedOut: '已退訂：1',
    send: '寄出',
    agree: '確認寄出',
    rows: '群發信件',
    row: '／1',
    addOptOut: '加入退訂名單',
    email: '電子郵件',
    save: '儲存',
  },
  en: {
    create: 'New mailing',
    name: 'Name',
    template: 'Template',
    list: 'Your list',
    people: 'List',
    consent: 'Source of consent',
    count: 'Count recipients',
    counted: 'Goes to: 1',
    duplicate: 'Duplicates: 1',
    invalid: 'Invalid email: 1',
    optedOut: 'Opted out: 1',
    send: 'Send',
    agree: 'Send',
    rows: 'Mailings',
    row: 'of 1 sent',
    addOptOut: 'Add opt-out',
    email: 'Email',
    save: 'Save',
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'desktop', title: '秋窯群發' },
  { language: 'en', shape: 'phone', title: 'Autumn mailing' },
] as const

const template = '秋窯開賣通知'
beforeAll(async () => {
  const { url } = server()
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const content = {
    subject: '秋窯開賣',
    blocks: [{ kind: 'heading' as const, text: '{{name|您}}，今晚見' }],
  }
  const body = { letterTemplateName: template, letterTemplateType: 10, contents: { 'zh-TW': content, en: content } }
  await callApi(url, letterTemplateRoutes.create, { body }, headers)
})

test.each(cases)(
  'JOURNEY-480 A merchant adds an opt-out, pastes a list, reads who is dropped and why, and sends to the rest ($language, $shape)',
  async ({ language, shape, title }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    const left = `left-${language.toLowerCase()}@example.com`
    await page.goto('/manage-sms-email/opt-outs?opt-out=new')
    const email = page.getByRole('dialog').getByRole('textbox', { name: say.email })
    await email.fill(left)
    await page.getByRole('dialog').getByRole('button', { name: say.save }).click()
    await page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: left }).waitFor()
    await expectAccessible(page, 'the list of opt-outs')

    await page.goto('/manage-sms-email/sendings')
    await page.getByRole('link', { name: say.create }).first().click()
    await page.getByRole('textbox', { name: say.name }).fill(title)
    await page.getByRole('combobox', { name: say.template }).click()
    await page.getByRole('option', { name: template }).first().click()
    await page.getByText(say.list, { exact: true }).click()
    const people = [`mei-${language.toLowerCase()}@example.com`, left, 'wrong@']
    await page.getByRole('textbox', { name: say.people, exact: true }).fill([people[0], ...people].join('\n'))
    await page.getByRole('textbox', { name: say.consent }).fill('門市會員申請單')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.counted).waitFor()
    for (const reason of [say.duplicate, say.invalid, say.optedOut]) await page.getByText(reason).waitFor()
    await expectAccessible(page, 'a mailing before it is sent')

    await page.getByRole('button', { name: say.send, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.agree, exact: true }).click()
    await page.waitForURL('**/manage-sms-email/sendings')
    await page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title }).waitFor()
    await expect.poll(() => page.getByRole('main').innerText(), { timeout: 60_000 }).toContain(say.row)
    await expectAccessible(page, 'the list of mailings')
  },
)
