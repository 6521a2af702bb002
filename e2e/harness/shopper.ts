import type { Locator, Page } from 'playwright-core'

export interface Shopper {
  readonly name: string
  readonly phone: string
  readonly email: string
}

/** The words on the audience's buttons and fields, as each language has them. */
const words = {
  'zh-TW': {
    name: '姓名',
    phone: '手機',
    email: 'Email',
    consent: /^我同意/,
    signUp: /^(報名並進入直播間|免費報名)/,
    message: '留言',
    send: '送出留言',
    add: /^把.*加入購物車$/,
    products: /^全部 \d+ 件商品$/,
    seeCart: /^看購物車/,
    cart: /^購物車/,
    sections: { delivery: '配送', payment: '付款', invoice: '發票' },
    delivery: '自取',
    payment: '信用卡',
    transfer: '銀行匯款',
    atm: 'ATM 轉帳',
    cod: '貨到付款',
    home: '宅配到府',
    address: ['縣市', '鄉鎮市區', '地址'],
    confirm: '送出訂單',
    report: '已匯款，填寫後五碼',
    lastFive: '帳號後五碼',
    sendDigits: '送出',
    reported: '等賣家確認款項',
    carrier: 'Email 載具',
    pay: /^付款 NT\$/,
    payLater: /後付款 NT\$/,
    again: /^再付一次/,
    outcomes: { pay: /^付款成功/, fail: /^付款失敗/ },
    paid: '付款完成',
    failed: '這次沒有付成功',
    fullName: '姓名',
    mobile: '手機',
    checkOut: /^結帳 NT\$/,
  },
  en: {
    name: 'Full name',
    phone: 'Mobile',
    email: 'Email',
    consent: /^I agree/,
    signUp: /^Sign up/,
    message: 'Comment',
    send: 'Send',
    add: /^Add .* to cart$/,
    products: /^All \d+ products$/,
    seeCart: /^View cart/,
    cart: /^Cart/,
    sections: { delivery: 'Delivery', payment: 'Payment', invoice: 'Invoice' },
    delivery: 'Local pickup',
    payment: 'Credit card',
    transfer: 'Bank transfer',
    atm: 'ATM transfer',
    cod: 'Cash on delivery',
    home: 'Home delivery',
    address: ['County or city', 'District', 'Address'],
    confirm: 'Place order',
    report: 'I’ve made the transfer',
    lastFive: 'Last five digits',
    sendDigits: 'Send',
    reported: 'Waiting for the seller to confirm',
    carrier: 'By email',
    pay: /^Pay NT\$/,
    payLater: /to pay NT\$/,
    again: /^Try again/,
    outcomes: { pay: /^Payment succeeds/, fail: /^Payment fails/ },
    paid: 'Payment complete',
    failed: 'Payment failed',
    fullName: 'Full name',
    mobile: 'Mobile',
    checkOut: /^Check out NT\$/,
  },
} as const

export type ShopperLanguage = keyof typeof words

/**
 * Until the room that the demo's form leads to is open, in milliseconds: where its session is about to end, it is the next
 * one's, which begins within a minute.
 */
export const demoOpensMs = 150_000

/** The page's scripts have taken over what the selector finds: before that a click there may lead to nothing. */
export const untilAlive = async (page: Page, selector = '[data-buy] button', timeout = 60_000): Promise<void> => {
  await page.waitForFunction(
    (sought) => {
      const control = document.querySelector(sought)
      return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps'))
    },
    selector,
    { timeout },
  )
}

/** What a viewer does with a page of the audience, by what is written on it. */
export const shopperOn = (page: Page, language: ShopperLanguage = 'zh-TW') => {
  const say = words[language]
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const lines = page.getByRole('log').getByRole('listitem')
  const checkoutStands = async (): Promise<void> => {
    const press = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name, disabled: false })
    await press(say.pay).or(press(say.payLater)).waitFor()
  }
  const openSection = async (section: 'delivery' | 'payment' | 'invoice'): Promise<void> => {
    const part = page.getByRole('dialog').getByRole('region', { name: say.sections[section], exact: true })
    const folded = part.getByRole('button', { expanded: false })
    const open = part.getByRole('button', { expanded: true })
    // Its line may not be drawn yet when the sheet stands.
    await folded.or(open).waitFor()
    if (await folded.isVisible()) await folded.click()
    await open.waitFor()
  }
  const seen = (text: string): Locator => lines.filter({ hasText: text })

  return {
    /** Fills in the sign-up form that stands on the page and sends it. */
    signUp: async ({ name, phone, email }: Shopper): Promise<void> => {
      await page.getByRole('textbox', { name: say.name, exact: true }).fill(name)
      await page.getByRole('textbox', { name: say.phone, exact: true }).fill(phone)
      await page.getByRole('textbox', { name: say.email, exact: true }).fill(email)
      await page.getByRole('checkbox', { name: say.consent }).check()
      // Above a running live stands another one, which leads to the form.
      await button(say.signUp).and(page.locator('[type="submit"]')).click()
    },
    /** Lines of the chat that hold these words. */
    seen,
    write: async (text: string): Promise<void> => {
      await page.getByRole('textbox', { name: say.message, exact: true }).fill(text)
      await page.getByRole('textbox', { name: say.message, exact: true }).press('Enter')
    },
    /** Puts the product that the host shows into the cart. */
    addShown: async (): Promise<void> => {
      await button(say.add).first().click()
    },
    openCart: () => button(say.cart).last().click(),
    /** On a sales page: from its bar into the checkout. */
    openCheckout: async (): Promise<void> => {
      await button(say.checkOut).click()
      await page.getByRole('dialog').waitFor()
    },
    /** Opens the list of products: a sheet on phones, a tab at a desk. */
    openProducts: async (): Promise<void> => {
      const tab = page.getByRole('tab').last()
      if (await tab.isVisible()) return tab.click()
      await button(say.products).click()
      await page.getByRole('dialog').waitFor()
    },
    /** Takes the first of the open list that has no variants, and goes on to the cart. */
    takeFromProducts: async (): Promise<void> => {
      const isSheet = await page.getByRole('dialog').isVisible()
      const shown = isSheet ? page.getByRole('dialog') : page.getByRole('main')
      await shown.getByRole('button', { name: say.add }).first().click()
      if (isSheet) await shown.getByRole('button', { name: say.seeCart }).click()
      else await button(say.cart).first().click()
    },
    /** The checkout stands, with what it knows filled in. */
    checkoutStands,
    /** Opens a line of the checkout, if it is not open by itself. */
    openSection,
    /**
     * From the open cart to the sandbox's page, or on the way to a payment company's, with the simplest of each choice; by
     * transfer, or in cash at the door of a home, to the order's own.
     */
    checkOut: async (
      { name, phone, email }: Shopper,
      look: (state: string) => Promise<void>,
      way: 'payment' | 'company' | 'atm' | 'transfer' | 'cod' = 'payment',
    ): Promise<void> => {
      const sheet = page.getByRole('dialog')
      await checkoutStands()
      await look('checkout')
      // Who signed up on this device is known.
      const fullName = sheet.getByRole('textbox', { name: say.fullName, exact: true })
      if (await fullName.isVisible()) {
        await fullName.fill(name)
        await sheet.getByRole('textbox', { name: say.mobile, exact: true }).fill(phone)
        await sheet.getByRole('textbox', { name: /^E-?mail$/ }).fill(email)
      }
      await openSection('delivery')
      if (way === 'cod') {
        await sheet.getByRole('radio', { name: say.home }).check()
        const [county, district, address] = say.address
        await sheet.getByRole('combobox', { name: county }).selectOption('新北市')
        await sheet.getByRole('combobox', { name: district }).selectOption('鶯歌區')
        await sheet.getByRole('textbox', { name: address, exact: true }).fill('窯前路 58 號')
      } else await sheet.getByRole('radio', { name: say.delivery }).check()
      await look('delivery')
      await openSection('payment')
      await sheet.getByRole('radio', { name: say[way === 'company' ? 'payment' : way] }).check()
      await look('payment')
      await openSection('invoice')
      await sheet.getByRole('radio', { name: say.carrier }).check({ force: true })
      await look('invoice')
      await sheet.getByRole('button', { name: way === 'cod' ? say.confirm : say.pay }).click()
      // A company's own page is elsewhere.
      if (way !== 'company' && way !== 'atm')
        await page.waitForURL(way === 'payment' ? '**/sandbox-pay/*' : '**/order/*')
    },
    /** On the page of an order that is paid by transfer: says from which account the money comes. */
    reportTransfer: async (lastFive: string): Promise<void> => {
      await button(say.report).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('textbox', { name: say.lastFive }).fill(lastFive)
      await sheet.getByRole('button', { name: say.sendDigits, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: say.reported }).waitFor()
    },
    /** What the built-in gateway is to do; it leads back to the order. */
    play: async (outcome: 'pay' | 'fail'): Promise<void> => {
      await button(say.outcomes[outcome]).click()
      await page.waitForURL('**/order/*')
    },
    waitPaid: () => page.getByRole('heading', { level: 1, name: say.paid }).waitFor({ timeout: 60_000 }),
    waitFailed: () => page.getByRole('heading', { level: 1, name: say.failed }).waitFor({ timeout: 60_000 }),
    payAgain: async (): Promise<void> => {
      await button(say.again).click()
      await page.waitForURL('**/sandbox-pay/*')
    },
  }
}
