import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney()

/** Chooses a file with these lines; over once the server has answered. */
const bring = async (page: Page, label: string, lines: readonly string[]): Promise<void> => {
  const answered = page.waitForResponse((response) => response.url().includes('/settlement/import'))
  await page.locator(`input[aria-label="${label}"]`).setInputFiles({
    name: 'settlement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${lines.join('\n')}\n`),
  })
  await answered
}

const header = '特店交易編號,交易日期,交易金額,金流手續費,撥款日期'
const file = [
  header,
  'JOURNEY1,2026/03/02 12:00:00,1000,20,2026/03/05',
  'JOURNEY2,2026/03/02 13:00:00,500,10,2026/03/05',
  'JOURNEY1,2026/03/03 09:00:00,-300,0,2026/03/05',
  'JOURNEY3,2026/02/31 09:00:00,80,1,2026/03/05',
]

test('JOURNEY-362 From the cash flow a merchant imports a settlement file, sees the net of NT$1,170 and what differs, and the same file changes nothing', async () => {
  const { page, announce } = await visitor({ name: 'merchant', shape: 'desktop' })
  await logIn(page)
  await page.goto('/manage-orders/cash-flow')
  await page.getByRole('link', { name: '匯入金流對帳檔' }).click()
  await page.getByRole('heading', { level: 1, name: '金流對帳' }).waitFor()

  announce(/^400 POST \/api\/settlement\/import/)
  await bring(page, '選擇對帳檔', ['特店交易編號,交易日期,交易金額', 'JOURNEY1,2026/03/02,1000'])
  expect(await page.getByRole('alert').innerText()).toContain('手續費')

  for (const _ of ['first', 'again']) {
    await bring(page, '選擇對帳檔', file)
    await page.getByRole('heading', { name: '系統中沒有的款項（3）' }).waitFor()
    await page.getByText('已更新 0 筆付款的手續費和撥款日期。').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  }
  await page.getByText('NT$1,170', { exact: true }).waitFor()
  await page.getByText('第 4 行，退款，JOURNEY1，NT$300').waitFor()
  await page.getByText('第 5 行，交易日期：').waitFor()
  await expectAccessible(page, 'a settlement file and what differs')
})

test('JOURNEY-363 In English on a phone, from the orders: the same file, and nothing is wider than the screen', async () => {
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.goto('/manage-orders')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import settlement file' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlement' }).waitFor()
  await bring(page, 'Choose settlement file', file)
  await page.getByRole('heading', { name: 'Not in your records (3)' }).waitFor()
  await page.getByText('NT$1,170', { exact: true }).waitFor()
  await page.getByText('Line 4, Refund, JOURNEY1, NT$300').waitFor()
  await page.getByText('Line 5, Transaction date:').waitFor()
  await expectAccessible(page, 'a settlement file on a phone')
  expect(await pxTooWide(page)).toBe(0)
})
