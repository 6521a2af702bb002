import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import type { Visitor } from './harness/browser.ts'
import { useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()

const failure = '請重新整理頁面或重新登入'
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主選單' })
const rows = (page: Page) => page.getByRole('main').getByRole('row').or(page.getByRole('main').getByRole('listitem'))
const title = (page: Page) => page.getByRole('heading', { level: 1 })

const storedAuth = (page: Page) =>
  page.evaluate(() => {
    const text = localStorage.getItem('ramate_auth')
    return text === null ? null : (JSON.parse(text) as Record<string, string>)
  })

/** From now on the server takes the bearers used so far for expired ones, until a tab has renewed. */
const expireBearers = async ({ context }: Visitor) => {
  const fresh = new Set<string>()
  const counts = { renewals: 0, refused: 0 }
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.url().endsWith('/api/firm_auto_login')) {
      counts.renewals += 1
      // As slow as it takes for another call to be refused meanwhile.
      await vi.waitUntil(() => counts.refused >= 2, { timeout: 60_000 })
      const response = await route.fetch()
      const body: { data: { userInfo: { authorizationToken: string } } } = await response.json()
      fresh.add(`Bearer ${body.data.userInfo.authorizationToken}`)
      return route.fulfill({ response })
    }
    const bearer = request.headers()['authorization']
    if (bearer === undefined || fresh.has(bearer)) return route.continue()
    counts.refused += 1
    return route.continue({ headers: { ...request.headers(), authorization: 'Bearer expired-and-forgotten' } })
  })
  return counts
}

test('JOURNEY-55 An expired login is renewed once, silently, for all calls of all tabs', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page: first } = merchant
  await logIn(first)
  const second = await merchant.newTab()
  await second.goto('/manage-virtual-user')
  await title(second).waitFor()
  const before = await storedAuth(first)

  merchant.announce(/^401 GET \/api\//)
  const counts = await expireBearers(merchant)
  await Promise.all([
    sidebar(first).getByRole('link', { name: '我的影片' }).click(),
    sidebar(second).getByRole('link', { name: '留言群組' }).click(),
  ])
  await second.waitForURL('**/manage-msgroup')
  // The rows of the page before stand until the new one's have come: what was called tells more.
  await expect.poll(() => counts.refused).toBeGreaterThanOrEqual(2)
  await rows(first).first().waitFor()
  await rows(second).first().waitFor()
  expect(counts.renewals).toBe(1)
  for (const page of [first, second]) {
    expect(page.url()).not.toContain('/auth/login')
    expect(await page.getByText(failure).count()).toBe(0)
  }
  const after = await storedAuth(first)
  expect(after?.['token']).not.toBe(before?.['token'])
  expect(after?.['deviceId']).toBe(before?.['deviceId'])
})

test('JOURNEY-95 The way into the demo firm comes in below the login form and moves nothing of it', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/demo', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: '登入', exact: true })
  await button.waitFor()
  // As it stands once its fonts and styles are there.
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  // Whatever else comes in late has come by then; the test is about what comes after it.
  await page.waitForTimeout(500)
  const before = await button.boundingBox()
  held.resolve()
  const offer = page.getByRole('button', { name: '直接進入' })
  await offer.waitFor()
  expect(await button.boundingBox()).toEqual(before)
  expect((await offer.boundingBox())?.y).toBeGreaterThan(before?.y ?? Infinity)
  // The first field has the focus, and losing it moves nothing either.
  await offer.click()
  await page.waitForURL('**/dashboard')
})

test('JOURNEY-56 An unknown path leads to /client-404, without a sidebar', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(merchant.page)
  await merchant.page.goto('/manage-nothing')
  await merchant.page.waitForURL('**/client-404')
  await expect.poll(() => title(merchant.page).textContent()).toBe('找不到這個頁面')
  expect(await sidebar(merchant.page).count()).toBe(0)
})

test('JOURNEY-57 A page that needs a login says so, sends to the login and comes back from there', async () => {
  const guest = await visitor({ name: '訪客', shape: 'desktop' })
  await guest.context.addInitScript((words) => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes(words)) sessionStorage.setItem('e2e-seen', words)
    }).observe(document, { childList: true, subtree: true })
  }, failure)
  await guest.page.goto('/manage-virtual-user')
  await guest.page.waitForURL('**/auth/login?next=*')
  expect(await guest.page.evaluate(() => sessionStorage.getItem('e2e-seen'))).toBe(failure)
  await guest.page.getByLabel(/^帳號/).fill('demo')
  await guest.page.getByLabel(/^密碼/).fill('kaimai-demo')
  await guest.page.getByRole('button', { name: '登入', exact: true }).click()
  await guest.page.waitForURL('**/manage-virtual-user')
})

test('JOURNEY-58 A logout clears what the console kept, nothing of the viewer, and reaches the other tab', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  await logIn(merchant.page)
  const other = await merchant.newTab()
  await other.goto('/manage-virtual-user')
  await sidebar(other).waitFor()
  await merchant.page.evaluate(() => localStorage.setItem('viewer.of-a-room', 'stays'))
  await merchant.page.getByRole('button', { name: '收合側邊選單' }).click()
  await merchant.page.getByRole('button', { name: '登出', exact: true }).click()
  await merchant.page.waitForURL('**/auth/login**')
  await other.waitForURL('**/auth/login**')
  // The page loads anew at the end of a logout: asked while it does, it can't answer.
  let storedKeys: string[] = []
  await expect
    .poll(async () => {
      storedKeys = await merchant.page.evaluate(() => Object.keys(localStorage)).catch(() => [])
      return storedKeys.length
    })
    .toBeGreaterThan(0)
  expect(storedKeys).toContain('viewer.of-a-room')
  expect(storedKeys.filter((key) => key === 'ramate_auth' || key.startsWith('console.'))).toEqual([])
})

test('JOURNEY-59 The language is asked of the query, the cookie, the storages and the browser, in that order', async () => {
  const guest = await visitor({ name: '訪客', shape: 'desktop', language: 'zh-TW' })
  const { page, context } = guest
  const spoken = async (path: string) => {
    await page.goto(path)
    await title(page).waitFor()
    return page.evaluate(() => document.documentElement.lang)
  }
  const keep = async (cookie: string | undefined, stored: string | undefined) => {
    await context.clearCookies({ name: 'i18nextLng' })
    if (cookie !== undefined) await context.addCookies([{ name: 'i18nextLng', value: cookie, url: server().url }])
    await page.evaluate((language) => {
      localStorage.removeItem('i18nextLng')
      if (language !== undefined) localStorage.setItem('i18nextLng', language)
    }, stored)
  }
  expect(await spoken('/auth/login')).toBe('zh-TW')
  expect(await spoken('/auth/login?lng=en')).toBe('en')
  expect(await title(page).textContent()).toBe('Log in')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en')
  expect(await spoken('/auth/login')).toBe('en')
  await keep('zh-TW', 'en')
  expect(await spoken('/auth/login')).toBe('zh-TW')
  await keep(undefined, 'en')
  expect(await spoken('/auth/login')).toBe('en')
  await keep(undefined, undefined)
  expect(await spoken('/auth/login')).toBe('zh-TW')
  await keep('en', undefined)
  expect(await spoken('/f/demo')).toBe('en')
})

test('JOURNEY-60 The sidebar stands on the console’s paths and on none of the audience’s', async () => {
  const merchant = await visitor({ name: '商家', shape: 'desktop' })
  const { page } = merchant
  // No partner has such an address.
  merchant.announce(/^404 GET \/partner\//)
  await logIn(page)
  for (const path of ['/manage-orders', '/MANAGE-LIVE', '/manage-blacklist']) {
    await page.goto(path)
    await sidebar(page).waitFor()
  }
  for (const path of ['/client-404', '/Proto', '/partner/anyone', '/f/demo', '/auth/forget']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    expect(await sidebar(page).count(), path).toBe(0)
  }
})

// Last: it changes the demo firm's member.
test('JOURNEY-61 With one-device login a second device ends the first one’s login', async () => {
  const { url } = server()
  const api = await loginApi(url, 'demo', 'kaimai-demo')
  await callApi(url, firmRoutes.change, { params: { id: api.firmId }, body: { oneDeviceStatus: true } }, api.headers)
  const [home, shop] = [
    await visitor({ name: '家裡的電腦', shape: 'desktop' }),
    await visitor({ name: '店裡的電腦', shape: 'desktop' }),
  ]
  home.announce(/^401 GET \/api\//)
  await logIn(home.page)
  // Not the dashboard: it asks by itself every few seconds, and would be told before the click.
  await home.page.goto('/manage-virtual-user')
  await expect.poll(() => title(home.page).textContent()).toBe('虛擬觀眾')
  await home.page.waitForLoadState('networkidle')
  await logIn(shop.page)
  await sidebar(home.page).getByRole('link', { name: '我的影片' }).click()
  await home.page.getByText('此帳號已在其他裝置登入').waitFor()
  await expect.poll(() => title(home.page).textContent()).toBe('登入後台')
  expect(await storedAuth(home.page)).toBeNull()
  await sidebar(shop.page).getByRole('link', { name: '我的影片' }).click()
  await expect.poll(() => title(shop.page).textContent()).toBe('我的影片')
  expect(await storedAuth(shop.page)).not.toBeNull()
})
