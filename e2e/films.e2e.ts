import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import type { Video } from '@kaimai/contract/video/video.routes.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { discShape, filmSeconds, makeFilm, moments, recordFlashes, seenAndHeard } from './harness/flash-and-beep.ts'
import type { FilmRecipe, SeenAndHeard } from './harness/flash-and-beep.ts'
import { useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { uploadFilm } from './harness/upload.ts'

const { server, visitor } = useJourney()
const patience = { timeout: 60_000, interval: 300 }
/** Of sound from its picture. */
const apartMs = 100
/** Of a room from the clock: a player that has fallen behind takes a moment to catch up. */
const offClockMs = 1000

interface Film extends FilmRecipe {
  /** At which of the moments it beeps. */
  readonly beeps: readonly number[]
  readonly shows?: readonly number[]
}

const films: readonly Film[] = [
  { name: '聲音提早結束', there: 'lt(t,6)', beeps: [2, 5], oblong: true },
  { name: 'AAC 聲音缺一段', there: 'not(between(t,6,16))', beeps: [2, 5, 20] },
  { name: '聲音每秒缺一點', there: 'gt(mod(t-0.5,1),0.15)', beeps: moments },
  {
    name: 'MP3 聲音缺一段',
    there: 'not(between(t,6,16))',
    audio: 'libmp3lame',
    beeps: [2, 5, 20],
    video: 'libx265',
    oblong: true,
  },
  { name: '聲音比較晚開始', there: 'gt(t,8)', beeps: [9, 14, 20] },
  { name: '畫面比較晚開始', pictureLate: 5, beeps: moments },
  { name: '錄到一半中斷', cutAt: 0.7, beeps: [2, 5, 9, 14], shows: [2, 5, 9, 14] },
]

let headers: Readonly<Record<string, string>>
const videos = new Map<string, Video>()
const lives = new Map<string, { readonly id: string; readonly streamId: string }>()

const need = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('not there')
  return found
}

beforeAll(async () => {
  const { url } = server()
  const login = await loginApi(url, 'demo', 'kaimai-demo')
  headers = login.headers
  const upload = async (film: Film) => {
    const path = await makeFilm(film)
    videos.set(film.name, await uploadFilm(url, login, { path, name: film.name, seconds: filmSeconds }))
  }
  await Promise.all(films.map(upload))
})

/**
 * What was shown and heard of the film's moments: each flash with the moment that it must be, by the pauses between them, and
 * how far its beep was from it.
 */
const matched = (film: Film, seen: SeenAndHeard, from: number) => {
  const all = (film.shows ?? moments).filter((at) => at >= from)
  const first = seen.flashes.length - all.length
  return all.map((at, n) => {
    const flash = seen.flashes[first + n] ?? Number.NaN
    const away = seen.beeps.map((beep) => beep - flash).sort((a, b) => Math.abs(a) - Math.abs(b))
    return { at, flash, beep: Math.abs(away[0] ?? 1000) > 700 ? undefined : away[0] }
  })
}

const expectTogether = (film: Film, seen: SeenAndHeard, from: number): void => {
  const found = matched(film, seen, from)
  const said = `${film.name}: ${JSON.stringify(found)}`
  for (const [n, { at, flash, beep }] of found.entries()) {
    const before = found[n - 1]
    if (before) expect(Math.abs(flash - before.flash - (at - before.at) * 1000), said).toBeLessThan(offClockMs)
    if (film.beeps.includes(at)) expect(Math.abs(beep ?? Number.NaN), said).toBeLessThanOrEqual(apartMs)
    else expect(beep, said).toBeUndefined()
  }
}

const untilShown = async (page: Page, count: number): Promise<void> => {
  await expect.poll(async () => (await seenAndHeard(page)).flashes.length, patience).toBeGreaterThanOrEqual(count)
}

test('JOURNEY-310 Films whose sound ends early, begins late or has holes, or whose picture begins late, keep their whole length', () => {
  for (const film of films) {
    const video = need(videos.get(film.name))
    expect([video.width, video.height]).toEqual([160, 120])
    if (film.cutAt === undefined) expect(Math.abs((video.durationMs ?? 0) - filmSeconds * 1000)).toBeLessThan(100)
  }
})

test('JOURNEY-311 In the room they play through in step with the clock, each beep with its flash, and a disc is round', async () => {
  const watch = async (film: Film) => {
    const guest = await visitor({ name: film.name, shape: 'phone' })
    const beginAtMs = Date.now() + 1000
    const started = await startLive(
      server().url,
      film.name,
      [],
      { videoId: need(videos.get(film.name)).id, beginAt: new Date(beginAtMs).toISOString() },
      headers,
    )
    lives.set(film.name, started.live)
    const { page } = guest
    await page.goto(started.path)
    await page.locator('[data-part="sound"]').click()
    await recordFlashes(page)
    const joined = await seenAndHeard(page)
    const secondOf = (ms: number) => (ms + joined.originMs - beginAtMs) / 1000
    const from = secondOf(joined.sinceMs) + 0.5
    const coming = (film.shows ?? moments).filter((at) => at > from)
    expect(coming.length, 'moments that come after it has joined').toBeGreaterThan(0)
    await untilShown(page, coming.length)
    // The beep after the flash.
    await page.waitForTimeout(500)
    const seen = await seenAndHeard(page)
    for (const { at, flash } of matched(film, seen, from))
      expect(Math.abs(secondOf(flash) - at) * 1000, `${film.name} at ${at} s`).toBeLessThan(offClockMs)
    expectTogether(film, seen, from)
    expect(Math.abs((await discShape(page)) - 1)).toBeLessThan(0.05)
  }
  await Promise.all(films.map(watch))
})

test('JOURNEY-312 In the replay they play from the start and after a seek, each beep with its flash', async () => {
  const watch = async (film: Film) => {
    const { id, streamId } = need(lives.get(film.name))
    await callApi(server().url, roomRoutes.close, { query: { liveId: id } }, headers)
    const { page } = await visitor({ name: film.name, shape: 'desktop' })
    await page.goto(`/stream/${streamId}/anonymous/replay`)
    const video = page.locator('video')
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), patience)
      .toBeGreaterThan(0.2)
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    const seek = (to: number) =>
      video.evaluate(async (element: HTMLVideoElement, second) => {
        element.muted = false
        element.currentTime = second
        await element.play()
      }, to)
    await recordFlashes(page)
    await seek(0)
    await untilShown(page, 2)
    expectTogether({ ...film, shows: [2, 5] }, await seenAndHeard(page), 0)
    const last = (film.shows ?? moments).filter((at) => at > 12)
    await seek(13)
    await untilShown(page, 2 + last.length)
    // The beep after the flash.
    await page.waitForTimeout(500)
    expectTogether(film, await seenAndHeard(page), 13)
  }
  await Promise.all(films.map(watch))
})

test('JOURNEY-313 A merchant reads in the library that a file broke off, and how much of it there is', async () => {
  const { page } = await visitor({ name: '商家', shape: 'desktop' })
  const cut = await callApi(
    server().url,
    videoRoutes.show,
    { params: { id: need(videos.get('錄到一半中斷')).id } },
    headers,
  )
  const seconds = Math.round((cut.durationMs ?? 0) / 1000)
  await logIn(page)
  await page.goto('/manage-live')
  await page.getByText(`原始檔在 00:00:${seconds} 處中斷`).waitFor()
})
