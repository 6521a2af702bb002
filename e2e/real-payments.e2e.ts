import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { aNewShop, newShopPassword } from './harness/new-shop.ts'
import { shopperOn, type ShopperLanguage, untilAlive } from './harness/shopper.ts'
import { startStandIn } from './harness/stand-in.ts'

// Payments by companies that are processes of their own here, with keys and signing code of their own.
const [ecpay, linepay] = await Promise.all([startStandIn('ecpay'), startStandIn('linepay')])
const { visitor, server } = useJourney({
  env: { KAIMAI_DEMO: '0', KAIMAI_SANDBOX: '0', ECPAY_URL: ecpay, LINEPAY_URL: linepay },
})

const words = {
  'zh-TW': {
    code: /^等您轉帳 NT\$/,
    cancel: '取消訂單',
    cancelled: '訂單已取消',
    late: '已付款（逾時後入帳）',
    lateForStaff: '逾期後付款，已重新保留',
    failed: '這次沒有付成功',
    other: '改用其他付款方式',
    again: /^再付一次 NT\$/,
  },
  en: {
    code: /^Transfer NT\$/,
    cancel: 'Cancel order',
    cancelled: 'Order canceled',
    late: 'Paid (after the deadline)',
    lateForStaff: 'Paid late. Items reserved again',
    failed: 'Payment failed',
    other: 'Use another payment method',
    again: /^Try again: pay NT\$/,
  },
} as const

/** A shop that takes cards and transfers by ECPay, and LINE Pay. */
const aShopThatTakesMoney = async (account: string) => {
  const shop = await aNewShop(server().url, account)
  const { gateways } = await shop.settings()
  const terms = { offered: true, fee: 0, least: null, most: null, holdMinutes: null } as const
  await shop.change({
    gateways: { ...gateways, ecpay: '3002607', linepay: '1654180534' },
    secrets: {
      ecpayHashKey: 'pwFHCqoQZGmho4w6',
      ecpayHashIv: 'EkRm7iFT261dpevs',
      linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639',
    },
    paymentMethods: [
      { method: 'card', gateway: 'ecpay', ...terms },
      { method: 'atm', gateway: 'ecpay', ...terms },
      { method: 'linePay', gateway: 'linepay', ...terms },
    ],
  })
  await shop.endTestMode()
  return shop
}

const cases = (['zh-TW', 'en'] as const).flatMap((language) =>
  (['phone', 'desktop'] as const).map((shape) => ({ language, shape })),
)

const play = async (company: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  (await fetch(`${company}/_play`, { method: 'POST', body: new URLSearchParams(fields) })).text()

const toEcpay = (request: Request): boolean => request.url().startsWith(ecpay) && request.method() === 'POST'

/** From the shop's page to the payment company's, with one piece; answers its number there, and the way back from it. */
const buy = async (page: Page, language: ShopperLanguage, account: string, way: 'company' | 'atm') => {
  await page.goto(`/s/${account}`)
  await untilAlive(page)
  await page
    .getByRole('button', { name: /手沖壺/ })
    .last()
    .click()
  const shopper = shopperOn(page, language)
  await shopper.openCheckout()
  const posted = page.waitForRequest(toEcpay)
  await shopper.checkOut(
    { name: '林付款', phone: '0922333555', email: `${account}-buyer@example.com` },
    async () => {},
    way,
  )
  const fields = new URLSearchParams((await posted).postData() ?? '')
  await page.waitForURL(`${ecpay}/**`)
  const back = async () => {
    await page.goto(fields.get('ClientBackURL') ?? '')
    await page.waitForURL('**/order/*')
  }
  return { shopper, reference: fields.get('MerchantTradeNo') ?? '', back }
}

test.each(cases)(
  'JOURNEY-341 Who pays an ATM’s account although the order has ended still gets the pieces, and both sides read that it came late ($language, $shape)',
  async ({ language, shape }) => {
    const say = words[language]
    const account = `atm-${language.toLowerCase()}-${shape}`
    const shop = await aShopThatTakesMoney(account)
    const { page } = await visitor({ name: 'buyer', shape, language })
    const { shopper, reference, back } = await buy(page, language, account, 'atm')
    expect(await play(ecpay, { MerchantTradeNo: reference, outcome: 'code' })).toContain('1|OK')
    await back()
    await page.getByRole('heading', { level: 1, name: say.code }).waitFor()
    await page.getByText('5219 1111 2222 3333').waitFor()
    await expectAccessible(page, 'an account to transfer to')
    await page.getByRole('button', { name: say.cancel }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.cancel }).click()
    await page.getByRole('heading', { level: 1, name: say.cancelled }).waitFor()
    expect(await shop.stock()).toBe(8)

    expect(await play(ecpay, { MerchantTradeNo: reference, outcome: 'pay' })).toContain('1|OK')
    // The page of an order that has ended asks no more by itself.
    await page.reload()
    await shopper.waitPaid()
    await page.getByText(say.late).waitFor()
    await expectAccessible(page, 'an order that was paid late')
    expect(await shop.stock()).toBe(7)

    const merchant = await visitor({ name: 'merchant', shape, language })
    await logIn(merchant.page, account, newShopPassword)
    await merchant.page.goto('/manage-orders')
    await merchant.page.locator('main a[href*="order="]').first().click()
    await merchant.page.getByRole('dialog').getByText(say.lateForStaff).waitFor()
  },
)

test.each(cases)(
  'JOURNEY-342 A card that fails is followed by LINE Pay on the same order, which is paid once ($language, $shape)',
  async ({ language, shape }) => {
    const say = words[language]
    const account = `line-${language.toLowerCase()}-${shape}`
    const shop = await aShopThatTakesMoney(account)
    const { page } = await visitor({ name: 'buyer', shape, language })
    const { shopper, reference, back } = await buy(page, language, account, 'company')
    expect(await play(ecpay, { MerchantTradeNo: reference, outcome: 'fail' })).toContain('1|OK')
    await back()
    await shopper.waitFailed()
    await page.getByRole('button', { name: say.other }).click()
    await page.getByRole('radio', { name: 'LINE Pay' }).check()
    await expectAccessible(page, 'another way to pay')

    // The stand-in of LINE Pay names a page that it does not serve.
    await page.route('http://127.0.0.1/pay/*', (route) => route.fulfill({ contentType: 'text/html', body: 'LINE Pay' }))
    await page.getByRole('button', { name: say.again }).click()
    await page.waitForURL('http://127.0.0.1/pay/*')
    const transactionId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.goto(await play(linepay, { transactionId, outcome: 'approve' }))
    await page.waitForURL('**/order/*')
    await shopper.waitPaid()
    await page.reload()
    await shopper.waitPaid()
    expect(await play(linepay, { transactionId, outcome: 'look' })).toMatch(/^captured 1 /)
    expect(await shop.stock()).toBe(7)
  },
)
