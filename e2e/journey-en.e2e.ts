import { expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { demoOpensMs, shopperOn } from './harness/shopper.ts'

const { visitor } = useJourney()

const eve = { name: 'Eve Carter', phone: '0955666777', email: 'eve@example.com' }
const han = /\p{Script=Han}/u

test('JOURNEY-17 The console speaks English on every screen of the menu', async () => {
  const { page } = await visitor({ name: 'merchant', shape: 'desktop', language: 'en' })
  await page.goto('/')
  await page.waitForURL('**/auth/login')
  await page.getByRole('button', { name: 'Enter demo', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  const titles: string[] = []
  for (const link of await menu.getByRole('link').all()) {
    // The CRM opens a tab of its own.
    if ((await link.getAttribute('target')) === '_blank') continue
    expect(await link.textContent()).not.toMatch(han)
    await link.click()
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    titles.push((await title.textContent()) ?? '')
    await expectAccessible(page, page.url())
  }
  expect(titles.length).toBeGreaterThanOrEqual(12)
  expect(new Set(titles).size, titles.join(', ')).toBe(titles.length)
  for (const title of titles) expect(title).not.toMatch(han)
})

test('JOURNEY-18 A viewer signs up, watches, chats, buys and pays in English', async () => {
  const { page } = await visitor({ name: 'Eve', shape: 'phone', language: 'en' })
  const viewer = shopperOn(page, 'en')
  const look = (state: string) => expectAccessible(page, state)
  await page.goto('/f/demo')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await look('sign-up page')
  await viewer.signUp(eve)
  await page.waitForURL('**/stream/*/*')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1, undefined, {
    timeout: demoOpensMs,
  })
  await look('room')
  await viewer.write('Is the bowl safe in an oven?')
  await viewer.seen('Is the bowl safe in an oven?').waitFor()

  await viewer.openProducts()
  await look('products')
  await viewer.takeFromProducts()
  await viewer.checkOut(eve, look)
  await look('gateway')
  await viewer.play('pay')
  await viewer.waitPaid()
  await look('paid order')
  await page.getByRole('link', { name: 'Back to live' }).click()
  await page.waitForURL('**/stream/*/*')
  await viewer.seen('Is the bowl safe in an oven?').waitFor()
})
