import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useFilms } from '../../../test/use-films.ts'
import { transcodeToHls } from './transcode-to-hls.ts'
import type { HlsVideo } from './transcode-to-hls.ts'
import { initFile, segmentFile } from './segment-writer.ts'
import { patience, spansOf } from '../../../test/films.ts'

const films = useFilms()

describe.each([
  ['ffmpeg', () => films.ffmpeg],
  ['no program beside us', () => undefined],
])('packaging with %s', (_, tool) => {
  const shares: number[] = []
  let outDir = ''
  let packaged: HlsVideo

  beforeAll(async () => {
    outDir = films.outFolder()
    const onProgress = (share: number) => shares.push(share)
    packaged = await transcodeToHls({ source: await films.plain(), outDir, ffmpeg: tool(), onProgress })
  }, patience)

  test(
    'MEDIA-7 H.264 and AAC are copied: the same frames, in segments of 4 s that each start with a key frame',
    async () => {
      expect(packaged).toMatchObject({ durationMs: 12_000, width: 160, height: 90, hasAudio: true })
      expect(packaged.codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/)
      expect(packaged.segments.map((each) => each.durationMs)).toEqual([4000, 4000, 4000])
      const all = await films.joined(outDir)
      expect(await films.decoded(all, 'v')).toBe(await films.decoded(await films.plain(), 'v'))
      expect((await films.streamsOf(all))[0]?.nb_read_frames).toBe('360')
      await films.decoded(all, 'a')
      // From the middle on, without what stands before.
      const late = await films.joined(outDir, 1)
      await films.decoded(late, 'v')
      expect((await films.streamsOf(late))[0]?.nb_read_frames).toBe('240')
    },
    patience,
  )

  test(
    'MEDIA-8 Durations are read, never assumed: key frames 8.3 s apart give segments of 8.3 s',
    async () => {
      const source = await films.silent()
      const out = films.outFolder()
      const silent = await transcodeToHls({ source, outDir: out, ffmpeg: tool() })
      expect(silent.hasAudio).toBe(false)
      expect(silent.segments.map((each) => each.durationMs)).toEqual([8342, 8341, 3337])
      expect(silent.durationMs).toBe(20_020)
      expect(await films.decoded(await films.joined(out), 'v')).toBe(await films.decoded(source, 'v'))
      for (const [n, each] of (await spansOf(out, 3)).entries()) {
        expect(each.audio).toBeUndefined()
        const read = each.video.endMs - each.video.startMs
        expect(Math.abs(read - (silent.segments[n]?.durationMs ?? NaN))).toBeLessThan(1)
      }
    },
    patience,
  )

  test('MEDIA-9 Segments follow without a gap, and sound and picture start within 50 ms in each', async () => {
    const spans = await spansOf(outDir, 3)
    for (const [n, each] of spans.entries()) {
      expect(Math.abs((each.audio?.startMs ?? NaN) - each.video.startMs)).toBeLessThan(50)
      const next = spans[n + 1]
      if (!next) continue
      expect(next.video.startMs).toBeCloseTo(each.video.endMs, 0)
      expect(next.audio?.startMs).toBeCloseTo(each.audio?.endMs ?? NaN, 0)
    }
    // No edit lists are left: players disagree on them.
    expect((await readFile(join(outDir, initFile))).includes('edts')).toBe(false)
  })

  test('MEDIA-10 Progress grows to 1, sizes are those of the files, and ffmpeg gives pictures for the timeline', async () => {
    expect(shares.length).toBeGreaterThan(3)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    for (const [n, each] of packaged.segments.entries())
      expect((await readFile(join(outDir, segmentFile(n)))).length).toBe(each.bytes)
    expect((await readFile(join(outDir, initFile))).length).toBe(packaged.initBytes)
    expect(packaged.thumbnails.map((each) => each.atMs)).toEqual(
      tool() ? Array.from({ length: 12 }, (_each, n) => 500 + n * 1000) : [],
    )
    for (const { file } of packaged.thumbnails)
      expect((await readFile(join(outDir, file))).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  test(
    'MEDIA-11 A job that is stopped throws its reason and leaves nothing behind',
    async () => {
      const out = films.outFolder()
      const stop = new AbortController()
      const onProgress = () => stop.abort(new Error('enough'))
      const source = await films.plain()
      const work = transcodeToHls({ source, outDir: out, ffmpeg: tool(), signal: stop.signal, onProgress })
      await expect(work).rejects.toThrow('enough')
      expect(existsSync(out)).toBe(false)
    },
    patience,
  )

  test(
    'MEDIA-12 Where it was filmed does not stay in what viewers get',
    async () => {
      const place = '+25.0330+121.5654/'
      const source = await films.withPlace(place)
      expect((await readFile(source)).includes(place)).toBe(true)
      const out = films.outFolder()
      const { segments } = await transcodeToHls({ source, outDir: out, ffmpeg: tool() })
      for (const name of [initFile, ...segments.map((_each, n) => segmentFile(n))])
        expect((await readFile(join(out, name))).includes(place)).toBe(false)
    },
    patience,
  )
})
