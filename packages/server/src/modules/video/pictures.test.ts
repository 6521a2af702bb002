import { pictureFormats, pictureSize, pictureWidths, variantUrl } from '@kaimai/contract/video/picture.rules.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aVideo } from '../../../test/studio.ts'
import { multipart } from '../../../test/test-app.ts'

const t = await sharedApp()
const member = await t.aFirm()
beforeAll(async () => {
  await t.app.listen(0)
})

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9c4a24' } })
    .jpeg()
    .toBuffer()

const upload = async (file: Uint8Array): Promise<string> => {
  const form = multipart({ name: 'a.jpg' }, { file })
  const headers = { ...member.headers, ...form.headers }
  const reply = await t.request({ method: 'POST', url: '/api/video/upload_img_test', headers, payload: form.payload })
  return (reply.body as { data: { url: string } }).data.url
}
const keep = (url: string) => t.call(videoRoutes.keepImage, { query: { url } }, member.headers)
const get = (path: string, init?: RequestInit) => fetch(t.app.publicUrl() + path, init)
const factsOf = async (answer: Response) => sharp(Buffer.from(await answer.arrayBuffer())).metadata()
const filesOf = async (folder: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of t.platform.files.list(folder)) keys.push(key)
  return keys.sort()
}
const idOf = (url: string): string => /\/(i[\w-]+)\.webp$/.exec(url)?.[1] ?? ''

describe('pictures in other widths and formats', () => {
  test('VIDEO-27 An uploaded picture says its size in its address', async () => {
    expect(pictureSize(await upload(await drawing(700, 350)))).toEqual({ width: 700, height: 350 })
    expect(pictureSize(await upload(await drawing(4000, 1000)))).toEqual({ width: 2000, height: 500 })
  })

  test('VIDEO-28 A width is made at first use in its format, never larger than the picture, and kept for ever', async () => {
    const url = await upload(await drawing(700, 350))
    const read = { avif: 'heif', webp: 'webp', jpg: 'jpeg' } as const
    const type = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
    for (const format of pictureFormats) {
      // A page that asks while it is drawn gets the kept one; a loaded machine draws longer.
      const typeNow = async () => (await get(variantUrl(url, 320, format))).headers.get('content-type')
      await expect.poll(typeNow, { timeout: 30_000 }).toBe(type[format])
      const answer = await get(variantUrl(url, 320, format))
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const { format: is, width, height } = await factsOf(answer)
      expect([is, width, height]).toEqual([read[format], 320, 160])
    }
    expect((await factsOf(await get(variantUrl(url, 1920, 'webp')))).width).toBe(700)
    // It is answered while it is being kept.
    await expect.poll(() => filesOf(`image/${idOf(url)}-widths`)).toHaveLength(4)
  })

  test('VIDEO-29 A firm’s logo becomes a square PNG for a browser’s tab', async () => {
    const answer = await get(`${await upload(await drawing(600, 200))}/icon.png`)
    const { format, width, height } = await factsOf(answer)
    expect([format, width, height]).toEqual(['png', 192, 192])
  })

  test('VIDEO-30 Other widths and formats, other files and other pictures are not there', async () => {
    const url = await upload(await drawing(700, 350))
    const none = [`${url}/321.avif`, `${url}/320.gif`, `${url}/320`, `${url}/../320.avif`, `${url}/320.avif/320.avif`]
    none.push(url.replace('/i', '/ix').concat('/320.avif'), '/media/image/iabcdefghij0123456789.webp/320.avif')
    for (const path of none) expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await get(`${url}/320.avif`, { method: 'POST' })).status).toBe(404)
    expect(await filesOf(`image/${idOf(url)}-widths`)).toEqual([])
  })

  test('VIDEO-31 A job makes the AVIF widths of a picture that is kept, those that it can have', async () => {
    const url = await upload(await drawing(700, 350))
    await keep(url)
    await t.platform.jobs.idle()
    const widths = [320, 480, 640, 960].map((width) => `image/${idOf(url)}-widths/${width}.avif`)
    expect(await filesOf(`image/${idOf(url)}-widths`)).toEqual(widths.sort())
  })

  test('VIDEO-32 What was made of a picture goes with it', async () => {
    const url = await upload(await drawing(700, 350))
    for (const width of pictureWidths) await (await get(variantUrl(url, width, 'webp'))).arrayBuffer()
    t.clock.advance(86_400_001)
    await t.app.services.images.sweep()
    expect(await filesOf(`image/${idOf(url)}-widths`)).toEqual([])
    expect((await get(variantUrl(url, 320, 'webp'))).status).toBe(404)
  })

  test('VIDEO-33 The thumbnail of a video has widths, and its address opens nothing else of the video', async () => {
    const owner = await t.aFirm()
    const id = await aVideo(t, owner)
    const form = multipart({}, { picture: await drawing(1600, 900) })
    const headers = { ...owner.headers, ...form.headers }
    await t.request({ method: 'PUT', url: `/api/video/${id}/thumbnail`, headers, payload: form.payload })
    const { thumbnailUrl } = await t.call(videoRoutes.show, { params: { id } }, owner.headers)
    // On a busy machine it comes as it is kept, until it is made.
    await expect.poll(async () => (await factsOf(await get(variantUrl(thumbnailUrl, 640, 'avif')))).width).toBe(640)
    await t.platform.files.put(`video/${id}/index.m3u8`, Buffer.from('#EXTM3U'))
    expect((await get(thumbnailUrl)).status).toBe(200)
    expect((await get(thumbnailUrl.replace(/[^/]+$/, 'index.m3u8'))).status).toBe(404)
    await t.call(videoRoutes.remove, { params: { id } }, owner.headers)
    await t.platform.jobs.idle()
    expect(await filesOf(`video/${id}`)).toEqual([])
  })
})
