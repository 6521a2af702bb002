import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, type ShopperLanguage, untilAlive } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    imports: '匯入',
    import: '匯入銀行對帳單',
    choose: '選擇對帳單檔案',
    added: /新增 1 筆入帳/,
    again: /新增 0 筆入帳/,
    bad: /第 4 行，日期/,
    digits: '與買家回報的後五碼相符',
    accept: /^接受短收 NT\$80/,
    book: '確認 1 筆收款',
    empty: '沒有待確認的入帳',
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    imports: 'Import',
    import: 'Import bank statement',
    choose: 'Choose statement file',
    added: /1 new transfer\./,
    again: /0 new transfers\./,
    bad: /Line 4, Date/,
    digits: 'Last five digits reported by the buyer',
    accept: /^Accept NT\$80 less/,
    book: 'Record 1 transfer',
    empty: 'No open transfers',
  },
} as const

/** Orders by transfer on a phone, and says from which account the money comes; answers what is due in whole dollars. */
const transfers = async (language: ShopperLanguage, name: string, digits: string) => {
  const { page } = await visitor({ name, shape: 'phone', language })
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: words[language].add }).click()
  const shopper = shopperOn(page, language)
  await shopper.openCheckout()
  await shopper.checkOut({ name, phone: `09223${digits}`, email: `t${digits}@example.com` }, async () => {}, 'transfer')
  await page.getByText('0009 0000 0315').waitFor()
  await shopper.reportTransfer(digits)
  return shopper
}

/** What the order of this buyer costs, as the list of orders shows it. */
const dueOf = async (page: Page, name: string): Promise<number> => {
  await page.goto('/manage-orders?transferReported=1')
  const row = page.getByRole('row', { name })
  await row.waitFor()
  return Number((await row.getByRole('cell').last().innerText()).replace(/\D/g, ''))
}

const bring = async (page: Page, language: ShopperLanguage, text: string) => {
  await page
    .locator(`input[aria-label="${words[language].choose}"]`)
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) })
  await page.getByText(words[language].bad).waitFor()
}

const journey = async (language: ShopperLanguage, name: string, digits: string, less: number) => {
  const say = words[language]
  const shopper = await transfers(language, name, digits)
  const { page } = await visitor({ name: 'merchant', shape: 'desktop', language })
  await logIn(page)
  const due = await dueOf(page, name)
  await page.getByRole('button', { name: say.imports, exact: true }).click()
  await page.getByRole('menuitem', { name: say.import }).click()
  await page.getByRole('button', { name: say.choose }).waitFor()
  const file = [
    '交易日期,存入金額,備註,對方帳號',
    `2026/11/20,0,利息,`,
    `2026/11/20,${due - less},,0001${digits}`,
    `2026/02/31,100,,`,
    '',
  ].join('\n')
  await bring(page, language, file)
  await page.getByText(say.added).waitFor()
  await page.getByText(say.digits).waitFor()
  await expectAccessible(page, 'a statement with what it may be for')
  return { shopper, page, say, file }
}

test('JOURNEY-360 A statement finds the order of a reported transfer; confirmed, the buyer sees it paid, and the same file adds nothing', async () => {
  const { shopper, page, say, file } = await journey('zh-TW', '林對帳', '86420', 0)
  await page.getByRole('button', { name: say.book }).click()
  await page.getByText(say.empty).waitFor()
  await shopper.waitPaid()
  await bring(page, 'zh-TW', file)
  await page.getByText(say.again).waitFor()
  expect(await page.getByText(say.empty).count()).toBe(1)
})

test('JOURNEY-361 In English, less than is due is booked only when the merchant accepts it, on a phone', async () => {
  const { shopper, page, say } = await journey('en', 'Lin Statement', '97531', 80)
  await page.setViewportSize({ width: 360, height: 780 })
  const accept = page.getByRole('checkbox', { name: say.accept })
  expect(await accept.isChecked()).toBe(false)
  await accept.check()
  await expectAccessible(page, 'a statement on a phone')
  expect(await pxTooWide(page)).toBe(0)
  await page.getByRole('button', { name: say.book }).click()
  await page.getByText(say.empty).waitFor()
  await shopper.waitPaid()
})
