import { pathOf } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { visitor, server } = useJourney()

const words = {
  'zh-TW': {
    figures: '數據',
    joined: '進場',
    entered: '進入直播間',
    one: '1 人',
    ofBefore: '前一步的',
    withSimulated: '含模擬',
    table: '用表格看「同時在線人數」',
    simulated: '模擬',
  },
  en: {
    figures: 'Figures',
    joined: 'Attendees',
    entered: 'Entered the room',
    one: '1 person',
    ofBefore: 'of previous',
    withSimulated: 'With simulated',
    table: 'View “People in the room” as a table',
    simulated: 'Simulated',
  },
} as const

/** Between two answers of the figures, ms; what is slower is a page that does not follow. */
const askedEveryMs = 2_000

test.each([
  { language: 'zh-TW', shape: 'desktop', liveName: '數據之夜' },
  { language: 'en', shape: 'phone', liveName: 'An evening of figures' },
] as const)(
  'JOURNEY-400 While a live runs its dashboard follows who comes in, by itself, and shows the simulated beside the real ($language, $shape)',
  async ({ language, shape, liveName }) => {
    const say = words[language]
    const curve = { audienceCurve: [{ at: 0, count: 120 }] }
    const { live, path } = await startLive(server().url, liveName, [['A01', 1]], curve)
    const { page } = await visitor({ name: 'merchant', shape, language })
    await logIn(page)
    // How long ago the server answered the figures before, by its own clock, which says whole seconds.
    const answeredAt: number[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.endsWith(pathOf(figureRoutes.dashboard))) return
      const date = Date.parse(response.headers()['date'] ?? '')
      if (!Number.isNaN(date)) answeredAt.push(date)
    })
    await page.goto(`/dashboard?live=${live.id}`)
    await page.getByRole('heading', { level: 2, name: say.figures, exact: true }).waitFor()
    const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('b')
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('b')
    await expect.poll(() => figure(say.joined).textContent()).toBe('0')

    const { page: room } = await visitor({ name: 'viewer', shape: 'phone', language })
    await room.goto(path)
    await expect.poll(() => figure(say.joined).textContent()).toBe('1')
    await expect.poll(() => step(say.entered).textContent()).toBe(say.one)
    // Asked again by itself, and not more often than it says; that it is in the first answers after is FIGURE-420's.
    await expect.poll(() => answeredAt.length).toBeGreaterThan(5)
    const gaps = answeredAt.slice(1).map((at, place) => at - (answeredAt[place] ?? at))
    expect(gaps.toSorted((a, b) => a - b).at(Math.floor(gaps.length / 2))).toBeLessThanOrEqual(2 * askedEveryMs)
    // One of one is no percentage.
    expect(await page.getByText(say.ofBefore, { exact: false }).count()).toBe(0)

    await page.getByText(say.withSimulated).click()
    await page.getByText(say.table, { exact: true }).click()
    await page.getByRole('columnheader', { name: say.simulated }).first().waitFor()
    await page.getByRole('cell', { name: '120', exact: true }).first().waitFor()
    expect(await figure(say.joined).textContent()).toBe('1')
    await expectAccessible(page, 'figures of a running live')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  announce(/400/)
  await page.goto('/dashboard?from=2199-01-01&to=2199-01-02')
  await page.getByRole('alert').getByText('These dates are in the future').waitFor()
})
