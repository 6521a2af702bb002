import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

/** A product with a live offer and variants. */
export const openOffer: Act = async (page) => {
  await page.getByText('手捏小碟').first().click()
  await page.getByRole('dialog').locator('[data-field="specialOfferPrice"] input').waitFor()
}

export const cropPicture: Act = async (page, language) => {
  await openOffer(page, language)
  await page.getByRole('dialog').locator('ul [aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: language === 'en' ? 'Crop to square' : '裁切成正方形' }).click()
  await page.getByRole('button', { name: language === 'en' ? 'Apply crop' : '套用裁切', exact: true }).isEnabled()
}

export const changeMany: Act = async (page, language) => {
  const boxes = page.locator('tbody, main ul').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: language === 'en' ? 'Bulk edit' : '批次修改' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel(language === 'en' ? 'Value' : '數字').fill('5')
  await dialog.getByRole('region').waitFor()
}

export const importProducts: Act = async (page, language) => {
  await page.getByRole('button', { name: language === 'en' ? 'Import and export' : '匯入／匯出' }).click()
  await page.getByRole('menuitem', { name: language === 'en' ? 'Import products' : '匯入商品' }).click()
  await page.getByRole('dialog').waitFor()
}

export const importErrors: Act = async (page, language) => {
  await importProducts(page, language)
  const rows = ['關鍵字,商品名稱,售價,庫存', 'Z01,天目茶碗,1200,3', 'Z02,志野抹茶碗,abc,', 'A01,霧白手捏飯碗,680,']
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${rows.join('\n')}`),
    })
  await page.getByRole('dialog').getByText('志野抹茶碗').waitFor()
}
