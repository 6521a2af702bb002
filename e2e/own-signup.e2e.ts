import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney()

let stage: Awaited<ReturnType<typeof signUpStage>>
beforeAll(async () => {
  stage = await signUpStage(server().url)
  await stage.form('秋窯開窯夜', { customUrl: 'kiln', hours: [30] })
})

const signUp = async (page: Page, person: { name: string; phone: string; email: string }): Promise<string> => {
  await page.goto('/f/kiln')
  await page.locator('button[type=submit]').waitFor()
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill(person.name)
  await page.getByRole('textbox', { name: '手機', exact: true }).fill(person.phone)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
  await page.getByRole('checkbox', { name: /^我同意/ }).check()
  await page.getByRole('button', { name: /^免費報名/ }).click()
  await page.getByRole('heading', { level: 1, name: '報名成功' }).waitFor()
  return (await page.getByRole('link', { name: /\/stream\// }).getAttribute('href')) ?? ''
}

/** As it came by letter, with the gap that a letter shows. */
const codeFor = async (email: string): Promise<string> => {
  const letters = () =>
    callApi(
      server().url,
      letterRoutes.list,
      { query: { q: email, letterTemplateType: letterTypes.signupCode } },
      stage.headers,
    )
  await expect.poll(async () => (await letters()).items.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const id = (await letters()).items[0]?.id ?? ''
  const { text } = await callApi(server().url, letterRoutes.show, { params: { id } }, stage.headers)
  return /\d{3} \d{3}/.exec(text)?.[0] ?? ''
}

test('JOURNEY-292 Who signed up on one phone gets into the same seat on another by a code from the mail box', async () => {
  const person = { name: '林佳穎', phone: '0912 345 701', email: 'lin701@example.com' }
  const { page: first } = await visitor({ name: '第一支手機', shape: 'phone' })
  const link = await signUp(first, person)

  const { page } = await visitor({ name: '另一支手機', shape: 'phone' })
  const room = new URL(link).pathname.split('/')[2] ?? ''
  // Who stands at a room without a personal link is led here by the room itself.
  await page.goto(`/f/kiln#code=${room}`)
  const sheet = page.getByRole('dialog', { name: '用驗證碼進場' })
  await sheet.getByRole('textbox', { name: '報名時的手機或 Email' }).fill(person.phone)
  await expectAccessible(page, 'the sheet that asks for a contact')
  await sheet.getByRole('button', { name: '寄送驗證碼' }).click()
  const code = sheet.getByRole('textbox', { name: '驗證碼' })
  await code.waitFor()
  await expectAccessible(page, 'the sheet that asks for the code')
  await code.fill(await codeFor(person.email))
  await page.waitForURL(`**${new URL(link).pathname}`)
  await page.getByRole('heading', { level: 1, name: '秋窯開窯夜 1' }).waitFor()

  await page.goto('/f/kiln')
  await page.getByText('歡迎回來').waitFor()
})

test('JOURNEY-293 A mistyped e-mail is corrected where one signed up, and staff erases the person afterwards', async () => {
  const person = { name: '陳志明', phone: '0912 345 702', email: 'typo702@example.con' }
  const right = 'chen702@example.com'
  const { page } = await visitor({ name: '打錯的人', shape: 'phone' })
  await signUp(page, person)
  await page.getByRole('button', { name: '報名的手機或 Email 填錯了？' }).click()
  const sheet = page.getByRole('dialog', { name: '修改手機或 Email' })
  await sheet.getByRole('textbox', { name: 'Email' }).fill(right)
  await expectAccessible(page, 'the sheet that corrects')
  await sheet.getByRole('button', { name: '儲存' }).click()
  await sheet.getByText(`專屬連結會再寄到 ${right}`, { exact: false }).waitFor()
  const sent = () => callApi(server().url, letterRoutes.list, { query: { q: right } }, stage.headers)
  await expect.poll(async () => (await sent()).items.length, { timeout: 60_000 }).toBe(1)

  const { page: console } = await visitor({ name: '店長', shape: 'desktop' })
  await logIn(console)
  const people = () =>
    callApi(server().url, signupUserRoutes.list, { query: { q: right } }, stage.headers).then(({ items }) => items)
  const [found] = await people()
  await console.goto(`/manage-form/users?person=${found?.id ?? ''}`)
  await console.getByRole('button', { name: '刪除個資' }).click()
  await console.getByRole('dialog', { name: '刪除「陳志明」的個人資料' }).waitFor()
  await expectAccessible(console, 'the question what goes and what stays')
  await console.getByRole('button', { name: '繼續' }).click()
  await console.getByRole('button', { name: '永久刪除' }).click()
  await console.getByText(/個人資料已於/).waitFor()
  expect(await people()).toEqual([])
})
