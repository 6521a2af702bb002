import { test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    see: '看這筆訂單',
    other: '改用其他付款方式',
    atm: /ATM 轉帳/,
    pay: /付款 NT\$/,
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    see: 'View order',
    other: 'Use another payment method',
    atm: /ATM transfer/,
    pay: /Pay NT\$/,
  },
} as const

test.each([
  { language: 'zh-TW', name: '林改付', phone: '0922337201' },
  { language: 'en', name: 'Lin Change', phone: '0922337301' },
] as const)(
  'JOURNEY-372 A buyer who meant to pay by card pays the same order at an ATM ($language)',
  async ({ language, name, phone }) => {
    const say = words[language]
    const { page } = await visitor({ name, shape: 'phone', language })
    await page.goto('/s/chiri')
    await untilAlive(page)
    await page.getByRole('button', { name: say.add }).click()
    const shopper = shopperOn(page, language)
    await shopper.openCheckout()
    await shopper.checkOut({ name, phone, email: `m${phone}@example.com` }, async () => {})
    // Away from the page where a card is paid, and back to the shop, which shows the order that waits.
    await page.goto('/s/chiri')
    await untilAlive(page)
    await page.getByRole('button', { name: say.add }).click()
    await shopper.openCheckout()
    const link = page.getByRole('dialog').getByRole('link', { name: say.see })
    await page.goto((await link.getAttribute('href')) ?? '')
    await page.getByRole('button', { name: say.other }).click()
    await page.getByRole('radio', { name: say.atm }).check()
    await expectAccessible(page, 'the ways to pay an order')
    await page.getByRole('main').getByRole('button', { name: say.pay }).first().click()
    await shopper.play('pay')
    await shopper.waitPaid()
  },
)
