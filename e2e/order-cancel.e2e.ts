import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'

const { visitor } = useJourney()

test('JOURNEY-12 A merchant cancels an unpaid order in the drawer, after being asked, and the button is gone', async () => {
  const buyer = await visitor({ name: '猶豫的人', shape: 'phone' })
  await buyer.page.goto('/s/chiri')
  await untilAlive(buyer.page)
  await buyer.page.getByRole('button', { name: '加入購物車：霧白手捏飯碗' }).click()
  const shopper = shopperOn(buyer.page)
  await shopper.openCheckout()
  await shopper.checkOut({ name: '林反悔', phone: '0922333412', email: 'regret@example.com' }, async () => {})

  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(page)
  await page.goto('/manage-orders?paymentState=pending')
  await page
    .getByRole('row', { name: /林反悔/ })
    .locator('a[href*="order="]')
    .first()
    .click()
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
