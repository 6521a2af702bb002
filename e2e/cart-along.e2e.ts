import { expect, test } from 'vitest'
import type { Visitor } from './harness/browser.ts'
import { startSale } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { type ShopperLanguage, shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()

const words = {
  'zh-TW': { hold: '已為您保留', brought: '已帶入您剛才的購物車', cart: '購物車，2 件' },
  en: { hold: 'Held for you', brought: 'Your cart came along', cart: 'Cart, 2 items' },
} as const

const come = async ({ page }: Visitor, language: ShopperLanguage, mark: string): Promise<void> => {
  const say = words[language]
  const { path, form } = await startSale(server().url, `先逛再報名 ${mark}`, `along-${mark}`)
  const shopper = shopperOn(page, language)
  await page.goto(path)
  await shopper.write('A01 +2')
  await page.getByRole('dialog').getByRole('textbox').fill('佳穎')
  await page.getByRole('dialog').locator('[type=submit]').click()
  await page.getByRole('log').locator('li[data-note]').filter({ hasText: say.hold }).first().waitFor()

  // The live runs: whoever signs up is led into the room, by a link of their own.
  await page.goto(form)
  await shopper.signUp({ name: '林佳穎', phone: `0912 345 8${mark}`, email: `along${mark}@example.com` })
  await page.waitForURL((url) => url.pathname.startsWith('/stream/') && !url.pathname.endsWith('/anonymous'))
  await page.getByText(say.brought).waitFor()
  await expectAccessible(page, 'the room that a cart came along to')
  const cart = page.getByRole('button', { name: say.cart })
  await cart.waitFor()
  // It comes along once: a reload says nothing of it, and the cart is there.
  await page.reload()
  await cart.waitFor()
  expect(await page.getByText(say.brought).count()).toBe(0)
}

test('JOURNEY-330 Who orders by comment and then signs up on the phone finds the cart by the personal link', async () => {
  await come(await visitor({ name: '先逛的人', shape: 'phone' }), 'zh-TW', '11')
})

test('JOURNEY-331 In English too', async () => {
  await come(await visitor({ name: 'who looks first', shape: 'phone', language: 'en' }), 'en', '12')
})
