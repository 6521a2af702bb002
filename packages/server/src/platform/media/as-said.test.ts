import { execFile } from 'node:child_process'
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useFilms } from '../../../test/use-films.ts'
import { createBurstMeter, ceiling } from './picture-ceiling.ts'
import { probeVideo } from './probe.ts'
import { patience } from '../../../test/films.ts'
import { transcodeToHls } from './transcode-to-hls.ts'

const execute = promisify(execFile)

const films = useFilms(({ plain }) => plain())

const packaged = async (source: string, ffmpeg: string | undefined = films.ffmpeg) => {
  const outDir = films.outFolder()
  return { outDir, ...(await transcodeToHls({ source, outDir, ffmpeg })) }
}

/** The first picture of a packaged film, grey, as it was encoded. */
const firstPicture = async (outDir: string): Promise<{ data: Buffer; width: number; height: number }> => {
  const path = join(outDir, 'first.png')
  await execute(films.ffmpeg, ['-v', 'error', '-y', '-i', await films.joined(outDir), '-frames:v', '1', path])
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Width of the bright pixels by their height. */
const shapeOf = ({ data, width, height }: Awaited<ReturnType<typeof firstPicture>>): number => {
  const bright = [...data.keys()].filter((at) => (data[at] ?? 0) > 128)
  const extent = (places: readonly number[]) =>
    places.reduce((most, each) => Math.max(most, each), 0) -
    places.reduce((least, each) => Math.min(least, each), width * height)
  return extent(bright.map((at) => at % width)) / extent(bright.map((at) => Math.floor(at / width)))
}

describe('what a container says of its picture', () => {
  test.each(['avc', 'hevc'] as const)(
    'MEDIA-21 Pixels that are not square (%s): a disc is round in the film and in its timeline pictures',
    async (codec) => {
      const { outDir, width, height, thumbnails } = await packaged(await films.disc(codec))
      expect([width, height]).toEqual([480, 360])
      expect(shapeOf(await firstPicture(outDir))).toBeCloseTo(1, 1)
      const file = join(outDir, thumbnails[0]?.file ?? '')
      const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([320, 240])
      expect(shapeOf({ data, width: info.width, height: info.height })).toBeCloseTo(1, 1)
    },
    patience,
  )

  test.each(['interlaced', 'interlacedMpeg2'] as const)(
    'MEDIA-22 Two fields become one picture (%s)',
    async (name) => {
      /** Share of frames that ffmpeg's own judge takes for two fields. */
      const combed = async (path: string): Promise<number> => {
        const { stderr } = await execute(films.ffmpeg, ['-i', path, '-vf', 'idet', '-an', '-f', 'null', '-'])
        const [, tff = 0, bff = 0, progressive = 0] =
          /Multi frame detection: TFF:\s*(\d+)\s*BFF:\s*(\d+)\s*Progressive:\s*(\d+)/.exec(stderr)?.map(Number) ?? []
        return (tff + bff) / (tff + bff + progressive)
      }
      const source = await films[name]()
      expect(await combed(source)).toBeGreaterThan(0.9)
      const { outDir } = await packaged(source)
      expect(await combed(await films.joined(outDir))).toBeLessThan(0.1)
    },
    patience,
  )

  test(
    'MEDIA-23 A sound that is switched off is not taken, though it is first and of more bits',
    async () => {
      const source = await films.twoTracks('two-tracks.mp4')
      expect((await probeVideo(source)).audio?.index).toBe(1)
      for (const tool of [films.ffmpeg, undefined]) {
        const { outDir } = await packaged(source, tool)
        const { stderr } = await execute(films.ffmpeg, [
          ...['-i', await films.joined(outDir), '-vn', '-af', 'highpass=f=600,volumedetect', '-f', 'null', '-'],
        ])
        // A tone of 200 Hz would leave next to nothing above 600.
        expect(Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeGreaterThan(-30)
      }
    },
    patience,
  )

  test(
    'MEDIA-28 A picture that is switched off is not taken, though it is first and of more bits',
    async () => {
      const source = await films.twoPictures('two-pictures.mp4')
      expect((await probeVideo(source)).index).toBe(1)
      for (const tool of [films.ffmpeg, undefined]) {
        const { outDir } = await packaged(source, tool)
        const { data } = await firstPicture(outDir)
        expect(data.reduce((most, each) => Math.max(most, each), 0)).toBeLessThan(32)
      }
    },
    patience,
  )
})

describe('a ceiling for what is copied as for what is encoded', () => {
  test(
    'MEDIA-24 A film that is too large or of too many bits is encoded, and says so',
    async () => {
      const large = await packaged(await films.large())
      expect(large).toMatchObject({ width: 1078, height: 1920, madeLighter: true })
      const noisy = await packaged(await films.noisy())
      expect(noisy).toMatchObject({ width: 640, height: 360, madeLighter: true })
      const bits = noisy.segments.reduce((sum, { bytes }) => sum + bytes * 8, 0)
      expect(bits).toBeLessThan((noisy.durationMs / 1000) * ceiling.bitsPerSecond + ceiling.burstBits)
      expect((await packaged(await films.plain())).madeLighter).toBe(false)
    },
    patience,
  )

  test('MEDIA-25 What an encoder at the ceiling writes is below it, a little more than that is not', () => {
    const second = (bits: number) => {
      const meter = createBurstMeter()
      for (let n = 0; n < 3000; n += 1) meter.take(bits / 8 / 10, n / 10)
      return meter.most()
    }
    expect(second(ceiling.bitsPerSecond)).toBeLessThan(ceiling.burstBits)
    expect(second(ceiling.bitsPerSecond * 1.05)).toBeGreaterThan(ceiling.burstBits)
  })
})

describe('a file that broke off', () => {
  const cuts = [
    ['fragmented MP4', 'cut-fragments.mp4', '-movflags frag_keyframe+empty_moov+default_base_moof'],
    ['MP4 with its index first', 'cut-first.mp4', '-movflags faststart'],
    ['Matroska', 'cut.mkv', '-f matroska'],
    ['Matroska of a recorder that died', 'cut-live.mkv', '-f matroska -live 1'],
  ] as const
  test.each(cuts)(
    'MEDIA-26 %s: plays up to the cut, with sound to its end, and says that it ends early',
    async (_container, name, options) => {
      const source = await films.plainAs(name, options)
      const whole = await packaged(source)
      expect(whole).toMatchObject({ endsEarly: false })
      expect(Math.abs(whole.durationMs - 12_000)).toBeLessThan(100)
      await truncate(source, Math.floor((await readFile(source)).length * 0.6))
      for (const tool of [films.ffmpeg, undefined]) {
        const cut = await packaged(source, tool)
        expect(cut.endsEarly).toBe(true)
        expect(cut.durationMs).toBeGreaterThan(5000)
        expect(cut.durationMs).toBeLessThan(9000)
        expect(cut.segments.reduce((sum, each) => sum + each.durationMs, 0)).toBe(cut.durationMs)
        if (tool === undefined) continue
        const all = await films.joined(cut.outDir)
        await films.decoded(all, 'v')
        await films.decoded(all, 'a')
      }
    },
    patience,
  )
})
