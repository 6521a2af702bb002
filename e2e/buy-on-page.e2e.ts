import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { untilStill } from './harness/axe.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { holdScripts } from './harness/late-scripts.ts'
import { type Shopper, type ShopperLanguage, shopperOn, untilAlive } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

const shop = '/s/chiri'
/** Somebody new each time: a limit per person counts phone and e-mail over all browsers. */
let shoppers = 0
const aShopper = (): Shopper => {
  shoppers += 1
  return { name: '陳安', phone: `09223334${40 + shoppers}`, email: `ann${shoppers}@example.com` }
}
const sizes = { phone: [360, 740], lying: [844, 390], desktop: [1280, 800] } as const

const bowl = {
  'zh-TW': { add: '加入購物車：霧白手捏飯碗', more: '霧白手捏飯碗 多一件', checkOut: /^結帳 NT\$1,360 ?，2 件$/ },
  en: {
    add: 'Add to cart: 霧白手捏飯碗',
    more: 'Increase 霧白手捏飯碗',
    checkOut: /^Check out NT\$1,360 ?, 2 items$/,
  },
} as const

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Two bowls in the cart. */
const addBowls = async (page: Page, language: ShopperLanguage = 'zh-TW'): Promise<void> => {
  await untilAlive(page)
  await button(page, bowl[language].add).click()
  await button(page, bowl[language].more).click()
  await button(page, bowl[language].checkOut).waitFor()
}

/** Goes on by Tab until the focus is on what is called so. */
const tabTo = async (page: Page, role: 'button' | 'textbox', name: string | RegExp): Promise<void> => {
  const wanted = page.getByRole(role, { name })
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press('Tab')
    const isThere = await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))
    if (isThere) return
  }
  throw new Error(`no Tab leads to ${String(name)}`)
}

test.each(['phone', 'lying', 'desktop'] as const)(
  'JOURNEY-1 %s: what lies in the cart survives a reload, is bought on the page, and the order leads back',
  async (shape) => {
    const { page } = await visitor({ name: shape, shape: shape === 'desktop' ? 'desktop' : 'phone' })
    const ann = aShopper()
    const [width, height] = sizes[shape]
    await page.setViewportSize({ width, height })
    await page.goto(shop)
    await addBowls(page)
    expect(await pxTooWide(page), 'the page').toBe(0)
    await page.reload()
    const shopper = shopperOn(page)
    await shopper.openCheckout()
    await shopper.checkOut(ann, async (state) => {
      if (state === 'delivery') {
        // Whoever reloads in the middle is not asked again for what was typed.
        await page.reload()
        await shopper.openCheckout()
        await page.getByRole('dialog').getByText(ann.email).waitFor()
        expect(await page.getByRole('textbox', { name: '姓名', exact: true }).count()).toBe(0)
        await shopper.openSection('delivery')
      }
      expect(await pxTooWide(page), state).toBe(0)
    })
    await shopper.play('pay')
    await shopper.waitPaid()
    expect(await page.getByText('霧白手捏飯碗').count()).toBe(1)
    await page.getByRole('link', { name: '回到銷售頁' }).click()
    await button(page, bowl['zh-TW'].add).waitFor()
    expect(await button(page, /^結帳/).count(), 'the cart is empty').toBe(0)
  },
)

test('JOURNEY-2 Without a mouse: Tab, Enter and Space buy', async () => {
  const { page } = await visitor({ name: '鍵盤', shape: 'desktop' })
  const { keyboard } = page
  await page.goto(shop)
  await untilAlive(page)
  await tabTo(page, 'button', bowl['zh-TW'].add)
  await keyboard.press('Enter')
  // The focus goes on where the button was.
  await button(page, bowl['zh-TW'].more).and(page.locator(':focus')).waitFor()
  await keyboard.press('Space')
  await tabTo(page, 'button', bowl['zh-TW'].checkOut)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  const ann = aShopper()
  const type = async (name: string, text: string): Promise<void> => {
    await tabTo(page, 'textbox', new RegExp(`^${name}$`))
    await keyboard.type(text)
  }
  await type('姓名', ann.name)
  await type('手機', ann.phone)
  await type('Email', ann.email)
  // The button says what is missing, and brings it into hand.
  await tabTo(page, 'button', /^選門市後付款 NT\$/)
  await keyboard.press('Enter')
  await page.getByRole('searchbox', { name: '找門市' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('鶯陶')
  await tabTo(page, 'button', /^7-ELEVEN 鶯陶門市/)
  await keyboard.press('Enter')
  await page.getByRole('button', { name: '修改：配送' }).and(page.locator(':focus')).waitFor()
  await tabTo(page, 'button', /^付款 NT\$/)
  await keyboard.press('Enter')
  await page.waitForURL('**/sandbox-pay/*')
  await page.getByRole('button', { name: /^付款成功/ }).waitFor()
  await tabTo(page, 'button', /^付款成功/)
  await keyboard.press('Enter')
  await page.waitForURL('**/order/*')
  await shopperOn(page).waitPaid()
})

test('JOURNEY-3 A tap before the scripts have come is made good once they have, once', async () => {
  const { page, context } = await visitor({ name: '手快的人', shape: 'phone' })
  const { asked, letThrough } = await holdScripts(context)
  await page.goto(shop, { waitUntil: 'commit' })
  const add = button(page, bowl['zh-TW'].add)
  await asked
  await add.click()
  await add.click()
  expect(await add.count(), 'nothing has happened yet').toBe(1)
  letThrough()
  await button(page, /^結帳 NT\$680 ?，1 件$/).waitFor()
})

test('JOURNEY-4 Two tabs show one cart, and what was ordered in one is gone from the other', async () => {
  const { page, newTab } = await visitor({ name: '兩個分頁', shape: 'phone' })
  const ann = aShopper()
  await page.goto(shop)
  const other = await newTab()
  await other.goto(shop)
  await addBowls(page)
  await button(other, bowl['zh-TW'].checkOut).waitFor()
  const shopper = shopperOn(page)
  await shopper.openCheckout()
  await shopper.checkOut(ann, async () => {})
  await button(other, bowl['zh-TW'].add).waitFor()
  expect(await button(other, /^結帳/).count()).toBe(0)
  // Back from the gateway, the order stands and waits: it is not ordered again.
  await page.goto(shop)
  await addBowls(page)
  await shopper.openCheckout()
  await page.getByRole('dialog').getByText('訂單已成立，還沒付款').waitFor()
})

test('JOURNEY-5 A cart of yesterday is checked against today: what changed is told, at today’s price', async () => {
  const { page } = await visitor({ name: '隔天', shape: 'phone' })
  await page.goto(shop)
  await addBowls(page)
  await page.evaluate(() => {
    const name = 'kaimai.sale.chiri'
    const [line] = JSON.parse(localStorage.getItem(name) ?? '[]') as object[]
    const gone = { variantId: '00000000-0000-7000-8000-000000000000', quantity: 1, price: 100, name: '舊茶杯' }
    localStorage.setItem(name, JSON.stringify([{ ...line, price: 65000 }, gone]))
  })
  await page.reload()
  const note = page.getByRole('status').filter({ hasText: '購物車有變動' })
  await note.waitFor()
  expect(await note.textContent()).toMatch(/霧白手捏飯碗 NT\$650 NT\$680.*「舊茶杯」目前買不到，已移出/)
  await expectAccessible(page, 'what changed')
  await note.getByRole('button', { name: '知道了' }).click()
  await note.waitFor({ state: 'detached' })
  await button(page, bowl['zh-TW'].checkOut).waitFor()
})

test('JOURNEY-6 Without a line the page says so, the order waits, and what was typed stays', async () => {
  const buyer = await visitor({ name: '斷線', shape: 'phone' })
  const ann = aShopper()
  buyer.announce(/ERR_INTERNET_DISCONNECTED/)
  const { page, context } = buyer
  await page.goto(shop)
  await addBowls(page)
  const shopper = shopperOn(page)
  await shopper.openCheckout()
  await shopper.checkOut(ann, async (state) => {
    if (state !== 'invoice') return
    await context.setOffline(true)
    const sheet = page.getByRole('dialog')
    await sheet.getByText('目前沒有網路。填好的資料都留著').waitFor()
    expect(await sheet.getByRole('button', { name: /^付款/ }).isDisabled()).toBe(true)
    await expectAccessible(page, 'offline')
    await sheet.getByRole('button', { name: '關閉' }).click()
    await page.getByText('目前沒有網路，購物車留在這台裝置上').waitFor()
    await context.setOffline(false)
    await shopper.openCheckout()
    await sheet.getByText(ann.email).waitFor()
  })
})

test('JOURNEY-7 At 200 % zoom, and on the narrowest screens, nothing is cut off at the side', async () => {
  const { page } = await visitor({ name: '放大', shape: 'desktop' })
  for (const [width, height] of [
    [640, 400],
    [320, 400],
    [180, 370],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(shop)
    expect(await pxTooWide(page), `${width}: the page`).toBe(0)
    await untilAlive(page)
    // From the second width on the cart is kept.
    if (width === 640) await button(page, bowl['zh-TW'].add).click()
    await button(page, /^結帳/).click()
    const sheet = page.getByRole('dialog')
    await shopperOn(page).checkoutStands()
    const fits = async () => {
      await untilStill(page)
      return sheet.evaluate((dialog) => dialog.scrollWidth <= document.documentElement.clientWidth)
    }
    await sheet.getByRole('textbox', { name: '姓名', exact: true }).waitFor()
    expect(await fits(), `${width}: the checkout`).toBe(true)
    for (const section of ['delivery', 'payment', 'invoice'] as const) {
      await shopperOn(page).openSection(section)
      expect(await fits(), `${width}: ${section}`).toBe(true)
    }
  }
})

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-8 %s: axe finds nothing from the page to the payment',
  async (language) => {
    const { page } = await visitor({ name: language, shape: 'phone', language })
    const ann = aShopper()
    await page.goto(shop)
    await expectAccessible(page, 'the page')
    await page
      .getByRole('button', { name: language === 'en' ? /^Choose: / : /^選規格：/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the kinds')
    await page.keyboard.press('Escape')
    await addBowls(page, language)
    await expectAccessible(page, 'with a cart')
    const shopper = shopperOn(page, language)
    await shopper.openCheckout()
    await shopper.checkOut(ann, (state) => expectAccessible(page, state))
  },
)
