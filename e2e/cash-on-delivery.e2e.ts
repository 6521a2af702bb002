import { test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, type ShopperLanguage, untilAlive } from './harness/shopper.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    confirmed: '訂單成立',
    lead: /收到商品時付款 NT\$/,
    state: '貨到付款',
    open: /^貨到付款 NT\$[\d,]+，還沒收款$/,
    receive: '確認收款',
    paid: '已付款',
    cancel: '取消訂單',
    cancelled: '訂單已取消',
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    confirmed: 'Order confirmed',
    lead: /Pay NT\$[\d,]+ when you receive it/,
    state: 'Cash on delivery',
    open: /^Cash on delivery, NT\$[\d,]+ not collected yet$/,
    receive: 'Record payment',
    paid: 'Paid',
    cancel: 'Cancel order',
    cancelled: 'Order canceled',
  },
} as const

/** Orders on a phone, to be paid at the door. */
const orders = async (language: ShopperLanguage, name: string, phone: string) => {
  const say = words[language]
  const { page } = await visitor({ name, shape: 'phone', language })
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: say.add }).click()
  const shopper = shopperOn(page, language)
  await shopper.openCheckout()
  const look = (state: string) => expectAccessible(page, state)
  await shopper.checkOut({ name, phone, email: `t${phone}@example.com` }, look, 'cod')
  await page.getByRole('heading', { level: 1, name: say.confirmed }).waitFor()
  await page.getByText(say.lead).waitFor()
  await look('an order that is paid on delivery')
  return { page, shopper }
}

/** The merchant opens the order among those to be paid on delivery. */
const openOrder = async (language: ShopperLanguage, name: string) => {
  const say = words[language]
  const { page } = await visitor({ name: 'merchant', shape: 'desktop', language })
  await logIn(page)
  await page.goto('/manage-orders?paymentState=onDelivery')
  const row = page.getByRole('row', { name })
  await row.getByText(say.state).first().waitFor()
  await row.locator('a[href*="order="]').first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByText(say.open).waitFor()
  return { page, drawer }
}

test('JOURNEY-352 A buyer orders to be paid at the door; the merchant collects the money, and the order page shows it paid', async () => {
  const say = words['zh-TW']
  const { page: phone, shopper } = await orders('zh-TW', '林到付', '0922335201')
  const { page, drawer } = await openOrder('zh-TW', '林到付')
  await expectAccessible(page, 'an order to be collected')
  await drawer.getByRole('button', { name: say.receive }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: say.receive }).click()
  await drawer.getByText(say.paid, { exact: true }).first().waitFor()
  await drawer.getByText(say.open).waitFor({ state: 'detached' })
  // Days later.
  await phone.reload()
  await shopper.waitPaid()
})

test('JOURNEY-353 In English, the buyer thinks again before it is sent: the order is canceled, and the merchant sees it', async () => {
  const say = words.en
  const { page } = await orders('en', 'Lin Door', '0922335301')
  const merchant = await openOrder('en', 'Lin Door')
  await page.getByRole('button', { name: say.cancel }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.cancel }).click()
  await page.getByRole('heading', { level: 1, name: say.cancelled }).waitFor()
  await merchant.drawer.getByText(say.open).waitFor({ state: 'detached', timeout: 60_000 })
})
