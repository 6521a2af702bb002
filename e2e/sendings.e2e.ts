import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

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
    session: '場次',
    noSession: '1 人沒有場次，無法填入「直播連結」。請改選場次或報名表的對象，或拿掉這個變數：nobody@example.com',
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
    session: 'Session',
    noSession:
      '“Live link” is empty for 1, because they have no session. Choose people of a session or form, or leave it out: nobody@example.com',
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'desktop', title: '秋窯群發' },
  { language: 'en', shape: 'phone', title: 'Autumn mailing' },
] as const

const template = '秋窯開賣通知'
const linkTemplate = '再看一次'
let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  const { url } = server()
  stage = await signUpStage(url)
  const heading = { kind: 'heading' as const, text: '{{name|您}}，今晚見' }
  const button = { kind: 'button' as const, label: '進入直播間', url: '{{liveUrl}}' }
  for (const [letterTemplateName, blocks] of [
    [template, [heading]],
    [linkTemplate, [heading, button]],
  ] as const) {
    const content = { subject: '秋窯開賣', blocks: [...blocks] }
    const body = { letterTemplateName, letterTemplateType: 10, contents: { 'zh-TW': content, en: content } }
    await callApi(url, letterTemplateRoutes.create, { body }, stage.headers)
  }
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

test.each([
  { language: 'zh-TW', shape: 'phone', customUrl: 'mailing-zh', mark: '71' },
  { language: 'en', shape: 'desktop', customUrl: 'mailing-en', mark: '72' },
] as const)(
  'JOURNEY-784 A mailing with a live link is refused for a list in words, and leads each person of a session into the room ($language, $shape)',
  async ({ language, shape, customUrl, mark }) => {
    const say = words[language]
    const title = `場次群發 ${mark}`
    const { url } = server()
    const { liveIds } = await stage.form(title, { customUrl, hours: [0.05] })
    const [liveId = ''] = liveIds
    await stage.takePlace(customUrl, liveId, mark)
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    await page.goto('/manage-sms-email/create')
    await page.getByRole('textbox', { name: say.name }).fill(title)
    await page.getByRole('combobox', { name: say.template }).click()
    await page.getByRole('option', { name: linkTemplate }).first().click()
    await page.getByText(say.list, { exact: true }).click()
    await page.getByRole('textbox', { name: say.people, exact: true }).fill('nobody@example.com')
    await page.getByRole('textbox', { name: say.consent }).fill('門市會員申請單')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.noSession).waitFor()
    await expectAccessible(page, 'a mailing whose people have no session')

    await page.getByRole('radiogroup').getByText(say.session, { exact: true }).click()
    await page.getByRole('combobox', { name: say.session }).click()
    await page.getByRole('option', { name: `${title} 1` }).click()
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.counted).waitFor()
    await page.getByRole('button', { name: say.send, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.agree, exact: true }).click()
    await page.waitForURL('**/manage-sms-email/sendings')

    // As staff reads it: whether it has left by now depends on the hour.
    const letter = async () => {
      const { items } = await callApi(url, letterRoutes.list, { query: { q: `other${mark}@` } }, stage.headers)
      const found = items.find(({ letterTemplateType }) => letterTemplateType === 10)
      return found && callApi(url, letterRoutes.show, { params: { id: found.id } }, stage.headers)
    }
    await expect.poll(async () => (await letter())?.text ?? '').toContain('/stream/')
    const [link = ''] = /\S+\/stream\/\S+/.exec((await letter())?.text ?? '') ?? []
    const { page: room } = await visitor({ name: 'viewer', language, shape: 'phone' })
    await room.goto(new URL(link).pathname)
    await expect.poll(() => room.title()).toContain(`${title} 1`)
  },
)
