import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { pxTooWide } from './harness/page-width.ts'
import { shopperOn } from './harness/shopper.ts'

const { visitor, server } = useJourney()

const words = {
  'zh-TW': {
    figures: '數據',
    joined: '進場',
    entered: '進入直播間',
    carted: '加入購物車',
    one: '1 人',
    ofBefore: '前一步的',
    withSimulated: '含模擬',
    table: '用表格看「同時在線人數」',
    simulated: '模擬',
    chart: /^同時在線人數：最高 1（/,
    hint: /^\d\d:\d\d:\d\d真實 1模擬 120.+0 筆付款 · NT\$0$/,
  },
  en: {
    figures: 'Figures',
    joined: 'Attendees',
    entered: 'Entered the room',
    carted: 'Added to cart',
    one: '1 person',
    ofBefore: 'of previous',
    withSimulated: 'With simulated',
    table: 'View “People in the room” as a table',
    simulated: 'Simulated',
    chart: /^People in the room: highest 1 at /,
    hint: /^\d\d:\d\d:\d\dReal 1Simulated 120.+0 payments · NT\$0$/,
  },
} as const

/** So long after somebody came the figures say so, by the server's clock: five seconds, and what this machine may be late. */
const behindMs = 5_000 + 10_000
const dateOf = (response: Response): number => Date.parse(response.headers()['date'] ?? '')
const isOf = (route: Route, response: Response): boolean => new URL(response.url()).pathname === pathOf(route)

test.each([
  { language: 'zh-TW', shape: 'desktop', liveName: '數據之夜' },
  { language: 'en', shape: 'phone', liveName: 'An evening of figures' },
] as const)(
  'JOURNEY-400 While a live runs its dashboard follows who comes in and what they put into their carts, by itself, and shows the simulated beside the real ($language, $shape)',
  async ({ language, shape, liveName }) => {
    const say = words[language]
    const curve = { audienceCurve: [{ at: 0, count: 120 }] }
    const { live, path } = await startLive(server().url, liveName, [['A01', 1]], curve)
    const { page } = await visitor({ name: 'merchant', shape, language })
    await logIn(page)
    const countedAt: number[] = []
    page.on('response', async (response) => {
      if (!isOf(figureRoutes.dashboard, response)) return
      const text = await response.text().catch(() => '')
      if (text.includes('"liveJoinTimes":1,')) countedAt.push(dateOf(response))
    })
    await page.goto(`/dashboard?live=${live.id}`)
    await page.getByRole('heading', { level: 2, name: say.figures, exact: true }).waitFor()
    const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('b')
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('b')
    await expect.poll(() => figure(say.joined).textContent()).toBe('0')

    const { page: room } = await visitor({ name: 'viewer', shape: 'phone', language })
    const joined = room.waitForResponse((response) => isOf(roomRoutes.join, response))
    await room.goto(path)
    const joinedAt = dateOf(await joined)
    await expect.poll(() => figure(say.joined).textContent()).toBe('1')
    await expect.poll(() => step(say.entered).textContent()).toBe(say.one)
    await expect.poll(() => countedAt.length).toBeGreaterThan(0)
    expect((countedAt[0] ?? Number.NaN) - joinedAt).toBeLessThanOrEqual(behindMs)
    await shopperOn(room, language).addShown()
    await expect.poll(() => step(say.carted).textContent()).toBe(say.one)
    // One of one is no percentage.
    expect(await page.getByText(say.ofBefore, { exact: false }).count()).toBe(0)

    await page.getByText(say.withSimulated).click()
    await page.getByText(say.table, { exact: true }).click()
    await page.getByRole('columnheader', { name: say.simulated }).first().waitFor()
    await page.getByRole('cell', { name: '120', exact: true }).first().waitFor()
    expect(await figure(say.joined).textContent()).toBe('1')
    // The arrow keys lead to the instant at which the viewer was there, with what stood on the stage then.
    const chart = page.getByRole('application', { name: say.chart })
    await chart.focus()
    const hint = page.locator('figure').filter({ has: chart }).locator('.recharts-tooltip-wrapper')
    await expect
      .poll(async () => {
        await chart.press('ArrowRight')
        return hint.textContent()
      })
      .toMatch(say.hint)
    await expectAccessible(page, 'figures of a running live')
    expect(await pxTooWide(page)).toBe(0)
  },
)

test('JOURNEY-401 In English on a phone: a past live’s figures, each with its formula, and nothing wider than the screen', async () => {
  const { page, announce } = await visitor({ name: 'merchant on the way', shape: 'phone', language: 'en' })
  await logIn(page)
  await page.getByRole('heading', { level: 2, name: 'Figures' }).waitFor()
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /夏末茶器專場/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Placed an order' }).locator('b').waitFor()
  const tip = page.getByRole('button', { name: /People, not visits/ })
  await tip.tap()
  await page.getByRole('tooltip', { name: /People, not visits/ }).waitFor()
  await page.getByText('View “Payments over time” as a table').click()
  await page.getByRole('table').first().waitFor()
  await expectAccessible(page, 'figures on a phone')
  expect(await pxTooWide(page)).toBe(0)
  announce(/400/)
  await page.goto('/dashboard?from=2199-01-01&to=2199-01-02')
  await page.getByRole('alert').getByText('These dates are in the future').waitFor()
})

test('JOURNEY-791 A chart whose drawing can’t be fetched says so, its table reads on, and it comes at the next try', async () => {
  const { page, context, announce } = await visitor({ name: 'merchant on a bad line', shape: 'phone' })
  announce(/^net::ERR_FAILED GET .*time-plot.*\.js$|^console .*(dynamically imported module|ERR_FAILED)/)
  const plots = /time-plot[^/]*\.js$/
  await context.route(plots, (route) => route.abort())
  await logIn(page)
  const chart = page.getByRole('figure').filter({ hasText: '圖表載入失敗' }).first()
  await chart.getByRole('alert').waitFor()
  await page.getByText('用表格看「收款走勢」').click()
  await page.getByRole('region', { name: '用表格看「收款走勢」' }).getByRole('row').nth(1).waitFor()
  await context.unroute(plots)
  await chart.getByRole('button', { name: '再試一次' }).click()
  await page.getByRole('application', { name: /^收款走勢：最高/ }).waitFor()
})
