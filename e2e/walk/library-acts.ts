import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'

type Act = (page: Page, language: ShopperLanguage) => Promise<void>

const words = {
  zh: {
    thumbnail: '更換封面',
    useFrame: '用這個畫面',
    remove: '刪除影片',
    used: '用在哪裡',
    shift: '移動時間',
    replace: '尋找與取代',
    find: '尋找',
    import: '匯入',
    marked: '標記的留言',
    many: '大量新增',
    create: '新增虛擬觀眾',
  },
  en: {
    thumbnail: 'Change cover',
    useFrame: 'Use this frame',
    remove: 'Delete videos',
    used: 'Used in',
    shift: 'Shift time',
    replace: 'Find and replace',
    find: 'Find',
    import: 'Import',
    marked: 'Starred comments',
    many: 'Add in bulk',
    create: 'New virtual user',
  },
} as const
const wordsOf = (language: ShopperLanguage) => (language === 'en' ? words.en : words.zh)

const dialog = (page: Page) => page.getByRole('dialog')
const recording = (page: Page) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: '示範影片' }).first()

/** The demo recording with the lives, forms and groups that use it. */
export const openVideo: Act = async (page, language) => {
  await recording(page).getByText('示範影片').first().click()
  await dialog(page)
    .getByRole('heading', { name: wordsOf(language).used })
    .waitFor()
  await dialog(page).getByRole('link').first().waitFor()
}

export const windThumbnail: Act = async (page, language) => {
  await recording(page).locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: wordsOf(language).thumbnail }).click()
  await page.getByRole('slider').fill('42')
  await page.locator('button:not([disabled])', { hasText: wordsOf(language).useFrame }).waitFor({ timeout: 30_000 })
}

/** A video that lives still need. */
export const askToRemoveVideo: Act = async (page) => {
  await recording(page).locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitem').last().click()
  await dialog(page).getByRole('link').first().waitFor()
}

const chooseLines = async (page: Page) => {
  const table = page.getByRole('table')
  await table.getByRole('checkbox').nth(2).click()
  await table
    .getByRole('checkbox')
    .nth(5)
    .click({ modifiers: ['Shift'] })
}

export const chooseComments: Act = (page) => chooseLines(page)

export const shiftComments: Act = async (page, language) => {
  await chooseLines(page)
  await page.getByRole('button', { name: wordsOf(language).shift }).click()
  await dialog(page).getByRole('textbox').fill('-600')
}

export const replaceInComments: Act = async (page, language) => {
  await page.getByRole('button', { name: wordsOf(language).replace }).click()
  await dialog(page)
    .getByRole('textbox', { name: wordsOf(language).find, exact: true })
    .fill('+1')
}

export const importComments: Act = async (page, language) => {
  await page.getByRole('button', { name: wordsOf(language).import, exact: true }).click()
  const text = '時間,虛擬觀眾,留言內容\n1:23.4,小鹿媽咪,好美\n99:99,小鹿媽咪,壞的時間\n0:10,路過的貓,我也要\n'
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'comments.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog(page).getByText('99:99').waitFor()
}

export const openMarked: Act = async (page, language) => {
  await page.getByRole('button', { name: wordsOf(language).marked }).click()
  await dialog(page).getByRole('searchbox').waitFor()
}

export const createManyUsers: Act = async (page, language) => {
  await page.getByRole('button', { name: wordsOf(language).many }).click()
  await dialog(page).getByRole('textbox').fill('阿茶\n花花\n小米\nMomo\n大樹')
}

export const createUser: Act = async (page, language) => {
  await page.getByRole('button', { name: wordsOf(language).create }).click()
  await dialog(page).getByRole('radio').first().waitFor({ state: 'attached' })
}
