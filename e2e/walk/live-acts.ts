import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

const openMenu = async (page: Page): Promise<void> => {
  const row = page.getByRole('row').or(page.getByRole('listitem'))
  await row.locator('[aria-haspopup=menu]').first().click()
}

/** Links and QR code of the first live of the list. */
export const shareLive: Act = async (page, language) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: language === 'en' ? 'Share…' : '分享…' }).click()
  await page.getByRole('dialog').getByRole('img', { name: /QR/ }).locator('path').waitFor({ state: 'attached' })
}

/** What is asked before the running live ends. */
export const askToEnd: Act = async (page, language) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: language === 'en' ? 'End now…' : '現在結束…' }).click()
  await page.getByRole('dialog').getByRole('button').last().waitFor()
}

/** The drafts that are chosen, and what can be done with them. */
export const chooseLives: Act = async (page) => {
  await page.getByRole('checkbox').last().check()
  await page.getByRole('toolbar').waitFor()
}

/** The words of the law before viewers are no longer told. */
export const stopPublishing: Act = async (page, language) => {
  await page.getByText(language === 'en' ? 'Hide labels' : '這場不標示', { exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** What was understood of an address. */
export const typeYoutube: Act = async (page) => {
  await page.locator('[name=youtubeUrl]').fill('https://www.youtube.com/live/dQw4w9WgXcQ')
  await page.getByText('dQw4w9WgXcQ', { exact: true }).waitFor()
}

/** A few changes, and the list of them. */
export const showChanges: Act = async (page, language) => {
  await page.locator('[name=liveName]').fill('')
  await page.locator('[name=hostName]').fill('阿月與小窯')
  await page.getByRole('button', { name: language === 'en' ? 'View changes' : '看改了什麼' }).click()
  await page.getByRole('dialog').waitFor()
}
