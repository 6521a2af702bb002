import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { filmFile, shownSecond } from './harness/film.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { uploadFilm } from './harness/upload.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 300 }
const maxApartSeconds = 0.5
/** Of the films of these journeys, in seconds. The last minute of the long one begins at its second segment. */
const longSeconds = 64
const shortSeconds = 40

let headers: Readonly<Record<string, string>>
let long: string
let short: string
beforeAll(async () => {
  const { url } = server()
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  headers = login.headers
  const upload = async (name: string, seconds: number) =>
    (await uploadFilm(url, login, { path: await filmFile(seconds), name, seconds })).id
  long = await upload('開窯紀錄片', longSeconds)
  short = await upload('開場短片', shortSeconds)
})

/** A live that began some seconds ago. */
const began = async (name: string, secondsAgo: number, videoId: string) => {
  const beginAtMs = Date.now() - secondsAgo * 1000
  const started = await startLive(
    server().url,
    name,
    [['A01', 0]],
    { videoId, beginAt: new Date(beginAtMs).toISOString() },
    headers,
  )
  return { ...started, beginAtMs }
}

/** By how many seconds a page's picture is behind (+) what the clock says. */
const behind = async (page: Page, expected: (nowMs: number) => number): Promise<number> => {
  const { filmSeconds, atMs } = await shownSecond(page)
  return expected(atMs) - filmSeconds
}
const isMuted = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)
const over = (page: Page) => page.locator('[data-part="over"]')
const loading = (page: Page) => page.locator('[data-part="stage"] [role="status"]')

/** Pages come in step with the clock and with one another: a player that has fallen behind takes a moment to catch up. */
const expectInStep = async (pages: readonly Page[], expected: (nowMs: number) => number) => {
  const apart = async (): Promise<number> => {
    const all = await Promise.all(pages.map((page) => behind(page, expected)))
    return Math.max(...all.map(Math.abs), Math.max(...all) - Math.min(...all))
  }
  await expect.poll(apart, patience).toBeLessThan(maxApartSeconds)
}

test('JOURNEY-280 Past its film a live plays the last minute again, to who was there without a seam, and to who comes later', async () => {
  const { live, path, beginAtMs } = await began('再看一次的一場', 25, long)
  const body = { liveId: live.id, minutes: 10, pastFilm: { kind: 'again' as const } }
  await callApi(server().url, controlRoomRoutes.extend, { body }, headers)
  const filmEndMs = beginAtMs + longSeconds * 1000
  const early = await visitor({ name: '先到的人', shape: 'phone' })
  await early.page.goto(path)
  await early.page.locator('[data-part="sound"]').click()
  await expectInStep([early.page], (nowMs) => (nowMs - beginAtMs) / 1000)
  expect(Date.now()).toBeLessThan(filmEndMs)

  // The film is over: its last minute begins at four seconds, within the same list.
  const again = (nowMs: number) => longSeconds - 60 + (((nowMs - filmEndMs) / 1000) % 60)
  await expect.poll(() => Date.now(), patience).toBeGreaterThan(filmEndMs + 500)
  await expectInStep([early.page], again)
  expect(await over(early.page).count()).toBe(0)
  expect(await loading(early.page).count()).toBe(0)
  expect(await isMuted(early.page)).toBe(false)

  const late = await visitor({ name: '晚到的人', shape: 'phone' })
  await late.page.goto(path)
  await expectInStep([early.page, late.page], again)
  await early.page.reload()
  await expectInStep([early.page, late.page], again)
}, 240_000)

test('JOURNEY-281 While a live goes on past its film the host has another recording played, then puts up words: on two phones and the own screen at the same moment', async () => {
  const { live, path, beginAtMs } = await began('加映的一場', 20, short)
  await callApi(server().url, controlRoomRoutes.extend, { body: { liveId: live.id, minutes: 10 } }, headers)
  const host = await visitor({ name: '主持人', shape: 'desktop' })
  const [one, two] = [await visitor({ name: '甲', shape: 'phone' }), await visitor({ name: '乙', shape: 'phone' })]
  await one.page.goto(path)
  await one.page.locator('[data-part="sound"]').click()
  await logIn(host.page)
  await host.page.goto(`/manage-live-stream/streaming-edit/${live.id}`)
  await over(one.page).getByText('影片播完了').waitFor({ timeout: 60_000 })
  expect(Date.now()).toBeGreaterThan(beginAtMs + shortSeconds * 1000)

  const dialog = host.page.getByRole('dialog', { name: '延長直播' })
  const openDialog = async () => {
    await host.page.getByRole('button', { name: '延長與更多' }).click()
    await host.page.getByRole('menuitem', { name: '延長直播…' }).click()
    await dialog.waitFor()
  }
  await openDialog()
  await dialog.getByText(/^影片已在 .* 播完/).waitFor()
  await dialog.getByRole('radio', { name: /播另一支影片/ }).check()
  await dialog.getByRole('button', { name: '選擇影片' }).click()
  const picker = host.page.getByRole('dialog').filter({ has: host.page.getByRole('button', { name: '使用這支影片' }) })
  await picker.getByRole('searchbox').fill('紀錄')
  await picker.getByRole('radio', { name: /開窯紀錄片/ }).check()
  await picker.getByRole('button', { name: '使用這支影片' }).click()
  await expectAccessible(host.page, 'the choice of what viewers see past the film')
  await dialog.getByRole('button', { name: '更換畫面' }).click()
  await dialog.waitFor({ state: 'detached' })

  const room = await callApi(server().url, roomRoutes.show, { query: { streamId: live.streamId } })
  const fromMs = room.pastFilm?.runs.at(-1)?.fromMs ?? Number.NaN
  const played = (nowMs: number) => (nowMs - fromMs) / 1000
  await two.page.goto(path)
  await expect.poll(() => Date.now(), patience).toBeGreaterThan(fromMs + 1000)
  await expectInStep([one.page, two.page, host.page], played)
  expect(await over(one.page).count()).toBe(0)
  expect(await isMuted(one.page)).toBe(false)

  await openDialog()
  await dialog.getByRole('radio', { name: /畫面上的文字/ }).check()
  await dialog.getByRole('textbox').fill('九點半抽獎，先別走開')
  await dialog.getByRole('button', { name: '更換畫面' }).click()
  for (const { page } of [one, two]) await over(page).getByText('九點半抽獎，先別走開').waitFor({ timeout: 60_000 })
  await host.page.getByText('九點半抽獎，先別走開').waitFor()
  await two.page.reload()
  await over(two.page).getByText('九點半抽獎，先別走開').waitFor({ timeout: 60_000 })
  await expectAccessible(two.page, 'the host’s words past the film')
}, 300_000)
