import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { clockAhead, untilNoon } from './harness/clock-ahead.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { startMailBox } from './harness/mail-box.ts'
import { pxTooWide } from './harness/page-width.ts'

const mailBox = await startMailBox()
afterAll(() => mailBox.stop())

const { visitor } = useJourney({ env: { SMTP_URL: mailBox.url, NODE_OPTIONS: clockAhead(untilNoon()) } })

const words = {
  'zh-TW': {
    templateName: '範本名稱',
    type: '類型',
    ofType: '自訂內容',
    subject: '主旨',
    add: '加入區塊',
    heading: '標題',
    other: '英文',
    save: '儲存',
    saved: '範本已儲存',
    name: '名稱',
    template: '範本',
    list: '自備名單',
    people: '名單',
    consent: '同意來源',
    count: '計算人數',
    goesTo: (people: number) => `會寄給 ${people} 人`,
    optedOut: '已退訂：1',
    send: '寄出',
    agree: '確認寄出',
    reads: '中文',
    hasLeft: '已寄出',
    link: '取消訂閱',
    ask: /^不再收到「.+」的行銷信件？$/,
    done: '已取消訂閱',
    source: '退訂連結',
  },
  en: {
    templateName: 'Template name',
    type: 'Type',
    ofType: 'Custom message',
    subject: 'Subject',
    add: 'Add block',
    heading: 'Heading',
    other: 'Traditional Chinese',
    save: 'Save',
    saved: 'Template saved',
    name: 'Name',
    template: 'Template',
    list: 'Your list',
    people: 'List',
    consent: 'Source of consent',
    count: 'Count recipients',
    goesTo: (people: number) => `Goes to: ${people}`,
    optedOut: 'Opted out: 1',
    send: 'Send',
    agree: 'Send',
    reads: 'English',
    hasLeft: 'Sent',
    link: 'Unsubscribe',
    ask: /^Stop marketing emails from .+\?$/,
    done: 'You’re unsubscribed',
    source: 'Unsubscribe link',
  },
} as const
type Words = (typeof words)[keyof typeof words]

const cases = [
  { language: 'zh-TW', staff: 'desktop', own: 'phone', title: '冬茶上市', email: 'leaves-zh@example.com' },
  { language: 'en', staff: 'phone', own: 'desktop', title: 'Winter tea', email: 'leaves-en@example.com' },
] as const

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

const writeTemplate = async (page: Page, say: Words, title: string): Promise<void> => {
  await page.goto('/manage-mail-template/create')
  await field(page, say.templateName).fill(title)
  await page.getByRole('combobox', { name: say.type, exact: true }).click()
  await page.getByRole('option', { name: say.ofType, exact: true }).click()
  const write = async () => {
    await field(page, say.subject).fill(title)
    await page.getByRole('group', { name: say.add }).getByRole('button', { name: say.heading, exact: true }).click()
    await field(page, say.heading).fill(`{{name|您}}，${title}`)
  }
  await write()
  await page.getByText(say.other, { exact: true }).click()
  await expect.poll(() => field(page, say.subject).inputValue()).toBe('')
  await write()
  await button(page, say.save).click()
  await page.getByText(say.saved).waitFor()
}

/** A mailing as far as its count. */
const count = async (page: Page, say: Words, title: string, people: readonly string[]): Promise<void> => {
  await page.goto('/manage-sms-email/create')
  await field(page, say.name).fill(title)
  await page.getByRole('combobox', { name: say.template }).click()
  await page.getByRole('option', { name: title, exact: true }).click()
  await page.getByText(say.list, { exact: true }).click()
  await field(page, say.people).fill(people.map((email) => `林, ${email}, ${say.reads}`).join('\n'))
  await page.getByRole('textbox', { name: say.consent }).fill('門市會員申請單')
  await button(page, say.count).click()
}
const send = async (page: Page, say: Words): Promise<void> => {
  await button(page, say.send).click()
  await page.getByRole('dialog').getByRole('button', { name: say.agree, exact: true }).click()
  await page.waitForURL('**/manage-sms-email/sendings')
}

test.each(cases)(
  'JOURNEY-486 Who presses the button behind the link of a marketing letter is on the list of opt-outs and gets none ever again ($language, staff on a $staff)',
  async ({ language, staff, own, title, email }) => {
    const say = words[language]
    const { page } = await visitor({ name: 'merchant', language, shape: staff })
    await logIn(page)
    await writeTemplate(page, say, title)
    await count(page, say, title, [email])
    await page.getByText(say.goesTo(1)).waitFor()
    await send(page, say)

    // The row of the mailing leads to its people.
    await page.getByRole('link', { name: title }).click()
    await page.waitForURL('**/manage-sms-email?letterId=*')
    await rowOf(page, title).filter({ hasText: say.hasLeft }).waitFor({ timeout: 60_000 })
    const text = await mailBox.letterTo(email, title)
    const [link = ''] = mailBox.unsubscribeLinksTo(email)
    expect(text).toContain(link)

    const { page: letter } = await visitor({ name: 'person', language, shape: own, scripts: false })
    await letter.goto(new URL(link).pathname)
    await letter.getByRole('heading', { level: 1, name: say.ask }).waitFor()
    expect(await pxTooWide(letter)).toBe(0)
    await letter.getByRole('button', { name: say.link, exact: true }).click()
    await letter.getByRole('heading', { level: 1, name: say.done }).waitFor()

    await page.goto('/manage-sms-email/opt-outs')
    await rowOf(page, email).filter({ hasText: say.source }).waitFor()
    await count(page, say, title, [email])
    await page.getByText(say.goesTo(0)).waitFor()
    await page.getByText(say.optedOut).waitFor()
    await expectAccessible(page, 'a mailing whose only person has opted out')

    const other = `stays-${email}`
    await count(page, say, title, [email, other])
    await page.getByText(say.goesTo(1)).waitFor()
    await send(page, say)
    await mailBox.letterTo(other, title)
    expect(mailBox.lettersTo(email)).toHaveLength(1)
  },
  180_000,
)

test.each(cases)(
  'JOURNEY-487 The page to unsubscribe is usable by keyboard and screen reader, and opening it opts nobody out ($language)',
  async ({ language, own, title, email }) => {
    const say = words[language]
    const looks = `looks-${email}`
    const { page } = await visitor({ name: 'merchant', language, shape: 'desktop' })
    await logIn(page)
    await count(page, say, title, [looks])
    await page.getByText(say.goesTo(1)).waitFor()
    await send(page, say)
    await mailBox.letterTo(looks, title)
    const [link = ''] = mailBox.unsubscribeLinksTo(looks)

    const { page: letter } = await visitor({ name: 'person', language, shape: own })
    await letter.goto(new URL(link).pathname)
    await letter.getByRole('heading', { level: 1, name: say.ask }).waitFor()
    await expectAccessible(letter, 'the page to unsubscribe')
    await count(page, say, title, [looks])
    await page.getByText(say.goesTo(1)).waitFor()

    await letter.keyboard.press('Tab')
    await expect.poll(() => letter.evaluate(() => document.activeElement?.textContent)).toBe(say.link)
    await letter.keyboard.press('Enter')
    await letter.getByRole('heading', { level: 1, name: say.done }).waitFor()
    await expectAccessible(letter, 'the page of who has unsubscribed')
    await count(page, say, title, [looks])
    await page.getByText(say.optedOut).waitFor()
  },
  180_000,
)
