import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { countedHands } from './harness/counted.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { type ShopperLanguage, shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

const firstPurchaseMax = 10
const nextPurchaseMax = 3

beforeAll(async () => {
  const { live, headers } = await startLive(server().url, '數一數', [['A01', 0]])
  const form = {
    signupName: '數一數',
    signupTitle: '數一數',
    customUrl: 'counted',
    published: true,
    sessionInfoList: [{ liveId: live.id, title: '', capacity: null }],
  }
  await callApi(server().url, signupRoutes.create, { body: form }, headers)
})

const words = {
  'zh-TW': {
    add: /^把.*加入購物車$/,
    cart: /^購物車/,
    store: /^選門市後付款 NT\$/,
    search: '找門市',
    found: /^7-ELEVEN 鶯陶門市/,
    pay: /^付款 NT\$/,
    again: '，資料沿用上次，看一眼就能付。',
  },
  en: {
    add: /^Add .* to cart$/,
    cart: /^Cart/,
    store: /^Choose store to pay NT\$/,
    search: 'Find a store',
    found: /^7-ELEVEN 鶯陶門市/,
    pay: /^Pay NT\$/,
    again: ', we filled in your details from last time.',
  },
} as const

/** From the hand on 'add' to the page that says it is paid; the gateway's own page is not counted. */
const purchase = async (
  page: Page,
  language: ShopperLanguage,
  fillIn: (hands: ReturnType<typeof countedHands>) => Promise<void>,
): Promise<number> => {
  const say = words[language]
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const hands = countedHands(page)
  await hands.click(button(say.add).first())
  await hands.click(button(say.cart).last())
  await page.getByRole('dialog').waitFor()
  await fillIn(hands)
  await hands.click(button(say.pay))
  await page.waitForURL('**/sandbox-pay/*')
  const shopper = shopperOn(page, language)
  await shopper.play('pay')
  await shopper.waitPaid()
  const { clicks, fields } = hands.counts()
  return clicks + fields
}

test.each(['zh-TW', 'en'] as const)(
  'JOURNEY-13 %s: who signed up buys for the first time with at most ten taps and fields, and again with three',
  async (language) => {
    const say = words[language]
    const { page } = await visitor({ name: `買家 ${language}`, shape: 'phone', language })
    await page.goto('/f/counted')
    await page.locator('button[type=submit]').waitFor()
    const phone = language === 'en' ? '0912345671' : '0912345670'
    await shopperOn(page, language).signUp({ name: '林佳穎', phone, email: `jia-${language}@example.com` })
    await page.waitForURL('**/stream/*/*')
    const link = page.url()

    const first = await purchase(page, language, async (hands) => {
      const sheet = page.getByRole('dialog')
      await sheet.getByText(`jia-${language}@example.com`).waitFor()
      await expectAccessible(page, 'a first checkout')
      await hands.click(sheet.getByRole('button', { name: say.store }))
      await page.getByRole('searchbox', { name: say.search }).and(page.locator(':focus')).waitFor()
      await hands.fill(page.getByRole('searchbox', { name: say.search }), '鶯陶')
      await expectAccessible(page, 'a search for a store')
      await hands.click(sheet.getByRole('button', { name: say.found }))
    })
    expect(first).toBeLessThanOrEqual(firstPurchaseMax)

    await page.goto(link)
    const next = await purchase(page, language, async () => {
      await page.getByRole('dialog').getByText(say.again).waitFor()
      await expectAccessible(page, 'a checkout of somebody who comes back')
    })
    expect(next).toBeLessThanOrEqual(nextPurchaseMax)
    console.info(`${language}: ${first} taps and fields, then ${next}`)
  },
)
