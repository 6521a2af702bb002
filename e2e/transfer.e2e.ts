import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, type ShopperLanguage, untilAlive } from './harness/shopper.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    reported: (digits: string) => `買家已回報匯款，帳號後五碼 ${digits}`,
    toCheck: '匯款待確認',
    receive: '確認收款',
    received: '實收金額',
    tooLittle: /^少收 NT\$80/,
    accept: /^接受短收 NT\$80/,
    paid: '已付款',
    discount: '折扣',
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    reported: (digits: string) => `The buyer reported a transfer from an account ending in ${digits}`,
    toCheck: 'Transfer to check',
    receive: 'Record payment',
    received: 'Amount received',
    tooLittle: /^NT\$80 less than is due/,
    accept: /^Accept NT\$80 less/,
    paid: 'Paid',
    discount: 'Discount',
  },
} as const

/** Orders by transfer on a phone, and says from which account the money comes. */
const transfers = async (language: ShopperLanguage, name: string, digits: string) => {
  const { page } = await visitor({ name, shape: 'phone', language })
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: words[language].add }).click()
  const shopper = shopperOn(page, language)
  await shopper.openCheckout()
  await shopper.checkOut({ name, phone: `09223${digits}`, email: `t${digits}@example.com` }, async () => {}, 'transfer')
  await page.getByText('0009 0000 0315').waitFor()
  await expectAccessible(page, 'an order that waits for a transfer')
  await shopper.reportTransfer(digits)
  await expectAccessible(page, 'a transfer that was reported')
  return shopper
}

/** The merchant opens the order among those whose transfer is to be looked for. */
const openReported = async (language: ShopperLanguage, name: string, digits: string) => {
  const { page } = await visitor({ name: 'merchant', shape: 'desktop', language })
  await logIn(page)
  await page.goto('/manage-orders?transferReported=1')
  const row = page.getByRole('row', { name })
  await row.getByText(words[language].toCheck).waitFor()
  await row.locator('a[href*="order="]').first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByText(words[language].reported(digits)).waitFor()
  await drawer.getByRole('button', { name: words[language].receive }).click()
  return { page, drawer, dialog: page.getByRole('dialog').last() }
}

test('JOURNEY-350 A buyer transfers to the merchant’s account and says from where; the merchant finds it, and the order page shows it paid', async () => {
  const say = words['zh-TW']
  const shopper = await transfers('zh-TW', '林匯款', '24680')
  const { page, drawer, dialog } = await openReported('zh-TW', '林匯款', '24680')
  await expectAccessible(page, 'what came in')
  await dialog.getByRole('button', { name: say.receive }).click()
  await drawer.getByText(say.paid).first().waitFor()
  await drawer.getByText(say.reported('24680')).waitFor({ state: 'detached' })
  await shopper.waitPaid()
})

test('JOURNEY-351 In English, with less than is due: refused, then accepted as a discount', async () => {
  const say = words.en
  const shopper = await transfers('en', 'Lin Short', '13579')
  const { page, drawer, dialog } = await openReported('en', 'Lin Short', '13579')
  const amount = dialog.getByRole('textbox', { name: say.received })
  const due = Number((await amount.inputValue()).replace(/\D/g, ''))
  await amount.fill(String(due - 80))
  await dialog.getByRole('button', { name: say.receive }).click()
  await dialog.getByText(say.tooLittle).waitFor()
  await dialog.getByRole('checkbox', { name: say.accept }).check()
  await expectAccessible(page, 'a lower amount that is accepted')
  await dialog.getByRole('button', { name: say.receive }).click()
  await drawer.getByText(say.paid, { exact: true }).first().waitFor()
  expect(await drawer.getByText(say.discount, { exact: true }).count()).toBeGreaterThan(0)
  await shopper.waitPaid()
})
