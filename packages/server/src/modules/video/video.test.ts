import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { chunkBytes, chunksOf } from '@kaimai/contract/video/video.rules.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { type Member, multipart, type Reply } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { createVideoUrls } from './video-files.ts'

const t = await sharedApp()
let member: Member
let film: Buffer
let thumbnail: Buffer
const folder = mkdtempSync(join(tmpdir(), 'kaimai-film-'))

beforeAll(async () => {
  member = await t.aFirm()
  const path = join(folder, 'film.mp4')
  // About 11 MB, so that it takes three chunks, and light enough to be copied.
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=640x360:r=25:d=18',
    '-f',
    'lavfi',
    '-i',
    'sine=d=18',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '5M',
    '-minrate',
    '5M',
    '-maxrate',
    '5M',
    '-bufsize',
    '5M',
    '-x264-params',
    'nal-hrd=cbr',
    '-g',
    '50',
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
    path,
  ])
  film = readFileSync(path)
  thumbnail = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#9c4a24' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const chunk = async (
  file: Buffer,
  uuid: string,
  n: number,
  change: Partial<Record<string, string>> = {},
  bytes?: Buffer,
): Promise<Reply> => {
  const { offset, length } = chunksOf(file.length)[n] ?? { offset: 0, length: 0 }
  const fields = {
    firmId: member.firmId,
    uuid,
    chunk: String(n),
    offset: String(offset),
    size: String(file.length),
    name: '開窯.mp4',
    type: '.mp4',
    finished: 'false',
    duration: '18',
    ...change,
  } as Record<string, string>
  const form = multipart(fields, { file: bytes ?? file.subarray(offset, offset + length) })
  return t.request({
    method: 'POST',
    url: '/api/video',
    headers: { ...member.headers, ...form.headers },
    payload: form.payload,
  })
}
const resultOf = (reply: Reply) => (reply.body as { data?: { result: string; videoId?: string } }).data
const uploaded = (uuid: string) => t.call(videoRoutes.uploaded, { query: { uuid } }, member.headers)
const upload = async (file: Buffer, uuid = newId()): Promise<string> => {
  const count = chunksOf(file.length).length
  let videoId = ''
  for (let n = 0; n < count; n += 1)
    videoId = resultOf(await chunk(file, uuid, n, n === count - 1 ? { finished: 'true' } : {}))?.videoId ?? ''
  return videoId
}
const show = (id: string) => t.call(videoRoutes.show, { params: { id } }, member.headers)

describe('chunk upload', () => {
  test('VIDEO-34 Chunks in any order, and twice, make one video whose packaging starts with the last', async () => {
    const uuid = newId()
    expect(film.length).toBeGreaterThan(2 * chunkBytes)
    expect(resultOf(await chunk(film, uuid, 1))).toMatchObject({ result: 'Success' })
    expect(resultOf(await chunk(film, uuid, 0))).toMatchObject({ result: 'Success' })
    expect(resultOf(await chunk(film, uuid, 1))).toMatchObject({ result: 'Success' })
    expect(await uploaded(uuid)).toEqual({ chunks: [0, 1], finished: false })
    const done = resultOf(await chunk(film, uuid, 2, { finished: 'true' }))
    expect(done).toMatchObject({ result: 'Success' })
    expect(resultOf(await chunk(film, uuid, 2, { finished: 'true' }))).toEqual(done)
    await t.platform.jobs.idle()
    const video = await show(done?.videoId ?? '')
    expect(video).toMatchObject({
      state: 'ready',
      name: '開窯',
      size: film.length,
      width: 640,
      height: 360,
      progress: 100,
    })
    expect(Math.abs((video.durationMs ?? 0) - 18_000)).toBeLessThan(100)
  })

  test('VIDEO-35 A chunk of another length or offset answers "error", and nothing of it is kept', async () => {
    const uuid = newId()
    expect(resultOf(await chunk(film, uuid, 0, {}, film.subarray(0, 1000)))).toEqual({ result: 'error' })
    expect(resultOf(await chunk(film, uuid, 1, { offset: '17' }))).toEqual({ result: 'error' })
    expect(await uploaded(uuid)).toEqual({ chunks: [], finished: false })
  })

  test('VIDEO-36 Finished with chunks missing answers "error"; what is held stays and the rest completes it', async () => {
    const uuid = newId()
    await chunk(film, uuid, 0)
    expect(resultOf(await chunk(film, uuid, 2, { finished: 'true' }))).toEqual({ result: 'error' })
    expect((await uploaded(uuid)).chunks).toEqual([0, 2])
    await chunk(film, uuid, 1)
    expect(resultOf(await chunk(film, uuid, 2, { finished: 'true' }))).toMatchObject({ result: 'Success' })
    await t.platform.jobs.idle()
  })

  test('VIDEO-37 A file that is no film is refused at the end with an error text, and its upload is gone', async () => {
    const uuid = newId()
    const reply = await chunk(Buffer.from('this is a text and no film'), uuid, 0, { finished: 'true' })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain('MP4')
    expect(await uploaded(uuid)).toEqual({ chunks: [], finished: false })
  })

  test('VIDEO-38 Another firm’s id in the chunk, or another type, is refused', async () => {
    const other = await t.aFirm()
    expect((await chunk(film, newId(), 0, { firmId: other.firmId })).status).toBe(404)
    expect((await chunk(film, newId(), 0, { type: '.exe' })).status).toBe(400)
  })

  test('VIDEO-39 More than a firm’s space, or than one video may have, is refused before anything is kept', async () => {
    const reply = await chunk(film, newId(), 0, { size: String(21 * 1024 ** 3) })
    expect(reply.status).toBe(400)
    for (let n = 0; n < 4; n += 1) await chunk(film, newId(), 0, { size: String(20 * 1024 ** 3) })
    expect((await chunk(film, newId(), 0, { size: String(20 * 1024 ** 3) })).status).toBe(413)
  })

  test('VIDEO-40 An upload that nobody finished is swept after seven days', async () => {
    const uuid = newId()
    await chunk(film, uuid, 0)
    t.clock.advance(6 * 86_400_000)
    await t.app.services.uploads.sweep()
    member = await again()
    expect((await uploaded(uuid)).chunks).toEqual([0])
    t.clock.advance(86_400_001)
    await t.app.services.uploads.sweep()
    member = await again()
    expect((await uploaded(uuid)).chunks).toEqual([])
  })
})

const again = async (): Promise<Member> => {
  const reply = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: member.account, password: 'correct horse battery', deviceId: member.deviceId }),
  })
  const { data } = reply.body as { data: { userInfo: { authorizationToken: string } } }
  return {
    ...member,
    headers: {
      ...member.headers,
      authorization: `Bearer ${data.userInfo.authorizationToken}`,
      'x-csrf-token': String(reply.headers['x-csrf-token']),
    },
  }
}

describe('videos', () => {
  test('VIDEO-41 A film that cannot be played fails with words that say what to upload', async () => {
    // Its index is there and names a codec that nobody knows.
    const broken = Buffer.from(film.toString('latin1').replaceAll('avc1', 'zzzz'), 'latin1')
    const video = await show(
      await upload(broken).then(async (id) => {
        await t.platform.jobs.idle()
        return id
      }),
    )
    expect(video.state).toBe('failed')
    expect(video.problem).toContain('MP4')
    // No browser could draw it, and nothing was made of it: there is no picture to ask for.
    expect(video.thumbnailUrl).toBe('')
  })

  test('VIDEO-76 A phone’s .mov in HEVC is converted where ffmpeg is there, and keeps its name without the ending', async () => {
    const path = join(folder, 'IMG_0042.MOV')
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30:d=2', '-f', 'lavfi', '-i', 'sine=d=2']
    const coded = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-x265-params', 'log-level=error']
    execFileSync('ffmpeg', ['-v', 'error', ...sources, ...coded, '-c:a', 'aac', '-f', 'mov', path])
    const file = readFileSync(path)
    const reply = await chunk(file, newId(), 0, { name: 'IMG_0042.MOV', type: '.mov', duration: '0', finished: 'true' })
    await t.platform.jobs.idle()
    const video = await show(resultOf(reply)?.videoId ?? '')
    expect(video).toMatchObject({ state: 'ready', name: 'IMG_0042', width: 160, height: 90 })
    expect(video.thumbnailUrl).toMatch(/\/thumb\.jpg$/)
  })

  test('VIDEO-42 Lists page and search; a name is changed; another firm sees nothing of it', async () => {
    const id = await upload(film)
    await t.platform.jobs.idle()
    await t.call(videoRoutes.change, { params: { id }, body: { name: '秋窯 100%_特輯' } }, member.headers)
    const found = await t.call(videoRoutes.list, { query: { q: '100%_' } }, member.headers)
    expect(found.items.map(({ name }) => name)).toEqual(['秋窯 100%_特輯'])
    const first = await t.call(videoRoutes.list, { query: { limit: 1 } }, member.headers)
    const second = await t.call(videoRoutes.list, { query: { limit: 1, cursor: first.cursor } }, member.headers)
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id)
    const other = await t.aFirm()
    expect((await t.call(videoRoutes.list, {}, other.headers)).total).toBe(0)
    await expect(t.call(videoRoutes.show, { params: { id } }, other.headers)).rejects.toMatchObject({
      errorName: 'notFound',
    })
    await expect(t.call(videoRoutes.remove, { params: { id } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
  })

  test('VIDEO-43 Preview and thumbnail are served under a path nobody guesses, and go with the video', async () => {
    const id = await upload(film)
    await t.platform.jobs.idle()
    await t.app.listen(0)
    const video = await show(id)
    const get = async (path: string) => (await fetch(t.app.publicUrl() + path)).status
    expect(await get(video.previewUrl)).toBe(200)
    expect(await get(video.thumbnailUrl)).toBe(200)
    expect(await get(video.previewUrl.replace(/\/[\w-]+\/index/, '/aaaaaaaaaaaaaaaaaaaaaa/index'))).toBe(404)
    expect(await get(`/media/video/${id}/../../secret`)).toBe(404)
    await t.call(videoRoutes.remove, { params: { id } }, member.headers)
    await t.platform.jobs.idle()
    expect(await get(video.previewUrl)).toBe(404)
  })

  test('VIDEO-44 A path out of the folder of a video is none', () => {
    const id = newId()
    const urls = createVideoUrls(t.platform.secret)
    const path = urls.urlOf(id, 'index.m3u8').slice('/media/video/'.length)
    expect(urls.keyOf(path)).toBe(`video/${id}/index.m3u8`)
    for (const file of ['..', '.', '.hidden', '../x', ''])
      expect([file, urls.keyOf(path.replace('index.m3u8', file))]).toEqual([file, undefined])
  })

  test('VIDEO-45 A picture is re-encoded, kept by move_img, else swept after a day; what is none is refused', async () => {
    const send = (file: Uint8Array) => {
      const form = multipart({ name: 'a.jpg' }, { file })
      return t.request({
        method: 'POST',
        url: '/api/video/upload_img_test',
        headers: { ...member.headers, ...form.headers },
        payload: form.payload,
      })
    }
    expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))).status).toBe(
      400,
    )
    const urlOfReply = (reply: Reply) => (reply.body as { data: { url: string } }).data.url
    const kept = urlOfReply(await send(thumbnail))
    const left = urlOfReply(await send(thumbnail))
    expect(kept).toMatch(/^\/media\/image\/i[\w-]+\.webp$/)
    await t.call(videoRoutes.keepImage, { query: { url: kept } }, member.headers)
    const other = await t.aFirm()
    await expect(t.call(videoRoutes.keepImage, { query: { url: left } }, other.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
    t.clock.advance(86_400_001)
    await t.app.services.images.sweep()
    const get = async (path: string) => (await fetch(t.app.publicUrl() + path)).status
    expect([await get(kept), await get(left)]).toEqual([200, 404])
  })
})
