import { deflateSync, crc32 } from 'node:zlib'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reencode } from './image.ts'
import type { ImageFormat } from './image.ts'

const request = { maxWidth: 400, maxHeight: 400, format: 'webp' as ImageFormat }

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 1 } } })

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )

test.each([
  ['webp', 'webp', 'image/webp', '.webp'],
  ['jpeg', 'jpeg', 'image/jpeg', '.jpg'],
  ['png', 'png', 'image/png', '.png'],
  ['avif', 'heif', 'image/avif', '.avif'],
] as const)('PORTS-8 A picture becomes %s, smaller to fit and in its shape', async (format, read, type, extension) => {
  for (const from of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    const picture = await reencode(await red(800, 200).toFormat(from).toBuffer(), { ...request, format })
    expect(picture).toMatchObject({ width: 400, height: 100, type, extension })
    const facts = await sharp(picture.bytes).metadata()
    expect([facts.format, facts.width, facts.height]).toEqual([read, 400, 100])
  }
})

test('PORTS-9 A picture never grows', async () => {
  expect(await reencode(await red(30, 20).png().toBuffer(), request)).toMatchObject({ width: 30, height: 20 })
})

test('PORTS-10 Place, camera, colour profile and hidden bytes do not come through, and it stands upright', async () => {
  const photo = await red(300, 200)
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '25/1 2/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const withPayload = Buffer.concat([photo, Buffer.from('<script>hidden()</script>')])
  expect(withPayload.includes('SecretCamera')).toBe(true)
  for (const format of ['webp', 'jpeg', 'png', 'avif'] as const) {
    const picture = await reencode(withPayload, { ...request, format })
    expect([picture.width, picture.height]).toEqual([200, 300])
    const bytes = Buffer.from(picture.bytes)
    expect(bytes.includes('SecretCamera') || bytes.includes('<script>')).toBe(false)
    const facts = await sharp(picture.bytes).metadata()
    expect([facts.exif, facts.iptc, facts.xmp, facts.orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
  }
})

test('PORTS-11 What is transparent becomes white in a JPEG and stays so elsewhere', async () => {
  const clear = await sharp({
    create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const jpeg = await reencode(clear, { ...request, format: 'jpeg' })
  expect((await sharp(jpeg.bytes).raw().toBuffer())[0]).toBeGreaterThan(250)
  const webp = await reencode(clear, request)
  expect((await sharp(webp.bytes).metadata()).hasAlpha).toBe(true)
})

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG that says it is that large, in a few bytes. */
const bomb = (width: number, height: number, depth = 8, colours = 0): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('PORTS-12 More than 50 million pixels are refused before they are decoded', async () => {
  const memory = process.memoryUsage().rss
  const error = await caught(reencode(bomb(30_000, 30_000), request))
  expect(error).toBeInstanceOf(KaimaiError)
  expect(error).toMatchObject({ errorName: 'tooLarge' })
  expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
})

test('PORTS-13 What would take more than 200 MB to decode is refused: of 16 bits a colour, half as many pixels', async () => {
  const rgba = 6
  expect(await caught(reencode(bomb(5_100, 5_000, 16, rgba), request))).toMatchObject({ errorName: 'tooLarge' })
  // Small enough to be tried: it is no picture then, for nothing comes after its head.
  expect(await caught(reencode(bomb(4_900, 5_000, 16, rgba), request))).toMatchObject({ errorName: 'invalid' })
})

test('PORTS-14 Large ones wait for each other, and one that fails keeps nobody waiting', async () => {
  const large = await red(4_000, 4_000).png({ progressive: true }).toBuffer()
  const broken = large.subarray(0, large.length / 2)
  const all = await Promise.allSettled([large, broken, large].map((bytes) => reencode(bytes, request)))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('PORTS-15 What is no picture of ours is refused: SVG, PDF, HTML, video, half a picture, nothing', async () => {
  const whole = await red(500, 500).png({ compressionLevel: 0 }).toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const bad: Record<string, Buffer> = {
    svg: Buffer.from(svg),
    'svg with declaration': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
    pdf: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
    html: Buffer.from('<html><img src=x onerror=alert(1)></html>'),
    video: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(100)]),
    tiff: await red(9, 9).tiff().toBuffer(),
    half: whole.subarray(0, whole.length / 2),
    nothing: Buffer.alloc(0),
    text: Buffer.from('hello'),
  }
  for (const [name, bytes] of Object.entries(bad)) {
    const error = await caught(reencode(bytes, request))
    expect([name, error instanceof KaimaiError && error.errorName]).toEqual([name, 'invalid'])
  }
})
