import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from './harness/axe.ts'
import { useJourney } from './harness/journey.ts'
import { holdScripts } from './harness/late-scripts.ts'
import { signUpStage } from './harness/sign-up-stage.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '0' } })

beforeAll(async () => {
  const stage = await signUpStage(server().url)
  const { posters: posterInfoList } = await stage.page('demo')
  await stage.form('秋窯開窯夜', {
    customUrl: 'kiln',
    hours: [30, 54],
    posterInfoList,
    metaDescription: '六十件霧白與青瓷，一窯只燒一次。',
  })
})

const fill = async (page: Page): Promise<void> => {
  await page.locator('button[type=submit]').waitFor()
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill('林佳穎')
  await page.getByRole('textbox', { name: '手機', exact: true }).fill('0912345678')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('lin@example.com')
  await page.getByRole('checkbox', { name: /^我同意/ }).check()
}

test('JOURNEY-67 The HTML alone holds title, description, picture, language, times and a form with labels', async () => {
  const html = await (await fetch(`${server().url}/f/kiln`, { headers: { 'accept-language': 'zh-TW' } })).text()
  expect(html).toContain('<html lang="zh-TW"')
  expect(html).toMatch(/<title>秋窯開窯夜｜器日 ChiRi<\/title>/)
  expect(html).toContain('<meta name="description" content="六十件霧白與青瓷，一窯只燒一次。">')
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/media\/image\/[^"]+"/)
  const english = await (await fetch(`${server().url}/f/kiln?lng=en`)).text()
  expect(english).toContain('<html lang="en"')

  // As a browser without scripts shows it.
  const guest = await visitor({ name: '沒有腳本的人', shape: 'phone' })
  const { page, context } = guest
  guest.announce(/^net::ERR_FAILED GET .*\.js$/)
  await context.route('**/*.js', (route) => route.abort())
  await page.goto('/f/kiln')
  expect(await page.getByRole('radio').count()).toBe(2)
  await page.getByText(/\d\d\/\d\d（.）\d\d:\d\d 線上直播/).waitFor()
  for (const name of ['姓名', '手機', 'Email']) await page.getByRole('textbox', { name, exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /^我同意/ }).waitFor()
  await page.getByText('個人資料告知事項').click()
  await page.getByText('器日工作室有限公司、統一編號 04595252', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('JOURNEY-68 With nothing but the page’s own scripts (no pictures, no parts that come later) one signs up', async () => {
  const guest = await visitor({ name: '弱訊號的人', shape: 'phone' })
  const { page, context } = guest
  guest.announce(/^net::ERR_FAILED|^console .*(dynamically imported module|ERR_FAILED)/)
  const html = await (await fetch(`${server().url}/f/kiln`, { headers: { 'accept-language': 'zh-TW' } })).text()
  const own = new Set([...html.matchAll(/\/assets\/[^"' ]+\.js/g)].map(([url]) => url))
  await context.route('**/assets/*.js', (route) =>
    own.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  await context.route(/\.(avif|webp|jpe?g|png|svg)(\?|$)/, (route) => route.abort())
  await page.goto('/f/kiln')
  await fill(page)
  await page.getByRole('button', { name: /^免費報名/ }).click()
  await page.getByRole('heading', { level: 1, name: '報名成功' }).waitFor()
  const link = page.getByRole('link', { name: '打開專屬入口' })
  expect(await link.getAttribute('href')).toMatch(/^\/stream\//)
})

test('JOURNEY-69 What is typed before the scripts have come is kept as if typed later', async () => {
  const { page, context } = await visitor({ name: '先打字的人', shape: 'phone' })
  const { letThrough } = await holdScripts(context)
  await page.goto('/f/kiln', { waitUntil: 'commit' })
  const name = page.getByRole('textbox', { name: '姓名', exact: true })
  await name.fill('先打的名字')
  letThrough()
  const isKept = () => page.evaluate(() => JSON.stringify(localStorage).includes('先打的名字'))
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
  await page.reload()
  await expect.poll(() => name.inputValue(), { timeout: 60_000 }).toBe('先打的名字')
})

test('JOURNEY-70 Nothing moves while the page comes in', async () => {
  const { page } = await visitor({ name: '看版面的人', shape: 'phone' })
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/f/kiln')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0)
})

test('JOURNEY-71 A viewer elsewhere sees the own time, and Taipei’s beside it', async () => {
  const { context } = await visitor({ name: '在東京的人', shape: 'phone' })
  const browser = context.browser()
  if (!browser) throw new Error('a browser')
  const tokyo = await browser.newContext({ locale: 'zh-TW', timezoneId: 'Asia/Tokyo', baseURL: server().url })
  const page = await tokyo.newPage()
  await page.goto('/f/kiln')
  await page.getByText('已換算成您所在的時區（Asia/Tokyo，UTC+9）').waitFor()
  const card = page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .first()
  const shown = (await card.textContent()) ?? ''
  const [own = '', , taipei = ''] = /(\d\d:\d\d).*?(台北時間).*?(\d\d:\d\d)/.exec(shown)?.slice(1) ?? []
  const hours = (text: string) => Number(text.slice(0, 2))
  expect((hours(own) - hours(taipei) + 24) % 24).toBe(1)
  await tokyo.close()
})

test('JOURNEY-72 Inside LINE the way into the phone’s own browser stands beside the link', async () => {
  const { context } = await visitor({ name: '在 LINE 裡的人', shape: 'phone' })
  const browser = context.browser()
  if (!browser) throw new Error('a browser')
  const line = await browser.newContext({
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    baseURL: server().url,
    viewport: { width: 360, height: 740 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari Line/14.1.0',
  })
  const page = await line.newPage()
  await page.goto('/f/kiln')
  await fill(page)
  await page.getByRole('textbox', { name: '手機', exact: true }).fill('0912345699')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('line@example.com')
  await page.getByRole('button', { name: /^免費報名/ }).click()
  const outside = page.getByRole('link', { name: '開啟', exact: true })
  expect(await outside.getAttribute('href')).toMatch(/\/stream\/.*openExternalBrowser=1$/)
  await line.close()
})

test('JOURNEY-73 A slot just in time that begins while one types gives way to the next, and nothing is lost', async () => {
  const guest = await visitor({ name: '慢慢填的人', shape: 'phone' })
  const { page, context } = guest
  const begin = Date.now()
  const slot = (minutes: number) => ({
    key: `slot-${minutes}`,
    liveId: null,
    seriesId: '019a8c00-0000-7000-8000-000000000001',
    title: '隨到隨看',
    beginAt: new Date(begin + minutes * 60_000).toISOString(),
    endAt: new Date(begin + (minutes + 30) * 60_000).toISOString(),
    left: null,
    state: 'open',
  })
  // What the server would say now, and a quarter of an hour later.
  const answers = [
    [slot(3), slot(18)],
    [slot(18), slot(33)],
  ]
  await context.route('**/api/room/signup?*', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const sessions = answers.shift() ?? []
    const now = new Date(begin + (sessions[0]?.key === 'slot-3' ? 0 : 4 * 60_000)).toISOString()
    await route.fulfill({ response: answer, json: { data: { ...data, sessions, now, known: null } } })
  })
  await page.clock.install({ time: begin })
  await page.goto('/f/kiln')
  await page.locator('button[type=submit]').waitFor()
  // The page itself comes from the server: its sessions are made just in time from the first time that it asks anew.
  await page.clock.fastForward(60 * 3_600_000)
  await page
    .getByRole('radio', { name: /隨到隨看/ })
    .first()
    .waitFor()
  await page.getByText(/^3 分鐘後開播/).waitFor()
  await page.locator('input[value=slot-3]').check({ force: true })
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill('林佳穎')
  await page.clock.fastForward('03:20')
  await page.getByRole('alert').filter({ hasText: '您選的場次已經開始或截止了' }).waitFor()
  expect(await page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('slot-18')
  expect(await page.getByRole('textbox', { name: '姓名', exact: true }).inputValue()).toBe('林佳穎')
})
