import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import type { Video } from '@kaimai/contract/video/video.routes.ts'
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
  { name: '聲音提早結束', there: 'lt(t,6)', beeps: [1, 4], oblong: true },
  { name: 'AAC 聲音缺一段', there: 'not(between(t,6,12))', beeps: [1, 4, 15, 22] },
  { name: '聲音每秒缺一點', there: 'gt(mod(t+0.5,1),0.15)', beeps: moments },
  {
    name: 'MP3 聲音缺一段',
    there: 'not(between(t,6,12))',
    audio: 'libmp3lame',
    video: 'libx265',
    oblong: true,
    beeps: [1, 4, 15, 22],
  },
  { name: '聲音比較晚開始', there: 'gt(t,8)', beeps: [9, 15, 22] },
  { name: '畫面比較晚開始', pictureLate: 5, beeps: moments },
  { name: '錄到一半中斷', cutAt: 0.7, beeps: [1, 4, 9, 15], shows: [1, 4, 9, 15] },
]

let headers: Readonly<Record<string, string>>
const videos = new Map<string, Video>()
const streamIds = new Map<string, string>()

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

test('JOURNEY-310 Films whose sound ends early, begins late or has holes, or whose picture begins late, keep their whole length', () => {
  for (const film of films) {
    const video = need(videos.get(film.name))
    expect([video.width, video.height]).toEqual([160, 120])
    if (film.cutAt === undefined) expect(Math.abs((video.durationMs ?? 0) - filmSeconds * 1000)).toBeLessThan(100)
  }
})

test('JOURNEY-311 In the room they play through in step with the clock, each beep with its flash, and a disc is round', async () => {
  const guest = await visitor({ name: '觀眾', shape: 'phone' })
  const beginAtMs = Date.now() + 8000
  const watch = async (film: Film) => {
    const videoId = need(videos.get(film.name)).id
    const more = { videoId, beginAt: new Date(beginAtMs).toISOString() }
    const started = await startLive(server().url, film.name, [], more, headers)
    streamIds.set(film.name, started.live.streamId)
    const page = await guest.newTab()
    await page.goto(started.path)
    await page.locator('[data-part="sound"]').click({ timeout: 60_000 })
    await recordFlashes(page)
    await expect.poll(() => discShape(page), patience).toBeCloseTo(1, 1)
    const { sinceMs, originMs } = await seenAndHeard(page)
    const secondOf = (ms: number) => (ms + originMs - beginAtMs) / 1000
    const from = secondOf(sinceMs) + 0.5
    const last = need((film.shows ?? moments).at(-1))
    await expect.poll(() => Date.now(), patience).toBeGreaterThan(beginAtMs + last * 1000 + 1500)
    const seen = await seenAndHeard(page)
    const found = matched(film, seen, from)
    expect(found.length, `${film.name}: moments that came after the page was there`).toBeGreaterThan(0)
    for (const { at, flash } of found)
      expect(Math.abs(secondOf(flash) - at) * 1000, `${film.name} at ${at} s`).toBeLessThan(offClockMs)
    expectTogether(film, seen, from)
  }
  await Promise.all(films.map(watch))
})

test('JOURNEY-312 In the replay they play from the start and after a seek, each beep with its flash', async () => {
  const guest = await visitor({ name: '看重播的人', shape: 'desktop' })
  const watch = async (film: Film) => {
    const page = await guest.newTab()
    await page.goto(`/stream/${need(streamIds.get(film.name))}/anonymous`)
    await page.getByRole('link', { name: '看重播' }).click({ timeout: 60_000 })
    const video = page.locator('video')
    const playhead = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(playhead, patience).toBeGreaterThan(0.2)
    const playFrom = (to: number) =>
      video.evaluate(async (element: HTMLVideoElement, second) => {
        element.muted = false
        element.currentTime = second
        await element.play()
      }, to)
    await recordFlashes(page)
    await playFrom(0)
    await expect.poll(playhead, patience).toBeGreaterThan(5)
    const early = await seenAndHeard(page)
    expectTogether({ ...film, shows: [1, 4] }, early, 0)
    await playFrom(13)
    await expect.poll(playhead, patience).toBeGreaterThan(need((film.shows ?? moments).at(-1)) + 1)
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
