import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
