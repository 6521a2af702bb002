import { expect, test } from 'vitest'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { visitor, server } = useJourney()

test('JOURNEY-400 While a live runs its dashboard follows who comes in, by itself, and shows the simulated beside the real', async () => {
  const curve = { audienceCurve: [{ at: 0, count: 120 }] }
  const { live, path } = await startLive(server().url, '數據之夜', [['A01', 1]], curve)
  const { page } = await visitor({ name: 'merchant', shape: 'desktop' })
  await logIn(page)
  await page.goto(`/dashboard?live=${live.id}`)
  await page.getByRole('heading', { level: 2, name: '數據' }).waitFor()
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('b')
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('b')
  await expect.poll(() => figure('進場').textContent()).toBe('0')

  const { page: room } = await visitor({ name: 'viewer', shape: 'phone' })
  await room.goto(path)
  await expect.poll(() => figure('進場').textContent()).toBe('1')
  await expect.poll(() => step('進入直播間').textContent()).toBe('1 人')
  // One of one is no percentage.
  expect(await page.getByText('前一步的', { exact: false }).count()).toBe(0)

  await page.getByText('含模擬').click()
  await page.getByText('用表格看「同時在線人數」').click()
  await page.getByRole('columnheader', { name: '模擬' }).first().waitFor()
  await page.getByRole('cell', { name: '120', exact: true }).first().waitFor()
  expect(await figure('進場').textContent()).toBe('1')
  await expectAccessible(page, 'figures of a running live')
})

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
