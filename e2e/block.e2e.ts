import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startSale } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney()

const playing = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, undefined, { timeout: 60_000 })

const blocked = '您無法進入這個直播間'
const badGuest = { name: '林鬧場', phone: '0955123001', email: 'loud@example.com' }
const goodGuest = { name: '許安靜', phone: '0955123002', email: 'quiet@example.com' }

test('BLOCK-40 A viewer is blocked from the console: out of the room within a second, and back once it is cancelled', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const loud = await visitor({ name: '鬧場的人', shape: 'phone' })
  const quiet = await visitor({ name: '觀眾', shape: 'desktop' })
  // Of one live: the demo's form leads who comes a minute later into the next one.
  const { form } = await startSale(server().url, '封鎖之夜', 'block-40')
  await logIn(merchant.page)
  for (const [{ page }, guest] of [
    [loud, badGuest],
    [quiet, goodGuest],
  ] as const) {
    await page.goto(form)
    await shopperOn(page).signUp(guest)
    await page.waitForURL('**/stream/*/*')
    await playing(page)
  }
  const words = '加我 LINE 更便宜喔'
  await shopperOn(loud.page).write(words)
  await shopperOn(quiet.page).seen(words).waitFor()

  const { page } = merchant
  await page.goto('/Manage-blacklist')
  await expectAccessible(page, 'blacklist')
  await page.getByRole('button', { name: '新增封鎖' }).click()
  const modal = page.getByRole('dialog', { name: '新增封鎖' })
  await modal.getByRole('searchbox').fill(badGuest.name)
  await modal.getByText(badGuest.name).click()
  await expectAccessible(page, 'block someone')
  await modal.getByLabel(/^原因/).fill('洗版')

  loud.announce(/^403 /)
  await modal.getByRole('button', { name: '封鎖', exact: true }).click()
  await loud.page.getByRole('heading', { name: blocked }).waitFor()
  await expect.poll(() => shopperOn(quiet.page).seen(words).count(), { timeout: 60_000 }).toBe(0)

  await loud.page.reload()
  await loud.page.getByRole('heading', { name: blocked }).waitFor()

  await page.getByRole('link', { name: new RegExp(badGuest.name) }).click()
  const drawer = page.getByRole('dialog', { name: badGuest.name })
  await drawer.getByText(words).waitFor()
  await expectAccessible(page, 'a block')
  await drawer.getByRole('button', { name: '解除封鎖' }).click()
  await page.getByText(`已解除「${badGuest.name}」的封鎖`).waitFor()
  await loud.page.reload()
  await playing(loud.page)
  await shopperOn(quiet.page).seen(words).waitFor()
})
