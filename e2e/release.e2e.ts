import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { useJourney } from './harness/journey.ts'
import { shopperOn, untilAlive } from './harness/shopper.ts'

const { server, visitor } = useJourney()

test('JOURNEY-326 A room that was opened before a release loads itself anew once, with cart and words, and says so if that does not help', async () => {
  const { path } = await startLive(server().url, '更新之夜', [['A01', 0]])
  const me = await visitor({ name: '早就開著的人', shape: 'desktop' })
  me.announce(/404 |dynamically imported module|Unable to preload CSS/)
  const { page, context } = me
  const shopper = shopperOn(page)
  /** Which of the old files the server has no more. */
  let gone = /\/assets\/(checkout|room-checkout)-/
  const nothing = /^$/
  let loads = 0
  await context.route('**/assets/**', (route) =>
    gone.test(route.request().url()) ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await context.route(`**${path}`, (route) => {
    loads += 1
    // The new document names the new files.
    if (loads > 1) gone = nothing
    return route.continue()
  })
  await page.goto(path)
  await page.locator('[data-part="offer"] h2').waitFor()
  await untilAlive(page, 'form button')
  await shopper.addShown()
  const cart = page.getByRole('button', { name: /^購物車/ }).last()
  await expect.poll(() => cart.getAttribute('aria-label')).toMatch(/1/)
  const comment = page.getByRole('textbox', { name: '留言', exact: true })
  await comment.fill('還有大碗嗎')
  // By now the page has what it needs to load itself anew.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/late-(?!sheet)/.test(name)),
  )
  // The cart that could not be had is asked for again.
  gone = /\/assets\//
  await expect.poll(() => loads).toBe(2)
  await untilAlive(page, 'form button')
  await expect.poll(() => comment.inputValue()).toBe('還有大碗嗎')
  await expect.poll(() => cart.getAttribute('aria-label')).toMatch(/1/)
  await shopper.openCart()
  await shopper.checkoutStands()
  await page.keyboard.press('Escape')

  // A server that hands out documents of one release and files of another.
  gone = /\/assets\//
  // Nobody has opened the menu yet.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('alert').filter({ hasText: '這一頁沒有完全載入' }).waitFor()
  expect(loads).toBe(2)
})
