import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const rowsOfFile = 2000
const badRows = 30

/** A file as a market stall's list comes out of Excel: every 60th row is wrong in one of three ways. */
const aFile = (): { csv: string; bad: number[] } => {
  const wrong = [',0912 000 000,no-name@example.com', '無電話,12345,no-phone@example.com', '無信箱,0912000001,nobody']
  const bad: number[] = []
  const rows = Array.from({ length: rowsOfFile }, (_, n) => {
    if (n % 60 === 7 && bad.length < badRows) {
      bad.push(n + 2)
      return wrong[bad.length % 3] ?? ''
    }
    return `市集客人${n},0913${String(100_000 + n)},market${n}@example.com`
  })
  return { csv: `\uFEFF姓名,手機,信箱\r\n${rows.join('\r\n')}`, bad }
}

/** A form of the demo firm with two sessions to come. */
const aForm = async (url: string) => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const [video] = (await callApi(url, videoRoutes.list, {}, headers)).items
  const live = (liveName: string, hours: number) =>
    callApi(
      url,
      liveRoutes.create,
      {
        body: {
          liveName,
          platformType: 'video',
          videoId: video?.id ?? '',
          beginAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
          publish: true,
        },
      },
      headers,
    )
  const [saturday, sunday] = [await live('週六開窯夜', 30), await live('週日開窯夜', 54)]
  const form = await callApi(
    url,
    signupRoutes.create,
    {
      body: {
        signupName: '市集客人專場',
        customUrl: 'market-guests',
        signupTitle: '市集客人專場',
        sessionInfoList: [
          { liveId: saturday.id, title: '週六場', capacity: null },
          { liveId: sunday.id, title: '週日場', capacity: null },
        ],
        published: true,
      },
    },
    headers,
  )
  const people = (q: string) =>
    callApi(url, signupUserRoutes.list, { query: { signupId: form.id, ...(q === '' ? {} : { q }) } }, headers)
  const places = async () =>
    (await callApi(url, signupUserRoutes.lives, { query: { signupId: form.id } }, headers)).lives
      .filter(({ chosen }) => chosen)
      .map(({ title, taken }) => [title, taken])
      .toSorted()
  return { form, people, places }
}

const importFile = async (page: Page, csv: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^同意來源/).fill('2026 春季市集')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  return dialog
}

test('JOURNEY-82 A merchant brings 2,000 guests in from a file, sees the 30 bad rows by line, looks after one and moves one', async () => {
  const { form, people, places } = await aForm(server().url)
  const { csv, bad } = aFile()
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
  await page.goto(`/manage-form/users?signupId=${form.id}`)
  await page.getByText('沒有符合條件的報名者').waitFor()

  await page.getByRole('button', { name: '匯入名單' }).click()
  await page.getByRole('dialog').getByLabel(/^場次/).first().click()
  await page.getByRole('option', { name: /週六場/ }).click()
  await expectAccessible(page, 'the import')
  const dialog = await importFile(page, csv)
  await dialog.getByRole('radio', { name: /30/ }).waitFor()
  for (const line of [bad[0], bad[15], bad.at(-1)])
    await dialog
      .getByRole('rowheader')
      .filter({ hasText: new RegExp(`^${line}\\D`) })
      .waitFor()
  await dialog.getByText('請填寫正確的電話號碼').first().waitFor()
  await expectAccessible(page, 'the preview of the import')
  expect((await people('')).total).toBe(0)
  await dialog.getByRole('button', { name: /1,?970/ }).click()
  await dialog.getByRole('button', { name: '關閉' }).last().click()
  await page.getByRole('link', { name: /^全部\s?1970$/ }).waitFor()
  expect(await places()).toEqual([
    ['週六場', 1970],
    ['週日場', 0],
  ])

  // The same file again changes nothing.
  await page.getByRole('button', { name: '匯入名單' }).click()
  const again = await importFile(page, csv)
  await again.getByRole('radio', { name: /1,?970/ }).waitFor()
  expect(await again.getByRole('button', { name: /匯入.*列/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect((await people('')).total).toBe(1970)

  // One of them: found by the phone as it is dialled, noted, corrected, moved.
  await page.getByRole('searchbox', { name: '搜尋報名者' }).fill('0913 100 042')
  await page.getByRole('link', { name: /市集客人42/ }).click()
  const person = page.getByRole('dialog', { name: '市集客人42' })
  await person.getByLabel(/^備註/).fill('買過兩次，喜歡青瓷')
  await person.getByText('已儲存').waitFor()
  await person.getByRole('button', { name: '編輯' }).click()
  await person.getByLabel(/^電子郵件/).fill('market43@example.com')
  merchant.announce(/^400 PUT \/api\/live\/update_signup_user_data/)
  await person.getByRole('button', { name: '儲存' }).click()
  await person.getByText(/市集客人43/).waitFor()
  await person.getByLabel(/^電子郵件/).fill('guest42@example.com')
  await person.getByRole('button', { name: '儲存' }).click()
  await person.getByText('guest42@example.com').first().waitFor()
  await person.getByRole('button', { name: '換場次' }).click()
  const move = page.getByRole('dialog', { name: /換到其他場次/ })
  await move.getByRole('radio', { name: /週日場/ }).check()
  await move.getByRole('button', { name: '換場次' }).click()
  await person.getByText('週六場 → 週日場').waitFor()
  await expectAccessible(page, 'a person')
  expect(await places()).toEqual([
    ['週六場', 1969],
    ['週日場', 1],
  ])
  const [moved] = (await people('市集客人42')).items.filter(({ name }) => name === '市集客人42')
  expect(moved).toMatchObject({ memo: '買過兩次，喜歡青瓷', email: 'guest42@example.com', source: 'import' })
})
