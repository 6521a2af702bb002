import { randomBytes } from 'node:crypto'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { segmentName } from '../packages/server/src/modules/live/segment-name.ts'
import { secretFrom } from '../packages/server/src/platform/secret.ts'
import { callApi, loginApi } from './harness/api.ts'
import { film, filmFile, shownSecond } from './harness/film.ts'
import { useJourney } from './harness/journey.ts'
import { uploadFilm } from './harness/upload.ts'

const secret = randomBytes(32).toString('base64url')
const { server, visitor } = useJourney({ env: { KAIMAI_SECRET: secret } })

const maxApartSeconds = 0.5
const patience = { timeout: 60_000, interval: 500 }

let room: { readonly beginAtMs: number; readonly streamId: string }

beforeAll(async () => {
  const { url } = server()
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  const video = await uploadFilm(url, login, { path: await filmFile(), name: '同步測試片', seconds: film.seconds })
  const beginAtMs = Date.now() + 1000
  const { streamId } = await callApi(
    url,
    liveRoutes.create,
    {
      body: {
        liveName: '同步測試',
        platformType: 'video',
        videoId: video.id,
        beginAt: new Date(beginAtMs).toISOString(),
        publish: true,
      },
    },
    login.headers,
  )
  room = { beginAtMs, streamId }
})

const filmTime = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until the page's own video has played on for so long. */
const played = async (page: Page, seconds: number): Promise<void> => {
  const from = await filmTime(page)
  await page.waitForFunction((until) => (document.querySelector('video')?.currentTime ?? 0) > until, from + seconds, {
    timeout: 60_000,
  })
}

test('JOURNEY-15 A segment of the future is not given out before its time, even to one who knows its name', async () => {
  const key = secretFrom(secret).keyFor('segment names')
  const media = `${server().url}/media/live/${room.streamId}`
  const statusOf = async (n: number) =>
    (await fetch(`${media}/${segmentName(key, 'live', room.streamId, n)}.m4s`)).status
  const lastListed = async () => {
    const text = await (await fetch(`${media}/index.m3u8`)).text()
    return Math.max(-1, ...[...text.matchAll(/^(\d+)-\S+\.m4s$/gm)].map(([, n]) => Number(n)))
  }

  await expect.poll(lastListed, patience).toBeGreaterThanOrEqual(1)
  expect(await statusOf(0)).toBe(200)
  const future = (await lastListed()) + 2
  expect(await statusOf(future)).toBe(404)
  await expect.poll(lastListed, patience).toBeGreaterThanOrEqual(future)
  expect(await statusOf(future)).toBe(200)
})

test('JOURNEY-16 Two viewers see the same moment, after joining late, a pause of 20 s and winding', async () => {
  const path = `/stream/${room.streamId}/anonymous`
  const early = await visitor({ name: '先到的人', shape: 'desktop' })
  await early.page.goto(path)
  await played(early.page, 5)

  const late = await visitor({ name: '遲到的人', shape: 'phone' })
  await late.page.goto(path)
  await played(late.page, 1)

  /** How far a page is behind (+) or ahead (−) of the broadcast, in seconds, by its pixels. */
  const behind = async (page: Page): Promise<number> => {
    const { filmSeconds, atMs } = await shownSecond(page)
    return (atMs - room.beginAtMs) / 1000 - filmSeconds
  }
  // The first frame may still stand under the poster when the clock of the video runs.
  await expect.poll(() => behind(late.page), { ...patience, message: 'nobody begins at the beginning' }).toBeLessThan(1)
  const apart = async () => Math.abs((await behind(early.page)) - (await behind(late.page)))
  /** Takes a moment to come true, then holds. */
  const expectInStep = async (after: string) => {
    await expect.poll(apart, { ...patience, message: after }).toBeLessThan(maxApartSeconds)
    await played(late.page, 2)
    await expect.poll(apart, { ...patience, message: `${after}, 2 s on` }).toBeLessThan(maxApartSeconds)
  }

  await expectInStep('joined late')

  const video = late.page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await late.page.getByRole('button', { name: '回到直播' }).waitFor()
  await played(early.page, 20)
  expect(await behind(late.page)).toBeGreaterThan(15)
  await late.page.getByRole('button', { name: '回到直播' }).click()
  await expectInStep('paused for 20 s')

  for (const seconds of [-7, 30]) {
    await video.evaluate(async (element: HTMLVideoElement, by) => {
      element.currentTime += by
      await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    }, seconds)
    await expectInStep(`wound by ${seconds} s`)
  }
})
