import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const offerOf = (page: Page) => page.locator('[data-part="offer"]')
/** What the card of the product now shown says is left. */
const leftOn = async (page: Page): Promise<number> =>
  Number(/剩 (\d+) 件/.exec((await offerOf(page).textContent()) ?? '')?.[1])
const answers = (page: Page) => page.getByRole('log').locator('li[data-note]')

test('JOURNEY-40 A comment orders: unclear asks for the variant, one tap holds it for 15 minutes, and checkout pays', async () => {
  const { path } = await startLive(server().url, '一個加一', [
    ['A07', 0],
    ['A01', null],
  ])
  const buyer = await visitor({ name: '下單的人', shape: 'phone' })
  const watcher = await visitor({ name: '看的人', shape: 'desktop' })
  await Promise.all([buyer.page.goto(path), watcher.page.goto(path)])
  const { page } = buyer
  const shopper = shopperOn(page)
  for (const each of [page, watcher.page]) await expect.poll(() => leftOn(each), patience).toBeGreaterThan(2)
  const before = await leftOn(watcher.page)

  await shopper.write('+1')
  // Who has no name yet is asked once.
  await page.getByRole('dialog').getByRole('textbox').fill('佳穎')
  await page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
  const question = answers(page).filter({ hasText: '要哪一款' })
  await question.waitFor()
  await expectAccessible(page, 'the question of an unclear order')
  expect(await leftOn(watcher.page)).toBe(before)

  await question.getByRole('button', { name: '紅 M' }).click()
  const held = answers(page).filter({ hasText: '已為您保留' })
  await expect
    .poll(() => held.first().textContent(), patience)
    .toMatch(/A07 紅 M × 1.*\d\d:\d\d 前結帳・剩 1[45]:\d\d・只有您看得到/)
  expect(await question.count()).toBe(0)
  await expect.poll(() => leftOn(watcher.page), patience).toBe(before - 1)

  await shopper.write('紅M+1')
  await expect.poll(() => held.last().textContent(), patience).toContain('A07 紅 M × 2')
  await expect.poll(() => leftOn(watcher.page), patience).toBe(before - 2)
  await shopper.write('A99+1')
  await answers(page).filter({ hasText: '找不到「A99」這個編號' }).waitFor()
  // Nobody else sees any of it, though all see the comments.
  await shopperOn(watcher.page).seen('紅M+1').waitFor()
  expect(await answers(watcher.page).count()).toBe(0)

  await held.last().getByRole('button', { name: '去結帳' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/已為您保留 2 件，\d\d:\d\d 前結帳/).waitFor()
  await expectAccessible(page, 'a cart with what is held')
  await shopper.checkOut({ name: '林佳穎', phone: '0912345678', email: 'jia@example.com' }, async () => {})
  await shopper.play('pay')
  await shopper.waitPaid()
  // What was held was bought: nothing more is gone, and nothing came back.
  expect(await leftOn(watcher.page)).toBe(before - 2)
})

/** The name that is asked once, with the first words. */
const nameIs = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
}

test('JOURNEY-98 An unknown colour is asked about, words after it answer, and cancelling takes back what was confirmed, also after a reload', async () => {
  const { path } = await startLive(server().url, '取消看看', [['A07', 0]])
  const { page } = await visitor({ name: '改變心意的人', shape: 'phone' })
  await page.goto(path)
  const shopper = shopperOn(page)
  await expect.poll(() => leftOn(page), patience).toBeGreaterThan(3)

  await shopper.write('A07 綠 +1')
  await nameIs(page, '佳穎')
  const question = answers(page).filter({ hasText: '要哪一款' })
  await question.waitFor()
  await shopper.write('我要兩個')
  await question.getByText('× 2').first().waitFor()
  await shopper.write('紅 M 的')
  const held = answers(page).filter({ hasText: '已為您保留' })
  await expect.poll(() => held.first().textContent(), patience).toContain('A07 紅 M × 2')
  await shopper.write('A07 紅色 m 號 -1')
  await answers(page).filter({ hasText: '改為保留 A07 紅 M × 1' }).waitFor()
  await shopper.write('A07 紅色 m 號 +1')
  await expect.poll(() => held.count(), patience).toBe(2)
  await shopper.write('A07紅M+999999999999')
  await answers(page).filter({ hasText: '數量太多了' }).waitFor()

  await shopper.write('A07取消')
  const takenBack = answers(page).filter({ hasText: '已不再保留' })
  for (const afterwards of [async () => {}, async () => void (await page.reload())]) {
    await afterwards()
    await answers(page).filter({ hasText: '已取消，商品放回架上了' }).waitFor()
    await expect.poll(() => takenBack.allTextContents(), patience).toHaveLength(3)
    expect(await held.count()).toBe(0)
  }
  await expectAccessible(page, 'answers that are taken back')
})

test('JOURNEY-42 The price that a hold promised stands on the card, the end page, in the replay, the cart and the order, over the end of the live', async () => {
  const { live, headers, path } = await startLive(server().url, '說好的價錢', [['A01', 0, 123_00]])
  const { page } = await visitor({ name: '喊單的人', shape: 'phone' })
  const late = await visitor({ name: '晚來的人', shape: 'desktop' })
  await page.goto(path)
  const shopper = shopperOn(page)
  await expect.poll(() => offerOf(page).textContent(), patience).toContain('NT$123')
  await shopper.write('+2')
  await nameIs(page, '佳穎')
  await answers(page).filter({ hasText: '已為您保留' }).waitFor()

  await callApi(server().url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  await page.getByRole('link', { name: '看重播' }).waitFor(patience)
  await page.locator('main').getByText('NT$246').first().waitFor()
  await page.getByRole('link', { name: '看重播' }).click()
  await expect.poll(() => offerOf(page).textContent(), patience).toContain('NT$123')
  await late.page.goto(`${path}/replay`)
  await expect.poll(() => offerOf(late.page).textContent(), patience).toContain('A01')
  expect(await offerOf(late.page).textContent()).not.toContain('NT$123')

  await shopper.openCart()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/已為您保留 2 件/).waitFor()
  await sheet.getByText('NT$123').first().waitFor()
  await sheet.getByText('NT$246').first().waitFor()
  await shopper.checkOut({ name: '林佳穎', phone: '0912345678', email: 'jia@example.com' }, async () => {})
  await shopper.play('pay')
  await shopper.waitPaid()
  await page.locator('main').getByText('NT$246').first().waitFor()
})
