import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'

const { visitor } = useJourney()

test('JOURNEY-12 A merchant cancels an unpaid order in the drawer, after being asked, and the button is gone', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await page.goto('/auth/login')
  await page.locator('input[autocomplete=username]').fill('demo')
  await page.locator('input[autocomplete=current-password]').fill('kaimai-demo')
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/dashboard')
  await page.goto('/manage-orders?paymentState=pending')
  await page.locator('a[href*="order="]').first().click()
  const drawer = page.getByRole('dialog').first()
  const cancel = drawer.getByRole('button', { name: '取消訂單' })
  await cancel.click()
  const question = page.getByRole('dialog', { name: /^取消訂單 .+？$/ }).or(page.getByRole('alertdialog'))
  await question.getByRole('button', { name: '先不要' }).click()
  expect(await cancel.isVisible()).toBe(true)
  await cancel.click()
  await question.getByRole('button', { name: '取消訂單' }).click()
  await drawer.getByText('已取消').first().waitFor()
  await cancel.waitFor({ state: 'detached' })
  await expectAccessible(page, 'a cancelled order')
})
