import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney()

test('JOURNEY-380 A merchant looks at the money by day and way to pay, narrows it to one way and takes it as a file', async () => {
  const { page } = await visitor({ name: 'merchant', shape: 'desktop' })
  await logIn(page)
  await page.getByRole('link', { name: '收款流水' }).click()
  await page.getByRole('heading', { level: 1, name: '收款流水' }).waitFor()
  const cards = page.getByRole('row').filter({ hasText: '信用卡' })
  await cards.first().waitFor()
  // The demo is paid with play money.
  const sums = page.getByRole('heading', { name: '測試付款（NT$）' }).locator('..')
  await sums.getByText('應入帳').waitFor()
  await expectAccessible(page, 'money by day')

  await page.getByRole('button', { name: '付款方式' }).click()
  await page.getByRole('menuitemradio', { name: 'ATM 轉帳' }).click()
  await cards.first().waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('method')).toBe('atm')

  await page.getByRole('button', { name: '匯出' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV 檔（.csv）' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^收款流水-[\d-]{21}\.csv$/)
})

test('JOURNEY-381 In English on a phone: each day’s money is a card, and nothing is wider than the screen', async () => {
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.goto('/manage-orders/cash-flow')
  await page.getByRole('heading', { level: 1, name: 'Cash flow' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Credit card' }).first().waitFor()
  await page.getByRole('heading', { name: 'Test payments (NT$)' }).waitFor()
  await expectAccessible(page, 'money by day on a phone')
  expect(await pxTooWide(page)).toBe(0)
})
