import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { untilAlive } from './harness/shopper.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '0' } })

beforeAll(async () => {
  const stage = await signUpStage(server().url)
  await stage.form('秋窯開窯夜', { customUrl: 'kiln', hours: [30] })
})

const noticeOn = (page: Page) => page.locator('#not-loaded')

/** The entry with what it imports at once, what it fetches then, and the words of the page. */
const parts = {
  'first script': /\/assets\/start-[^/]+\.js$/,
  'main script': /\/assets\/main-[^/]+\.js$/,
  'file of texts': /\/assets\/(zh-TW|en)-[^/]+\.js$/,
}

test.each(Object.entries(parts))(
  'JOURNEY-284 A page whose %s fails to load says so in its language, and its retry brings the page to life',
  async (name, files) => {
    for (const [path, title, control] of [
      ['/f/kiln', '這一頁沒有完全載入', 'button[type=submit]'],
      ['/s/chiri?lng=en', 'This page didn’t load completely', '[data-buy] button'],
    ] as const) {
      const guest = await visitor({ name: '斷線的人', shape: 'phone' })
      // The failed import itself is an exception, which Chromium gives no words.
      guest.announce(/^net::ERR_FAILED|dynamically imported module|^exception $/)
      const { page, context } = guest
      await context.route(files, (route) => route.abort())
      await page.goto(path)
      await noticeOn(page).getByText(title).waitFor()
      await expectAccessible(page, `the notice where the ${name} failed`)
      await context.unroute(files)
      await noticeOn(page).getByRole('link').click()
      await untilAlive(page, control)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
      await expect.poll(() => noticeOn(page).isVisible()).toBe(false)
    }
  },
)

test('JOURNEY-285 A browser without scripts has its one message, and a page that loads has none', async () => {
  const without = await visitor({ name: '沒有腳本的人', shape: 'phone', scripts: false })
  await without.page.goto('/f/kiln')
  expect(await without.page.locator('.no-script').innerText()).toContain('這個瀏覽器沒有執行 JavaScript')
  expect(await noticeOn(without.page).evaluate((notice) => getComputedStyle(notice).display)).toBe('none')
  const { page } = await visitor({ name: '順利的人', shape: 'phone' })
  await page.goto('/f/kiln')
  await untilAlive(page, 'button[type=submit]')
  expect(await noticeOn(page).isVisible()).toBe(false)
})
