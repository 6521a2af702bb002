import { test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, type ShopperLanguage, untilAlive } from './harness/shopper.ts'

const { visitor } = useJourney()

const words = {
  'zh-TW': {
    add: '加入購物車：霧白手捏飯碗',
    cancel: '取消訂單',
    question: /^取消訂單 .+ 並退款？$/,
    money: /將退還 NT\$[\d,]+ 給買家。款項由金流退回原付款方式.*商品會立刻重新上架/,
    keep: '先不要',
    do: /^取消並退款 NT\$/,
    done: /^訂單已取消，退款 NT\$/,
    restocked: '商品已重新上架',
    cancelled: '訂單已取消',
    lead: /賣家已取消，款項會退還給您/,
    refunds: '退款',
    refunded: '已退款',
  },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    cancel: 'Cancel order',
    question: /^Cancel order .+ and refund it\?$/,
    money: /The customer is refunded NT\$[\d,]+\. The payment provider returns it .* go back on sale right away/,
    keep: 'Keep order',
    do: /^Cancel and refund NT\$/,
    done: /^Order canceled\. NT\$[\d,]+ refunded$/,
    restocked: 'Items back on sale',
    cancelled: 'Order canceled',
    lead: /The seller canceled it and you’ll be refunded/,
    refunds: 'Refunds',
    refunded: 'Refunded',
  },
} as const

/** Buys a bowl on a phone and pays it; the merchant cancels the order before it is sent. */
const cancelPaid = async (
  language: ShopperLanguage,
  shape: 'phone' | 'desktop',
  { name, phone }: { readonly name: string; readonly phone: string },
) => {
  const say = words[language]
  const buyer = await visitor({ name, shape: 'phone', language })
  await buyer.page.goto('/s/chiri')
  await untilAlive(buyer.page)
  await buyer.page.getByRole('button', { name: say.add }).click()
  const shopper = shopperOn(buyer.page, language)
  await shopper.openCheckout()
  await shopper.checkOut({ name, phone, email: `c${phone}@example.com` }, async () => {})
  await shopper.play('pay')
  await shopper.waitPaid()

  const { page } = await visitor({ name: 'merchant', shape, language })
  await logIn(page)
  await page.goto(`/manage-orders?paymentState=paid&q=${encodeURIComponent(name)}`)
  await page
    .getByRole('link', { name: new RegExp(name) })
    .or(page.getByRole('row', { name: new RegExp(name) }).locator('a[href*="order="]'))
    .first()
    .click()
  const drawer = page.getByRole('dialog').first()
  // Thought better of, once.
  await drawer.getByRole('button', { name: say.cancel }).click()
  const question = page.getByRole('dialog', { name: say.question })
  await question.getByText(say.money).waitFor()
  await expectAccessible(page, 'the question before a paid order is cancelled')
  await question.getByRole('button', { name: say.keep }).click()
  await question.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: say.cancel }).click()
  await question.getByRole('button', { name: say.do }).click()
  await page.getByText(say.done).waitFor()
  await drawer.getByText(say.restocked).waitFor()
  await drawer.getByRole('button', { name: say.cancel }).waitFor({ state: 'detached' })
  await expectAccessible(page, 'a paid order that was cancelled')

  await buyer.page.reload()
  await buyer.page.getByRole('heading', { level: 1, name: say.cancelled }).waitFor()
  await buyer.page.getByText(say.lead).waitFor()
  const refunds = buyer.page.getByRole('region', { name: say.refunds })
  await refunds.getByText(say.refunded, { exact: true }).waitFor()
  await expectAccessible(buyer.page, 'the page of a paid order that was cancelled')
}

test('JOURNEY-370 A merchant cancels a paid order before it is sent; the buyer sees it cancelled and what comes back', () =>
  cancelPaid('zh-TW', 'desktop', { name: '林取消', phone: '0922337001' }))

test('JOURNEY-371 In English, on a phone, a merchant cancels a paid order before it is sent', () =>
  cancelPaid('en', 'phone', { name: 'Lin Cancel', phone: '0922337101' }))
