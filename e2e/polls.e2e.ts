import { giveawayRoutes } from '@kaimai/contract/room/giveaway.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 250 }

const pollOn = (page: Page) => page.getByRole('region', { name: '投票' })

test('JOURNEY-106 The host opens a poll, two phones vote, a late one sees it, its result stands in the room and in the replay', async () => {
  const { live, headers, path } = await startLive(server().url, '投票之夜', [['A01', 2]])
  const host = await visitor({ name: '主持人', shape: 'desktop' })
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  const [one, two] = [
    await visitor({ name: '第一支手機', shape: 'phone' }),
    await visitor({ name: '第二支手機', shape: 'phone' }),
  ]
  for (const { page } of [one, two]) {
    await page.goto(path)
    await page.locator('[data-part="offer"] h2').waitFor({ timeout: 60_000 })
  }
  await host.page.getByRole('button', { name: '發起投票' }).click()
  const dialog = host.page.getByRole('dialog')
  await dialog.getByLabel('問題').fill('先介紹哪一件？')
  await dialog.getByRole('textbox', { name: '選項 1' }).fill('霧白飯碗')
  await dialog.getByRole('textbox', { name: '選項 2' }).fill('提梁壺')
  await dialog.getByRole('button', { name: '加選項' }).click()
  await dialog.getByRole('textbox', { name: '選項 3' }).fill('圍裙')
  await dialog.getByRole('button', { name: '開始投票' }).click()
  await dialog.waitFor({ state: 'detached' })

  await pollOn(one.page).getByRole('button', { name: '提梁壺' }).click(patience)
  await pollOn(two.page).getByRole('button', { name: '圍裙' }).click(patience)
  await pollOn(two.page)
    .getByRole('button', { name: /^提梁壺/ })
    .click()
  await expect.poll(() => pollOn(one.page).getByText('100%').count(), patience).toBe(1)
  await pollOn(one.page).getByText('2 票・時間內可以改選').waitFor()
  await expectAccessible(one.page, 'a room with a poll')

  const late = await visitor({ name: '晚來的人', shape: 'phone' })
  await late.page.goto(path)
  await pollOn(late.page).getByRole('button', { name: '霧白飯碗' }).waitFor({ timeout: 60_000 })
  // Who was there and loads again has the own vote still.
  await one.page.reload()
  await pollOn(one.page)
    .getByRole('button', { name: /^提梁壺/, pressed: true })
    .waitFor({ timeout: 60_000 })

  await host.page.getByRole('list', { name: '共 2 票' }).getByText('2 票').waitFor()
  await host.page.getByRole('button', { name: '現在結束' }).click()
  for (const { page } of [one, two, late]) await pollOn(page).getByText('投票結束・2 票').waitFor({ timeout: 60_000 })
  await callApi(server().url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  await one.page.getByRole('link', { name: '看重播' }).waitFor({ timeout: 60_000 })

  await late.page.goto(`/stream/${live.streamId}/anonymous/replay`)
  await expect
    .poll(() => late.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), patience)
    .toBeGreaterThan(0.5)
  // Moment after moment along the recording, each once the picture is there, until the poll is.
  const slider = late.page.getByRole('slider', { name: '播放進度' })
  const max = Number(await slider.getAttribute('max'))
  const playheadMs = () =>
    late.page.locator('video').evaluate((video: HTMLVideoElement) => (video.seeking ? -1 : video.currentTime * 1000))
  for (let ms = 5_000; ms < max && (await pollOn(late.page).count()) === 0; ms += 5_000) {
    await slider.fill(String(ms))
    await expect.poll(playheadMs, patience).toBeGreaterThanOrEqual(ms)
  }
  await pollOn(late.page).getByText('投票結束・2 票').waitFor()
  expect(await pollOn(late.page).getByRole('button').count()).toBe(0)
})

test('JOURNEY-107 Two phones say the word of a giveaway, the host draws, the winner is told so, and the draw is checked in the room, on the end page and in the replay', async () => {
  const { live, headers, path } = await startLive(server().url, '抽獎之夜', [['A01', 2]])
  const host = await visitor({ name: '抽獎的主持人', shape: 'desktop' })
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  const [one, two] = [
    await visitor({ name: '抽獎的第一支手機', shape: 'phone' }),
    await visitor({ name: '抽獎的第二支手機', shape: 'phone' }),
  ]
  for (const { page } of [one, two]) {
    await page.goto(path)
    await page.locator('[data-part="offer"] h2').waitFor({ timeout: 60_000 })
  }
  await host.page.getByRole('button', { name: '發起抽獎' }).click()
  const dialog = host.page.getByRole('dialog')
  await dialog.getByLabel('獎品').fill('青瓷筷架一組')
  await dialog.getByLabel('留言關鍵字').fill('開窯')
  await dialog.getByRole('button', { name: '開始抽獎' }).click()
  await dialog.waitFor({ state: 'detached' })
  const giftOn = (page: Page) => page.getByRole('region', { name: '抽獎' })
  for (const { page } of [one, two]) {
    await giftOn(page).getByRole('button', { name: '說「開窯」參加' }).click(patience)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /用「.*」留言/ })
      .click()
    await giftOn(page).getByText('已參加').waitFor({ timeout: 60_000 })
  }
  await expect.poll(() => giftOn(one.page).getByText('2 人參加').count(), patience).toBe(1)
  await expectAccessible(one.page, 'a room with a giveaway')
  await host.page.getByRole('button', { name: '現在開獎' }).click()
  for (const { page } of [one, two])
    await giftOn(page)
      .getByText(/得獎：.*（2 人參加）/)
      .waitFor({ timeout: 60_000 })
  const won = await Promise.all([one, two].map(({ page }) => giftOn(page).getByText('恭喜，您中獎了').count()))
  expect(won.toSorted()).toEqual([0, 1])
  await giftOn(one.page).getByRole('button', { name: '查驗抽獎' }).click()
  await one.page.getByRole('dialog').getByText('已驗證：2 人參加，結果相符').waitFor({ timeout: 60_000 })
  await expectAccessible(one.page, 'the check of a draw')
  await callApi(server().url, roomRoutes.close, { query: { liveId: live.id } }, headers)

  const checked = async (page: Page) => {
    await page.getByRole('button', { name: '查驗抽獎' }).click()
    await page.getByRole('dialog').getByText('已驗證：2 人參加，結果相符').waitFor({ timeout: 60_000 })
  }
  await two.page.getByRole('heading', { name: '抽獎結果' }).waitFor({ timeout: 60_000 })
  await two.page.locator('main').getByText('青瓷筷架一組').first().waitFor()
  await checked(two.page)
  await expectAccessible(two.page, 'the end page of a live with a giveaway')

  const late = await visitor({ name: '看重播的人', shape: 'phone' })
  await late.page.goto(`/stream/${live.streamId}/anonymous/replay`)
  await expect
    .poll(() => late.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), patience)
    .toBeGreaterThan(0.5)
  const { draws } = await callApi(server().url, giveawayRoutes.draws, { query: { streamId: live.streamId } })
  await late.page.getByRole('slider', { name: '播放進度' }).fill(String((draws[0]?.drawn.ms ?? 0) + 2_000))
  await giftOn(late.page)
    .getByText(/得獎：.*（2 人參加）/)
    .waitFor({ timeout: 60_000 })
  await checked(late.page)
})
