import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()
const jia = { name: '林佳穎', phone: '0912345678', email: 'jia@example.com' }
const patience = { timeout: 60_000, interval: 250 }

const dialog = (page: Page) => page.getByRole('dialog')
const openProfile = async (page: Page): Promise<void> => {
  const entry = page.getByRole('button', { name: '我的資料與訂單' })
  if (!(await entry.isVisible())) await page.getByRole('button', { name: '更多' }).click()
  await entry.click()
}

test('JOURNEY-41 What was bought with on one device comes along to another by three digits, until it is deleted', async () => {
  const { live, headers } = await startLive(server().url, '回頭客', [['A01', 0]])
  await callApi(
    server().url,
    signupRoutes.create,
    {
      body: {
        signupName: '回頭客',
        customUrl: 'returning',
        signupTitle: '回頭客之夜',
        sessionInfoList: [{ liveId: live.id, capacity: null, title: '' }],
        published: true,
      },
    },
    headers,
  )

  const phoneA = await visitor({ name: '手機 A', shape: 'phone' })
  const { page: a } = phoneA
  const buyer = shopperOn(a)
  await a.goto('/f/returning')
  await buyer.signUp(jia)
  await a.waitForURL('**/stream/*/*')
  const link = new URL(a.url()).pathname
  await buyer.addShown()
  await buyer.openCart()
  await buyer.checkOut(jia, async () => {})
  await buyer.play('pay')
  await buyer.waitPaid()
  await a.goto(link)
  await buyer.addShown()
  await a
    .getByRole('button', { name: /購物車.*1/ })
    .first()
    .waitFor()

  // The same link on another device: the cart is there, the data is not.
  const controlRoomB = await visitor({ name: '電腦 B', shape: 'desktop' })
  controlRoomB.announce(/^401 POST .*\/live\/profile\/unlock/)
  const { page: b } = controlRoomB
  await b.goto(link)
  await b
    .getByRole('button', { name: /購物車.*1/ })
    .first()
    .click()
  const sheet = dialog(b)
  await sheet.getByRole('button', { name: /^下一步：/ }).click()
  const card = sheet.getByRole('button', { name: /^帶入上次的資料/ })
  expect(await card.textContent()).toContain('林○穎')
  expect(await sheet.textContent()).not.toContain('5678')
  await card.click()
  const digits = sheet.getByRole('textbox', { name: '手機 0912 *** *** 的末三碼' })
  await expectAccessible(b, 'the last digits are asked for')
  await digits.pressSequentially('000')
  await sheet.getByText('還可以試 4 次').waitFor()
  await sheet.getByText('末三碼不對').waitFor()
  await expectAccessible(b, 'wrong digits')
  await digits.pressSequentially('678')
  await sheet.getByText('林佳穎，資料沿用上次，看一眼就能付。').waitFor()
  await sheet.getByRole('button', { name: /^付款 NT\$/ }).waitFor()
  expect(await sheet.getByRole('button', { name: /^下一步：/ }).count()).toBe(0)
  await expectAccessible(b, 'a checkout on one page')
  await b.keyboard.press('Escape')

  // Both see the order; what A deletes is closed on B.
  await openProfile(b)
  await dialog(b)
    .getByRole('link', { name: /已付款/ })
    .waitFor()
  await expectAccessible(b, 'what is saved')
  await b.keyboard.press('Escape')
  await openProfile(a)
  await dialog(a).getByText('jia@example.com').waitFor()
  await dialog(a).getByRole('button', { name: '刪除我的資料' }).click()
  await dialog(a).getByRole('button', { name: '刪除資料' }).click()
  await dialog(a).getByText('資料已經刪除，訂單還在。').waitFor()
  expect(
    await dialog(a)
      .getByRole('link', { name: /已付款/ })
      .count(),
  ).toBe(1)
  await expectAccessible(a, 'deleted')
  await openProfile(b)
  await dialog(b).getByText('下次結帳，一下就好').waitFor()
  await expect.poll(() => dialog(b).textContent(), patience).not.toContain('jia@example.com')
})
