import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { bytesIn } from '../packages/server/test/charset-bytes.ts'
import { aWorkbook } from '../packages/server/test/workbook.ts'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const choose = (page: Page, name: string, bytes: Uint8Array): Promise<void> =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })

const priceOf = async (q: string): Promise<readonly number[]> => {
  const { url } = server()
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const { items } = await callApi(url, productRoutes.list, { query: { q, limit: 10 } }, headers)
  return items.map(({ price }) => price)
}

test('JOURNEY-432 A merchant’s file in GBK is read as Big5 at first, says so with its words in each, and comes in by its own name once GBK is chosen', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto('/Manage-product')
  await page.getByRole('button', { name: '匯入／匯出' }).click()
  await page.getByRole('menuitem', { name: '匯入商品' }).click()
  await choose(page, '茶杯.csv', bytesIn('gbk', 'keyword,name,price,stock\nGBK1,枫木盘,"1,280",3\n'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/檔案沒有註明文字編碼/).waitFor()
  await expectAccessible(page, 'a preview whose character set is a guess')
  await dialog.getByRole('radio', { name: /GBK.*枫木盘/ }).click()
  await dialog.getByText('文字編碼：GBK（簡體中文）').waitFor()
  await dialog.getByRole('cell', { name: '枫木盘' }).waitFor()
  expect(await priceOf('枫木盘')).toEqual([])
  await dialog.getByRole('button', { name: '匯入 1 列' }).click()
  await dialog.getByText('已匯入 1 列').waitFor()
  expect(await priceOf('枫木盘')).toEqual([128_000])
})

test('JOURNEY-433 In English on a phone the visible sheet of a workbook is named, a price of 12,50 is refused with both readings, and the form refuses it alike', async () => {
  const { page } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.goto('/Manage-product')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import products' }).click()
  const header = ['Product name', 'Price', 'Stock']
  const book = aWorkbook([
    { name: 'Last year', state: 'hidden', rows: [header, ['Old cup', '100', '1']] },
    { name: 'This year', rows: [header, ['Reading cup', '12,50', '1'], ['Reading bowl', '1,280', '2']] },
  ])
  await choose(page, 'cups.xlsx', book)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Sheet: This year').waitFor()
  await dialog.getByText('“12,50” could mean 12.5 or 1250. Write it without a comma').waitFor()
  await expectAccessible(page, 'a preview of a workbook on a phone')
  await dialog.getByRole('button', { name: 'Import 1 valid row' }).click()
  await dialog.getByText('1 row imported').waitFor()
  expect(await priceOf('Reading')).toEqual([128_000])

  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Reading bowl').first().click()
  const price = page.getByRole('dialog').locator('[data-field="price"] input')
  await price.fill('12,50')
  await price.press('Tab')
  await page.getByRole('dialog').getByText('“12,50” could mean 12.5 or 1250. Write it without a comma').waitFor()
  await expectAccessible(page, 'a product’s form with a price that could be two')
})
