import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from './harness/browser.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

// The demo firm has an order from its sales page whose buyer waits for an answer.
const { visitor } = useJourney()

let merchant: Visitor
beforeAll(async () => {
  merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  await logIn(page)
}, 120_000)

test('JOURNEY-34 A merchant narrows to who waits, answers in the drawer; what does not get through stays typed', async () => {
  const { page } = merchant
  await page.goto('/manage-orders')
  await page.getByRole('button', { name: '留言' }).click()
  await page
    .getByRole('menuitem', { name: '待回覆' })
    .or(page.getByRole('menuitemradio', { name: '待回覆' }))
    .click()
  await page.waitForURL(/unanswered=1/)
  // Until then the whole list stands, and its first is another.
  await page.getByText(/^第 1–1 項/).waitFor()
  await page.locator('main tr, main li').getByText('銷售頁・秋窯小鋪').first().waitFor()
  await page.locator('a[href*="order="]').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('下週三以前會收到嗎？').waitFor()
  const box = drawer.getByRole('textbox', { name: '回覆顧客' })
  const send = drawer.getByRole('button', { name: '送出回覆' })
  expect(await send.isDisabled()).toBe(true)
  const answer = '會的，週一寄出，週二到。'
  merchant.announce(/message/)
  await page.route('**/order/*/message', (route) => route.abort())
  await box.fill(answer)
  await send.click()
  await expect.poll(() => page.getByRole('alert').or(page.getByRole('status')).allTextContents()).not.toEqual([])
  expect(await box.inputValue()).toBe(answer)
  await page.unroute('**/order/*/message')
  await send.click()
  await drawer.locator('li').filter({ hasText: answer }).waitFor()
  expect(await box.inputValue()).toBe('')
  await expectAccessible(page, 'a thread with an answer')
  await page.keyboard.press('Escape')
  await page.getByText('這裡目前沒有訂單').waitFor()
})
