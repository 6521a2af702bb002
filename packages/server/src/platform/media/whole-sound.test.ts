import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useFilms } from '../../../test/use-films.ts'
import { patience, spansOf } from '../../../test/films.ts'
import { transcodeToHls } from './transcode-to-hls.ts'
import type { HlsVideo } from './transcode-to-hls.ts'

const execute = promisify(execFile)

const films = useFilms(({ steady }) => steady())

/** A packet of AAC at 48,000 a second, rounded up. */
const packetMs = 22
/** An encoder's frames are decoded up to so much before they are shown. */
const decodedBeforeMs = 250

const packaged = async (source: string): Promise<{ film: HlsVideo; outDir: string }> => {
  const outDir = films.outFolder()
  return { film: await transcodeToHls({ source, outDir, ffmpeg: films.ffmpeg }), outDir }
}

/** Every segment holds picture and sound over all its time, read from the boxes of the written files. */
const expectWhole = async ({ film, outDir }: Awaited<ReturnType<typeof packaged>>, early = 0): Promise<void> => {
  const spans = await spansOf(outDir, film.segments.length)
  for (const [n, { video, audio }] of spans.entries()) {
    if (!audio) throw new Error(`segment ${n} has no sound`)
    const startsAfter = audio.startMs - video.startMs
    const endsAfter = audio.endMs - video.endMs
    expect(startsAfter).toBeGreaterThanOrEqual(-packetMs)
    expect(startsAfter).toBeLessThanOrEqual(n === 0 ? packetMs + early : packetMs)
    expect(endsAfter).toBeGreaterThanOrEqual(-packetMs)
    expect(endsAfter).toBeLessThanOrEqual(n === spans.length - 1 ? packetMs + early : packetMs)
    // What is published of it is what it holds.
    expect(Math.abs(video.endMs - video.startMs - (film.segments[n]?.durationMs ?? Number.NaN))).toBeLessThanOrEqual(1)
  }
  expect(film.segments.reduce((sum, each) => sum + each.durationMs, 0)).toBe(film.durationMs)
}

const longHole = "aselect='not(between(t,3,18))'"

test.each([
  // Longer than ffmpeg keeps a picture waiting for its sound, which is ten seconds.
  ['ends early', { seconds: 3, pictureSeconds: 24 }],
  ['ends early, beside HEVC', { seconds: 3, pictureSeconds: 24, picture: 'hevc' }],
  ['has a hole, in MP3', { filter: longHole, codec: 'libmp3lame', seconds: 24, pictureSeconds: 24 }],
  ['has a hole, in AAC', { filter: longHole, seconds: 24, pictureSeconds: 24 }],
  ['lacks 0.15 s of each second', { filter: "aselect='gt(mod(t,1),0.15)'" }],
  ['begins late', { seconds: 6, soundLate: 18, pictureSeconds: 24 }],
  ['begins 0.3 s before the picture', { pictureLate: 0.3 }],
  ['begins 2 s before the picture', { pictureLate: 2 }],
  ['begins 5 s before the picture', { pictureLate: 5 }],
  ['goes on after the picture', { seconds: 17 }],
] as const)(
  'MEDIA-19 Sound that %s: the film is as long as its picture, and each segment holds both tracks over all its time',
  async (name, options) => {
    const done = await packaged(await films.sounded(`${name}.mp4`, options))
    expect(done.film.durationMs).toBe('pictureSeconds' in options ? 24_000 : 12_000)
    await expectWhole(done, 'picture' in options ? decodedBeforeMs : 0)
  },
  patience,
)

const tenths = (least: number, most: number) => fc.integer({ min: least, max: most }).map((value) => value / 10)

test(
  'MEDIA-20 Wherever sound begins, ends and has holes, each segment holds both tracks over all its time',
  async () => {
    let n = 0
    const sound = fc.record({
      pictureLate: tenths(0, 30),
      soundLate: tenths(0, 160),
      seconds: tenths(10, 280),
      codec: fc.constantFrom('aac', 'libmp3lame', 'libopus'),
      holes: fc.array(fc.record({ at: tenths(0, 200), long: tenths(1, 150) }), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(sound, async ({ holes, codec, ...options }) => {
        const gone = holes.map(({ at, long }) => `between(t,${at},${at + long})`)
        const filter = gone.length === 0 ? 'anull' : `aselect='not(${gone.join('+')})'`
        const container = codec === 'libopus' ? 'mkv' : 'mp4'
        const recipe = { ...options, codec, filter, pictureSeconds: 24 }
        const done = await packaged(await films.sounded(`any-${(n += 1)}.${container}`, recipe))
        // Sound that is gone altogether is no sound.
        if (!done.film.hasAudio) return
        expect(Math.abs(done.film.durationMs - 24_000)).toBeLessThanOrEqual(2)
        await expectWhole(done)
      }),
      { numRuns: 6 },
    )
  },
  patience,
)

test.each([
  ['begins after a long silence', { soundLate: 40, seconds: 50 }, [[0, 40]]],
  ['has a long hole', { filter: "aselect='not(between(t,20,70))'", seconds: 90 }, [[20, 70]]],
  [
    'begins after one and has another',
    { filter: "aselect='not(between(t,5,37))'", soundLate: 35, seconds: 55 },
    [
      [0, 35],
      [40, 72],
    ],
  ],
] as const)(
  'MEDIA-27 Sound that %s keeps its place, with silence for what is missing',
  async (name, options, silences) => {
    const done = await packaged(await films.sounded(`${name}.mp4`, { ...options, pictureSeconds: 90 }))
    await expectWhole(done)
    const args = ['-i', await films.joined(done.outDir), '-vn', '-af', 'silencedetect=n=-50dB:d=5', '-f', 'null', '-']
    const { stderr } = await execute(films.ffmpeg, args)
    const at = (edge: string) =>
      [...stderr.matchAll(new RegExp(`silence_${edge}: ([\\d.]+)`, 'g'))].map(([, s]) => Number(s))
    const found = at('start').map((start, n) => [start, at('end')[n] ?? Number.NaN])
    expect(found.length).toBe(silences.length)
    for (const [n, [from, to]] of silences.entries()) {
      expect(Math.abs((found[n]?.[0] ?? Number.NaN) - from)).toBeLessThan(0.1)
      expect(Math.abs((found[n]?.[1] ?? Number.NaN) - to)).toBeLessThan(0.1)
    }
  },
  patience,
)
