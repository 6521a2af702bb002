import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': {
    paste: '貼上名單',
    list: '名單',
    add: '加入名單',
    added: '已加入 2 位',
    noName: '沒有姓名：1',
    done: '完成',
    audience: '收件對象',
    customers: '受邀名單',
    live: '場次',
    consent: '同意來源',
    count: '計算人數',
    counted: '會寄給 2 人',
    remove: '刪除',
  },
  en: {
    paste: 'Paste list',
    list: 'List',
    add: 'Add to list',
    added: 'Added: 2',
    noName: 'No name: 1',
    done: 'Done',
    audience: 'Audience',
    customers: 'Invited people',
    live: 'Session',
    consent: 'Source of consent',
    count: 'Count recipients',
    counted: 'Goes to: 2',
    remove: 'Delete',
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'phone', at: 0 },
  { language: 'en', shape: 'desktop', at: 1 },
] as const

let lives: readonly { readonly id: string; readonly liveName: string }[]
beforeAll(async () => {
  const { url } = server()
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const { items } = await callApi(url, liveRoutes.list, { query: { limit: 100 } }, headers)
  // A live is chosen by its name, and the demo's room begins again and again by the same one.
  lives = items.filter(({ liveName }) => items.filter((each) => each.liveName === liveName).length === 1)
})

const choose = (page: Page, group: string, option: string): Promise<void> =>
  page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()

test.each(cases)(
  'JOURNEY-521 A merchant pastes whom to invite to a live, counts them as the audience of a mailing, and takes one off again ($language, $shape)',
  async ({ language, shape, at }) => {
    const say = words[language]
    const live = lives[at]
    const { page } = await visitor({ name: 'merchant', language, shape })
    await logIn(page)
    await page.goto(`/manage-live-stream/customers?liveId=${live?.id}`)
    await page.getByRole('button', { name: say.paste }).first().click()
    const dialog = page.getByRole('dialog', { name: say.paste })
    const names = [`林小美 ${language}`, `陳大文 ${language}`]
    const text = `${names[0]}\tmei-${at}@example.com\n${names[1]},0912-345-67${at},chen-${at}@example.com\nnobody-${at}@example.com`
    await dialog.getByRole('textbox', { name: say.list }).fill(text)
    await expectAccessible(page, 'a list that is pasted')
    await dialog.getByRole('button', { name: say.add }).click()
    await dialog.getByText(say.added).waitFor()
    await dialog.getByText(say.noName).waitFor()
    await dialog.getByRole('button', { name: say.done }).click()
    const row = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: names[0] ?? '' })
    await row.waitFor()
    await expectAccessible(page, 'who is invited to a live')

    await page.goto('/manage-sms-email/create')
    await choose(page, say.audience, say.customers)
    await page.getByRole('combobox', { name: say.live }).click()
    await page.getByRole('option', { name: live?.liveName ?? '', exact: true }).click()
    await page.getByRole('textbox', { name: say.consent }).fill('門市')
    await page.getByRole('button', { name: say.count }).click()
    await page.getByText(say.counted).waitFor()
    await expectAccessible(page, 'invited people as an audience')

    await page.goto(`/manage-live-stream/customers?liveId=${live?.id}`)
    await row.getByRole('button', { name: names[0] ?? '' }).click()
    await page.getByRole('menuitem', { name: say.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect(
      await page
        .getByRole('row')
        .or(page.getByRole('listitem'))
        .filter({ hasText: names[1] ?? '' })
        .count(),
    ).toBe(1)
  },
)
