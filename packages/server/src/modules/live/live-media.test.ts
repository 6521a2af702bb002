import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import type { ManualClock } from '../../platform/clock.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fileServer } from '../../platform/files/serve.ts'
import { liveMedia } from './live-media.ts'
import type { LiveMediaFacts } from './live-media.ts'
import { initName, segmentName } from './segment-name.ts'

const namesKey = randomBytes(32)
const beginAtMs = Date.parse('2026-11-20T12:00:00Z')
const segments = Array.from({ length: 20 }, () => ({ durationMs: 4000 }))
const lengthMs = 80_000
const segmentBytes = Buffer.from('a segment of the film')

let folder = ''
let store: FileStore
let server: Server
let base = ''
let clock: ManualClock
/** Stands in for the database: what it knows, how often it was asked, whether it answers at all. */
const database = { lives: new Map<string, LiveMediaFacts>(), asked: 0, down: false }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-live-media-'))
  store = diskStore({ folder })
  await store.put('videos/one/init.mp4', Buffer.from('the init'))
  for (let n = 0; n < segments.length; n += 1)
    await store.put(`videos/one/seg-${String(n).padStart(5, '0')}.m4s`, Buffer.concat([Buffer.from([n]), segmentBytes]))
})

beforeEach(async () => {
  server?.close()
  clock = manualClock(new Date(beginAtMs))
  database.lives = new Map([['room', { videoKey: 'videos/one', segments, beginAtMs }]])
  database.asked = 0
  database.down = false
  const lookup = async (liveId: string) => {
    database.asked += 1
    // A database takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (database.down) throw new Error('the database is away')
    return database.lives.get(liveId)
  }
  const handle = liveMedia({ lookup, files: fileServer(store), clock, namesKey })
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    void Promise.resolve()
      .then(() => handle(request, response, path))
      .then((ours) => ours || response.writeHead(418).end())
      .catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  base = `http://127.0.0.1:${address.port}`
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(base + path, { headers, method })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
const playlist = async (liveId = 'room') => (await get(`/media/live/${liveId}/index.m3u8`)).body.toString()
const urisOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const segmentPath = (n: number, liveId = 'room') =>
  `/media/live/${liveId}/${segmentName(namesKey, 'live', liveId, n)}.m4s`

test('LIVE-58 The playlist may be cached for a second, and is not sent again to whom it has not changed for', async () => {
  const first = await get('/media/live/room/index.m3u8')
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(first.headers.get('cache-control')).toBe('public, max-age=1')
  expect(first.headers.get('x-content-type-options')).toBe('nosniff')
  const etag = first.headers.get('etag') ?? ''
  const again = await get('/media/live/room/index.m3u8', { 'if-none-match': `"other", W/${etag}` })
  expect(again).toMatchObject({ status: 304 })
  expect(again.body.length).toBe(0)
  const head = await get('/media/live/room/index.m3u8', {}, 'HEAD')
  expect(head.headers.get('content-length')).toBe(String(first.body.length))
  clock.advance(4000)
  const later = await get('/media/live/room/index.m3u8', { 'if-none-match': etag })
  expect(later.status).toBe(200)
  expect(later.body.equals(first.body)).toBe(false)
})

test('LIVE-59 Through a whole live: what is listed can be fetched, the next one can not, even by its right name', async () => {
  clock.set(new Date(beginAtMs - 12_000))
  expect((await get('/media/live/room/index.m3u8')).status).toBe(404)
  const seen = new Set<string>()
  for (let offset = -10_000; offset < lengthMs + 3000; offset += 1700) {
    clock.set(new Date(beginAtMs + offset))
    const text = await playlist()
    const init = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? ''
    expect((await get(`/media/live/room/${init}`)).body.toString()).toBe('the init')
    const uris = urisOf(text)
    for (const uri of uris) seen.add(uri)
    const newest = Number.parseInt(uris.at(-1) ?? '', 10)
    const answer = await get(`/media/live/room/${uris.at(-1)}`)
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toBe(newest)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
    // A second of tolerance for clocks, no more.
    const refused = await get(segmentPath(newest + 2))
    expect(refused.status).toBe(404)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(text.includes('#EXT-X-ENDLIST')).toBe(newest === segments.length - 1)
  }
  expect(seen.size).toBe(segments.length)
})

test('LIVE-62 A segment can be had in parts and asked for again', async () => {
  const part = await get(segmentPath(0), { range: 'bytes=1-4' })
  expect(part.status).toBe(206)
  expect(part.body.toString()).toBe('a se')
  const etag = part.headers.get('etag') ?? ''
  expect((await get(segmentPath(0), { 'if-none-match': etag })).status).toBe(304)
})

test('LIVE-86 Names of another live, of the replay, made-up ones and mixed-up endings are not found', async () => {
  database.lives.set('other', { videoKey: 'videos/one', segments, beginAtMs })
  const name = segmentName(namesKey, 'live', 'room', 0)
  const bad = [
    `/media/live/other/${name}.m4s`,
    `/media/replay/room/${name}.m4s`,
    `/media/live/room/${name}.mp4`,
    `/media/live/room/0-${'A'.repeat(22)}.m4s`,
    `/media/live/room/${initName(namesKey, 'live', 'room')}.m4s`,
    `/media/live/nobody/${segmentName(namesKey, 'live', 'nobody', 0)}.m4s`,
    '/media/live/nobody/index.m3u8',
    '/media/live/room/',
    '/media/live/room/seg-00000.m4s',
    '/media/live/../live/room/index.m3u8x',
  ]
  for (const path of bad) expect([path, (await get(path)).status]).toEqual([path, 404])
  expect((await get('/media/other/room')).status).toBe(418)
  expect((await get('/media/live/room/index.m3u8', {}, 'POST')).status).toBe(405)
})

test('LIVE-87 The database is asked once a second for a live, however many viewers ask', async () => {
  await Promise.all(Array.from({ length: 50 }, () => get('/media/live/room/index.m3u8')))
  expect(database.asked).toBe(1)
  clock.advance(999)
  await get('/media/live/room/index.m3u8')
  expect(database.asked).toBe(1)
  clock.advance(1)
  await Promise.all(Array.from({ length: 50 }, () => get(segmentPath(0))))
  expect(database.asked).toBe(2)
})

test('LIVE-88 A live that is closed ends for all within a second, and one that is taken away is gone', async () => {
  clock.advance(20_000)
  expect(await playlist()).not.toContain('ENDLIST')
  database.lives.set('room', { videoKey: 'videos/one', segments, beginAtMs, endAtMs: clock.ms() })
  clock.advance(1000)
  expect(await playlist()).toContain('#EXT-X-ENDLIST')
  clock.advance(60_000)
  expect((await get(segmentPath(19))).status).toBe(404)
  database.lives.delete('room')
  clock.advance(1000)
  expect((await get('/media/live/room/index.m3u8')).status).toBe(404)
  expect((await get(segmentPath(0))).status).toBe(404)
})

test('LIVE-89 While the database is away a running live goes on for a minute, an unknown one is an error', async () => {
  await playlist()
  database.down = true
  clock.advance(30_000)
  const text = await playlist()
  expect(urisOf(text).length).toBeGreaterThan(3)
  expect((await get(`/media/live/room/${urisOf(text).at(-1)}`)).status).toBe(200)
  clock.advance(31_000)
  expect((await get('/media/live/room/index.m3u8')).status).toBe(500)
  expect((await get('/media/live/other/index.m3u8')).status).toBe(500)
})

test('LIVE-90 The replay opens when the live is over, until its day; the live closes ten minutes after its end', async () => {
  const replayUntilMs = beginAtMs + 3_600_000
  database.lives.set('room', { videoKey: 'videos/one', segments, beginAtMs, replayUntilMs })
  const replay = () => get('/media/replay/room/index.m3u8')
  const statusesAt = async (offsetMs: number) => {
    clock.set(new Date(beginAtMs + offsetMs))
    return [(await get('/media/live/room/index.m3u8')).status, (await replay()).status]
  }
  expect(await statusesAt(lengthMs - 1)).toEqual([200, 404])
  expect(await statusesAt(lengthMs)).toEqual([200, 200])
  const uris = urisOf((await replay()).body.toString())
  expect(uris).toHaveLength(segments.length)
  expect((await get(`/media/replay/room/${uris[19]}`)).body[0]).toBe(19)
  expect(await statusesAt(lengthMs + 600_000)).toEqual([404, 200])
  expect((await get(segmentPath(3))).status).toBe(404)
  expect(await statusesAt(3_600_000)).toEqual([404, 404])
  expect((await get(`/media/replay/room/${uris[19]}`)).status).toBe(404)
})

test('LIVE-72 A room that is extended keeps its list after the last segment, ended; its replay opens with its own end', async () => {
  const extendedMs = 3_600_000
  const endAtMs = beginAtMs + lengthMs + extendedMs
  database.lives.set('room', { videoKey: 'videos/one', segments, beginAtMs, endAtMs, replayUntilMs: endAtMs + 60_000 })
  const at = async (offsetMs: number) => {
    clock.set(new Date(beginAtMs + offsetMs))
    const live = await get('/media/live/room/index.m3u8')
    const replay = await get('/media/replay/room/index.m3u8')
    return [live.status, live.body.toString().endsWith('#EXT-X-ENDLIST\n'), replay.status]
  }
  expect(await at(lengthMs - 20_000)).toEqual([200, false, 404])
  expect(await at(lengthMs)).toEqual([200, true, 404])
  const uris = urisOf((await get('/media/live/room/index.m3u8')).body.toString())
  expect(await at(lengthMs + extendedMs - 1)).toEqual([200, true, 404])
  expect((await get(`/media/live/room/${uris.at(-1)}`)).status).toBe(200)
  expect(await at(lengthMs + extendedMs)).toEqual([200, true, 200])
})

test('LIVE-91 No path whatever is answered with an error of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webPath(), async (path) => {
      const { status } = await get(`/media/live${path}`)
      expect([200, 404, 418]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

test('LIVE-772 What is chosen past the film is served from a list of its own when it is due, by names that nothing else opens', async () => {
  const filmEndMs = beginAtMs + lengthMs
  await store.put('videos/two/init.mp4', Buffer.from('another init'))
  for (let n = 0; n < 5; n += 1)
    await store.put(`videos/two/seg-0000${n}.m4s`, Buffer.concat([Buffer.from([100 + n]), segmentBytes]))
  const two = { videoKey: 'videos/two', segments: segments.slice(0, 5).map((each) => ({ ...each, bytes: 22 })) }
  const endAtMs = filmEndMs + 600_000
  const choices = [
    { fromMs: beginAtMs, picture: two },
    { fromMs: filmEndMs + 30_000, picture: 'again' as const },
  ]
  const replayUntilMs = endAtMs + 60_000
  database.lives.set('room', { videoKey: 'videos/one', segments, beginAtMs, endAtMs, choices, replayUntilMs })
  const past = (n: number, name = 'index.m3u8') => `/media/live/room/past-${n}/${name}`
  const first = `${segmentName(namesKey, 'live', 'room/past-0', 0)}.m4s`
  clock.set(new Date(filmEndMs - 8000))
  for (const path of [past(0), past(0, first), past(1), past(2)]) expect((await get(path)).status).toBe(404)
  clock.set(new Date(filmEndMs - 5000))
  const list = (await get(past(0))).body.toString()
  expect(urisOf(list)[0]).toBe(first)
  expect(list).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(filmEndMs).toISOString()}`)
  expect((await get(past(0, first))).body[0]).toBe(100)
  expect((await get(past(0, /URI="([^"]+)"/.exec(list)?.[1] ?? ''))).body.toString()).toBe('another init')
  // Neither the film's names nor another choice's open it, and the replay has nothing of it.
  for (const path of [past(0, segmentPath(0).split('/').at(-1)), past(1, first), `/media/live/room/${first}`])
    expect((await get(path)).status).toBe(404)
  clock.set(new Date(filmEndMs + 40_000))
  const again = (await get(past(1))).body.toString()
  const uris = urisOf(again)
  expect((await get(past(1, uris[0]))).body[0]).toBe(5)
  expect((await get(past(1, `${segmentName(namesKey, 'live', 'room/past-1', 4)}.m4s`))).status).toBe(404)
  clock.set(new Date(endAtMs))
  expect(urisOf((await get('/media/replay/room/index.m3u8')).body.toString())).toHaveLength(segments.length)
  for (const path of ['/media/replay/room/past-0/index.m3u8', `/media/replay/room/past-0/${first}`])
    expect((await get(path)).status).toBe(404)
})
