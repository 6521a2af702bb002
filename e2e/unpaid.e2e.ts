import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'
import { pxTooWide } from './harness/page-width.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })
const patience = { timeout: 60_000, interval: 250 }

const bar = (page: Page) => page.getByRole('complementary', { name: '待付款的訂單' })
const question = (page: Page) => page.getByRole('dialog', { name: /^取消訂單 .+？$/ })

const leftOf = async (keyword: string, headers: Readonly<Record<string, string>>): Promise<number> => {
  const { items } = await callApi(server().url, productRoutes.list, {}, headers)
  return items.find((product) => product.keyword === keyword)?.stock ?? Number.NaN
}

test('JOURNEY-99 A sales page shows what its buyer has not paid; giving it up is asked once, and puts the pieces on sale again', async () => {
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  const before = await leftOf('A01', headers)
  const { page } = await visitor({ name: '猶豫的人', shape: 'phone' })
  const shopper = shopperOn(page)
  await page.goto('/s/chiri')
  await untilAlive(page)
  expect(await bar(page).count()).toBe(0)
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  await shopper.openCheckout()
  await shopper.checkOut({ name: '陳安', phone: '0922333401', email: 'ann@example.com' }, async () => {})
  expect(await leftOf('A01', headers)).toBe(before - 1)

  await page.goto('/s/chiri')
  await bar(page).waitFor()
  expect(await bar(page).textContent()).toMatch(/待付款・剩 1[345]:\d\d.*NT\$680/)
  expect(await pxTooWide(page)).toBe(0)
  await expectAccessible(page, 'a page with an unpaid order')
  const order = await bar(page).getByRole('link').getAttribute('href')
  await bar(page).getByRole('button', { name: '放棄' }).click()
  await question(page).getByText('商品會放回架上').waitFor()
  await expectAccessible(page, 'whether it is given up')
  await question(page).getByRole('button', { name: '先不要' }).click()
  expect(await bar(page).isVisible()).toBe(true)
  await bar(page).getByRole('button', { name: '放棄' }).click()
  await question(page).getByRole('button', { name: '取消訂單' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await expect.poll(() => leftOf('A01', headers), patience).toBe(before)
  await page.goto(order ?? '')
  await page.getByRole('heading', { level: 1, name: '訂單已取消' }).waitFor()
  expect(await page.getByRole('button', { name: /付款 NT/ }).count()).toBe(0)
})

test('JOURNEY-96 A room shows its buyer what is unpaid, above it in every layout, and leads to the payment with one tap', async () => {
  const { live, headers } = await startLive(server().url, '待付款', [['A01', 0]])
  const form = {
    signupName: '待付款',
    signupTitle: '待付款',
    customUrl: 'unpaid',
    published: true,
    sessionInfoList: [{ liveId: live.id, title: '', capacity: null }],
  }
  await callApi(server().url, signupRoutes.create, { body: form }, headers)
  const { page } = await visitor({ name: '房裡的人', shape: 'phone' })
  const shopper = shopperOn(page)
  const person = { name: '林佳穎', phone: '0912345602', email: 'jia@example.com' }
  await page.goto('/f/unpaid')
  await page.locator('button[type=submit]').waitFor()
  await shopper.signUp(person)
  await page.waitForURL('**/stream/*/*')
  const link = page.url()
  await shopper.addShown()
  // The focus goes on where the button was.
  await page
    .getByRole('group', { name: /的數量$/ })
    .locator('button:focus')
    .waitFor()
  await shopper.openCart()
  await shopper.checkOut(person, async () => {})

  for (const [width, height] of [
    [360, 740],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(link)
    await bar(page).waitFor()
    expect(await pxTooWide(page), `${width}`).toBe(0)
    // It covers nothing: the room begins below it.
    const strip = await bar(page).boundingBox()
    const room = await page.getByRole('main').boundingBox()
    expect(room?.y, `${width}`).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0) - 1)
    expect((room?.y ?? 0) + (room?.height ?? 0), `${width}`).toBeLessThanOrEqual(height)
  }
  await expectAccessible(page, 'a room with an unpaid order')
  await bar(page).getByRole('button', { name: '付款' }).click()
  await page.waitForURL('**/sandbox-pay/*')
  await shopper.play('pay')
  await shopper.waitPaid()
  await page.goto(link)
  await page.locator('article[data-part="offer"]').waitFor()
  expect(await bar(page).count()).toBe(0)
})

test('JOURNEY-97 The page of an unpaid order has its pay button at once, also after a reload; the buyer can cancel it there', async () => {
  const { page } = await visitor({ name: '重新整理的人', shape: 'phone' })
  const shopper = shopperOn(page)
  await page.goto('/s/chiri')
  await untilAlive(page)
  await page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  await shopper.openCheckout()
  await shopper.checkOut({ name: '陳安', phone: '0922333403', email: 'ann3@example.com' }, async () => {})
  await page.goto('/s/chiri')
  const order = await bar(page).getByRole('link').getAttribute('href')
  await page.goto(order ?? '')
  await page.getByRole('button', { name: /付款 NT\$680$/ }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /付款 NT\$680$/ }).waitFor()
  await page.getByText('統一編號 04595252').waitFor()
  await page.locator('main').getByText('鶯歌工作室自取').first().waitFor()
  await expectAccessible(page, 'an unpaid order')
  await page.getByRole('button', { name: '取消訂單' }).click()
  await question(page).getByRole('button', { name: '取消訂單' }).click()
  await page.getByRole('heading', { level: 1, name: '訂單已取消' }).and(page.locator(':focus')).waitFor()
})
