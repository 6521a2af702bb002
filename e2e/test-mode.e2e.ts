import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { aNewShop, newShopPassword } from './harness/new-shop.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { startStandIn } from './harness/stand-in.ts'

const ecpay = await startStandIn('ecpay')
// A server on which no play money counts, unless a shop is in test mode.
const { visitor, server } = useJourney({ env: { KAIMAI_DEMO: '0', KAIMAI_SANDBOX: '0', ECPAY_URL: ecpay } })

const words = {
  'zh-TW': {
    testing: '測試中：在這裡下單不會真的收款',
    chip: '測試中',
    title: '測試中：買家還不會真的付款',
    start: '開始收款',
    started: '已經開始收款',
    gateway: '綠界 ECPay',
    id: '特店編號 MerchantID',
    key: 'HashKey（綠界）',
    iv: 'HashIV（綠界）',
    replaceIv: '更換HashIV（綠界）',
    card: '信用卡',
    carrier: '由哪家金流收款',
    save: '儲存',
    check: '檢查綠界 ECPay',
    wrong: /^金鑰不正確/,
    right: '金鑰正確',
    none: /^還沒有訂單/,
  },
  en: {
    testing: 'Test mode: orders placed here aren’t charged',
    chip: 'Test mode',
    title: 'Test mode: shoppers aren’t charged yet',
    start: 'Start taking payments',
    started: 'You’re taking payments now',
    gateway: 'ECPay',
    id: 'MerchantID',
    key: 'HashKey (ECPay)',
    iv: 'HashIV (ECPay)',
    replaceIv: 'Replace HashIV (ECPay)',
    card: 'Credit card',
    carrier: 'Payment provider',
    save: 'Save',
    check: 'Check ECPay',
    wrong: /^Keys aren’t right/,
    right: 'Keys are right',
    none: /^No orders yet/,
  },
} as const

const cases = [
  { language: 'zh-TW', shape: 'desktop', account: 'dawn-goods' },
  { language: 'zh-TW', shape: 'phone', account: 'noon-goods' },
  { language: 'en', shape: 'phone', account: 'dusk-goods' },
  { language: 'en', shape: 'desktop', account: 'night-goods' },
] as const

test.each(cases)(
  'JOURNEY-340 A new shop is bought from in test mode, then takes its first real payment, and what was tried is gone ($language, $shape)',
  async ({ language, shape, account }) => {
    const say = words[language]
    const shop = await aNewShop(server().url, account)
    const { stock, settings } = shop

    const buy = async (name: string, email: string) => {
      const { page } = await visitor({ name, shape, language })
      await page.goto(`/s/${account}`)
      await untilAlive(page)
      await page
        .getByRole('button', { name: /手沖壺/ })
        .last()
        .click()
      const shopper = shopperOn(page, language)
      await shopper.openCheckout()
      return { page, shopper, person: { name, phone: '0922333444', email } }
    }

    const tried = await buy('林試買', `try-${account}@example.com`)
    await tried.page.getByText(say.testing).waitFor({ state: 'attached' })
    await tried.shopper.checkOut(tried.person, async () => {})
    await tried.shopper.play('pay')
    await tried.shopper.waitPaid()
    await tried.page.getByText(say.testing).waitFor()
    await expectAccessible(tried.page, 'an order of a test')
    expect(await stock()).toBe(7)

    const { page } = await visitor({ name: 'merchant', shape, language })
    await logIn(page, account, newShopPassword)
    await page.getByRole('link', { name: say.chip }).click()
    const card = page.getByRole('region', { name: say.title })
    await card.waitFor()
    expect(await card.getByRole('button', { name: say.start }).isDisabled()).toBe(true)
    await page.locator('summary').filter({ hasText: say.gateway }).click()
    await page.getByLabel(say.id).fill('3002607')
    await page.getByLabel(say.key).fill('pwFHCqoQZGmho4w6')
    await page.getByLabel(say.iv).fill('a-wrong-one-here')
    const method = page.getByRole('group', { name: say.card, exact: true })
    await method.getByLabel(say.carrier).click()
    await page.getByRole('option', { name: say.gateway, exact: true }).click()
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await card.getByRole('button', { name: say.check }).click()
    await card.getByText(say.wrong).waitFor()
    await expectAccessible(page, 'keys that are not right')

    expect((await settings()).testMode).toBe(true)
    await page.getByRole('button', { name: say.replaceIv }).click()
    await page.getByRole('textbox', { name: say.iv }).fill('EkRm7iFT261dpevs')
    await page.getByRole('button', { name: say.save, exact: true }).click()
    await page.getByRole('button', { name: say.save, exact: true }).waitFor({ state: 'hidden' })
    await card.getByRole('button', { name: say.check }).click()
    await card.getByText(say.right, { exact: true }).waitFor()
    await card.getByRole('button', { name: say.start }).click()
    const question = page.getByRole('dialog')
    await expectAccessible(page, 'whether to take real payments')
    await question.getByRole('button', { name: say.start }).click()
    await page.getByText(say.started).waitFor()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: say.chip }).waitFor({ state: 'detached' })
    await expect.poll(stock).toBe(8)
    await page.goto('/manage-orders')
    await page.getByText(say.none).waitFor()

    const first = await buy('林第一', `first-${account}@example.com`)
    expect(await first.page.getByText(say.testing).count()).toBe(0)
    // The payment company's own page: the browser posts its form there.
    const posted = first.page.waitForRequest(
      (request) => request.url().startsWith(ecpay) && request.method() === 'POST',
    )
    await first.shopper.checkOut(first.person, async () => {}, 'company')
    const reference = new URLSearchParams((await posted).postData() ?? '').get('MerchantTradeNo') ?? ''
    await first.page.waitForURL(`${ecpay}/**`)
    const said = await fetch(`${ecpay}/_play`, {
      method: 'POST',
      body: new URLSearchParams({ MerchantTradeNo: reference, outcome: 'pay' }),
    })
    expect(await said.text()).toContain('1|OK')
    await page.reload()
    await page
      .getByRole('row', { name: '林第一' })
      .or(page.getByRole('listitem').filter({ hasText: '林第一' }))
      .first()
      .waitFor()
    expect(await stock()).toBe(7)
  },
)
