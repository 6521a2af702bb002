import { roomCurveRoutes } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const heartButton = (page: Page) => page.getByRole('button', { name: '送愛心' })
/** Counts the hearts that were ever drawn on a page, by kind: they are gone after a moment. */
const watchHearts = (page: Page) =>
  page.addInitScript(() => {
    const drawn: Record<string, number> = {}
    Object.assign(window, { drawn })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          const kind = node instanceof SVGElement ? node.dataset['heart'] : undefined
          if (kind !== undefined) drawn[kind] = (drawn[kind] ?? 0) + 1
        }
    }).observe(document, { childList: true, subtree: true })
  })
const drawnOn = (page: Page, kind: string): Promise<number> =>
  page.evaluate((name) => (window as unknown as { drawn: Record<string, number> }).drawn[name] ?? 0, kind)

test('JOURNEY-213 Two phones see each other’s hearts, the control room counts them, and the replay shows them where they were given', async () => {
  const { live, headers, path } = await startLive(server().url, '愛心之夜', [['A01', 0]])
  const [one, two] = [
    await visitor({ name: '第一支手機', shape: 'phone' }),
    await visitor({ name: '第二支手機', shape: 'phone' }),
  ]
  for (const { page } of [one, two]) {
    await watchHearts(page)
    await page.goto(path)
    await page.locator('[data-part="offer"] h2').waitFor({ timeout: 60_000 })
  }
  // The first taps may come before the connection is there: then nothing flies.
  await expect
    .poll(async () => {
      await heartButton(one.page).click()
      return drawnOn(one.page, 'own')
    }, patience)
    .toBeGreaterThan(2)
  await expect.poll(() => drawnOn(two.page, 'others'), patience).toBeGreaterThan(0)
  await heartButton(two.page).click(patience)
  await expect.poll(() => drawnOn(one.page, 'others'), patience).toBeGreaterThan(0)
  await expectAccessible(one.page, 'a room with hearts')
  const [mine, yours] = [await drawnOn(one.page, 'own'), await drawnOn(two.page, 'own')]

  // Somebody taps the product.
  await one.page
    .getByRole('button', { name: /加入購物車/ })
    .first()
    .click()
  const curves = () => callApi(server().url, roomCurveRoutes.curves, { query: { liveId: live.id } }, headers)
  await expect.poll(async () => (await curves()).heartsTotal, patience).toBe(mine + yours)
  await expect.poll(async () => (await curves()).products[0]?.clicks, patience).toBe(1)

  const host = await visitor({ name: '主持人', shape: 'desktop' })
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  await host.page.getByRole('button', { name: '愛心', exact: true }).click(patience)
  await host.page.getByText(`共 ${mine + yours} 個`).waitFor({ timeout: 60_000 })
  await host.page
    .locator('main')
    .getByText(/點過 1 人/)
    .first()
    .waitFor({ timeout: 60_000 })

  // A socket that is just coming back when the room closes learns it from its ticket.
  host.announce(/410 POST .*control_room_ticket/)
  await callApi(server().url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  await one.page.getByRole('link', { name: '看重播' }).waitFor({ timeout: 60_000 })
  const late = await visitor({ name: '看重播的人', shape: 'phone' })
  await watchHearts(late.page)
  await late.page.goto(`/stream/${live.streamId}/anonymous/replay`)
  await expect.poll(() => drawnOn(late.page, 'others'), { timeout: 90_000, interval: 250 }).toBeGreaterThan(0)
  expect(await heartButton(late.page).count()).toBe(0)
})

test('JOURNEY-214 A live without hearts has no button for them; simulated hearts of a script fly in a room that has them', async () => {
  const quiet = await startLive(server().url, '沒有愛心', [['A01', 0]], { heartsAllowed: false })
  const loud = await startLive(
    server().url,
    '很多愛心',
    [['A01', 0]],
    { hearts: [{ at: 1, count: 400, seconds: 120 }], disclosure: true },
    quiet.headers,
  )
  const [first, second] = [
    await visitor({ name: '安靜的人', shape: 'phone' }),
    await visitor({ name: '熱鬧的人', shape: 'phone' }),
  ]
  await watchHearts(second.page)
  await first.page.goto(quiet.path)
  await second.page.goto(loud.path)
  for (const { page } of [first, second]) await page.locator('[data-part="offer"] h2').waitFor({ timeout: 60_000 })
  await heartButton(second.page).waitFor()
  expect(await heartButton(first.page).count()).toBe(0)
  await expect.poll(() => drawnOn(second.page, 'simulated'), patience).toBeGreaterThan(0)
  const { heartsTotal, simulatedHearts } = await callApi(
    server().url,
    roomCurveRoutes.curves,
    { query: { liveId: loud.live.id } },
    quiet.headers,
  )
  expect(heartsTotal).toBe(0)
  expect(simulatedHearts).toBeGreaterThan(0)
})
