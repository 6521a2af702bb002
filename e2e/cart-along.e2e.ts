import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

/** A live that sells one product, and its form. */
const aSale = async (name: string, customUrl: string) => {
  const { live, headers, path } = await startLive(server().url, name, [['A01', 0]])
  const body = {
    signupName: name,
    signupTitle: name,
    customUrl,
    sessionInfoList: [{ liveId: live.id, title: '今晚', capacity: null }],
    published: true,
  }
  await callApi(server().url, signupRoutes.create, { body }, headers)
  return { path, form: `/f/${customUrl}` }
}

const words = {
  'zh-TW': {
    hold: '已為您保留',
    name: '姓名',
    phone: '手機',
    agree: /^我同意/,
    signUp: /^免費報名/,
    done: '報名成功',
    brought: '已帶入您剛才的購物車',
    cart: '購物車 2 件',
  },
  en: {
    hold: 'Held for you',
    name: 'Full name',
    phone: 'Mobile',
    agree: /^I agree/,
    signUp: /^Sign up free/,
    done: 'Sign up success',
    brought: 'Your cart came along',
    cart: 'Cart, 2 items',
  },
} as const

/** Signs up, and answers where the personal link leads. */
const signUp = async (page: Page, language: keyof typeof words, form: string, mark: string): Promise<string> => {
  const say = words[language]
  await page.goto(form)
  await page.locator('button[type=submit]').waitFor()
  await page.getByRole('textbox', { name: say.name, exact: true }).fill('林佳穎')
  await page.getByRole('textbox', { name: say.phone, exact: true }).fill(`0912 345 8${mark}`)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`along${mark}@example.com`)
  await page.getByRole('checkbox', { name: say.agree }).check()
  await page.getByRole('button', { name: say.signUp }).click()
  await page.getByRole('heading', { level: 1, name: say.done }).waitFor()
  return new URL((await page.getByRole('link', { name: /\/stream\// }).getAttribute('href')) ?? '').pathname
}

const come = async (who: Visitor, language: keyof typeof words, mark: string): Promise<void> => {
  const { page } = who
  const say = words[language]
  const { path, form } = await aSale(`先逛再報名 ${mark}`, `along-${mark}`)
  await page.goto(path)
  const shopper = shopperOn(page)
  await shopper.write('A01 +2')
  await page.getByRole('dialog').getByRole('textbox').fill('佳穎')
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByRole('log').locator('li[data-note]').filter({ hasText: say.hold }).first().waitFor()

  await page.goto(await signUp(page, language, form, mark))
  await page.getByText(say.brought).waitFor()
  await expectAccessible(page, 'the room that a cart came along to')
  const cart = page.getByRole('button', { name: say.cart })
  await cart.waitFor()
  // It comes along once: a reload says nothing of it, and the cart is there.
  await page.reload()
  await cart.waitFor()
  await expect.poll(() => page.getByText(say.brought).count(), patience).toBe(0)
}

test('JOURNEY-330 Who orders by comment and then signs up on the phone finds the cart by the personal link', async () => {
  await come(await visitor({ name: '先逛的人', shape: 'phone' }), 'zh-TW', '11')
})

test('JOURNEY-331 In English too', async () => {
  await come(await visitor({ name: 'who looks first', shape: 'phone', language: 'en' }), 'en', '12')
})
