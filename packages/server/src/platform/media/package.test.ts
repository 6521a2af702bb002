import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boxesIn } from './boxes.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { readFragments } from './fragments.ts'
import type { Span } from './fragments.ts'
import { MediaProblem } from './media-problem.ts'
import type { MediaProblemKind } from './media-problem.ts'
import { packageVideo } from './package.ts'
import type { PackagedVideo } from './package.ts'
import { probeVideo } from './probe.ts'
import { initFile, segmentFile } from './segment-writer.ts'

const run = promisify(execFile)
const encodeMs = 30_000

let folder = ''
let ffmpeg = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-media-'))
  const found = await findFfmpeg()
  if (!found) throw new Error('these tests make their films with ffmpeg: it must be in PATH')
  ffmpeg = found
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const picture = (seconds: number, rate = '30') => `testsrc2=size=160x90:rate=${rate}:duration=${seconds}`
const x264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p'

/** Makes a film once; `options` are separated by spaces. */
const film = async (name: string, inputs: readonly string[], options: string): Promise<string> => {
  const path = join(folder, name)
  if (existsSync(path)) return path
  const sources = inputs.flatMap((input) => (existsSync(input) ? ['-i', input] : ['-f', 'lavfi', '-i', input]))
  await run(ffmpeg, ['-v', 'error', '-y', ...sources, ...options.split(' '), path])
  return path
}

/** 12 s, B-frames, sound, a key frame every 2 s. */
const plainFilm = () => film('plain.mp4', [picture(12), 'sine=duration=12'], `${x264} -bf 2 -g 60 -c:a aac`)
/** 20 s at 29.97, no sound, encoder's default: key frames 8.3 s apart. */
const silentFilm = () => film('silent.mp4', [picture(20, '30000/1001')], x264)

let folders = 0
const outFolder = () => join(folder, `out-${(folders += 1)}`)

/** A folder's init and segments in a row, as a player gets them. */
const joined = async (outDir: string, from = 0): Promise<string> => {
  const names = (await readdir(outDir)).filter((name) => name.endsWith('.m4s')).sort()
  const parts = [initFile, ...names.slice(from)].map((name) => readFile(join(outDir, name)))
  const path = join(outDir, `joined-${from}.mp4`)
  await writeFile(path, Buffer.concat(await Promise.all(parts)))
  return path
}

/** Decodes a stream whole: fails at the first error, and hashes what comes out. */
const decoded = async (path: string, stream: 'v' | 'a'): Promise<string> => {
  const args = `-v error -xerror -i ${path} -map 0:${stream} -fps_mode passthrough -f md5 -`
  const { stdout, stderr } = await run(ffmpeg, args.split(' '))
  expect(stderr).toBe('')
  return stdout.trim()
}

type Stream = { codec_name: string; nb_read_frames: string; width?: number; height?: number; pix_fmt?: string }

const streamsOf = async (path: string): Promise<Stream[]> => {
  const args = `-v error -count_frames -show_entries stream=codec_name,nb_read_frames,width,height,pix_fmt -of json ${path}`
  const { stdout } = await run(ffmpeg.replace(/ffmpeg$/, 'ffprobe'), args.split(' '))
  const { streams }: { streams: Stream[] } = JSON.parse(stdout)
  return streams
}

const frameCount = async (path: string): Promise<number> => Number((await streamsOf(path))[0]?.nb_read_frames)

/** First and last time of each track in each segment, read from the written files. */
const spansOf = async (outDir: string, count: number): Promise<{ video: Span; audio: Span | undefined }[]> => {
  async function* boxes(name: string) {
    const bytes = await readFile(join(outDir, name))
    for (const box of boxesIn(bytes)) yield { type: box.type, bytes: bytes.subarray(box.start, box.end) }
  }
  const spans: { video: Span; audio: Span | undefined }[] = []
  for (let n = 0; n < count; n += 1) {
    async function* both() {
      yield* boxes(initFile)
      yield* boxes(segmentFile(n))
    }
    const held: { video: Span | undefined; audio: Span | undefined }[] = []
    for await (const item of readFragments(both())) if (item.type === 'fragment') held.push(item.fragment)
    const whole = (kind: 'video' | 'audio'): Span | undefined => {
      const all = held.flatMap((each) => each[kind] ?? [])
      const [first] = all
      return first && { ...first, endMs: all.at(-1)?.endMs ?? NaN }
    }
    const video = whole('video')
    if (!video) throw new Error(`segment ${n} has no picture`)
    spans.push({ video, audio: whole('audio') })
  }
  return spans
}

const sum = (packaged: PackagedVideo) => packaged.segments.reduce((all, each) => all + each.durationMs, 0)

const problemOf = async (work: Promise<unknown>): Promise<MediaProblemKind> => {
  try {
    await work
  } catch (error) {
    if (error instanceof MediaProblem) return error.kind
    throw error
  }
  throw new Error('no problem came')
}

describe.each([
  ['ffmpeg', () => ffmpeg],
  ['no program beside us', () => undefined],
])('packaging with %s', (_, tool) => {
  test(
    'MED-1 H.264 and AAC are copied: the same frames, in segments of 4 s that each start with a key frame',
    async () => {
      const source = await plainFilm()
      const outDir = outFolder()
      const packaged = await packageVideo({ source, outDir, ffmpeg: tool() })
      expect(packaged).toMatchObject({ durationMs: 12_000, width: 160, height: 90, hasAudio: true })
      expect(packaged.codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/)
      expect(packaged.segments.map((each) => each.durationMs)).toEqual([4000, 4000, 4000])
      const all = await joined(outDir)
      expect(await decoded(all, 'v')).toBe(await decoded(source, 'v'))
      expect(await frameCount(all)).toBe(360)
      await decoded(all, 'a')
      // From the middle on, without what stands before.
      const late = await joined(outDir, 1)
      await decoded(late, 'v')
      expect(await frameCount(late)).toBe(240)
    },
    encodeMs,
  )

  test(
    'MED-2 durations are read, never assumed: key frames 8.3 s apart give segments of 8.3 s',
    async () => {
      const source = await silentFilm()
      const outDir = outFolder()
      const packaged = await packageVideo({ source, outDir, ffmpeg: tool() })
      expect(packaged.hasAudio).toBe(false)
      expect(packaged.segments.map((each) => each.durationMs)).toEqual([8342, 8341, 3337])
      expect(sum(packaged)).toBe(packaged.durationMs)
      const all = await joined(outDir)
      expect(await decoded(all, 'v')).toBe(await decoded(source, 'v'))
      for (const [n, each] of (await spansOf(outDir, 3)).entries()) {
        expect(each.audio).toBeUndefined()
        expect(each.video.endMs - each.video.startMs).toBeCloseTo(packaged.segments[n]?.durationMs ?? NaN, -0.5)
      }
    },
    encodeMs,
  )

  test(
    'MED-3 segments follow one another without a gap, and sound and picture start within 50 ms in each',
    async () => {
      const outDir = outFolder()
      await packageVideo({ source: await plainFilm(), outDir, ffmpeg: tool() })
      const spans = await spansOf(outDir, 3)
      for (const [n, each] of spans.entries()) {
        expect(Math.abs((each.audio?.startMs ?? NaN) - each.video.startMs)).toBeLessThan(50)
        const next = spans[n + 1]
        if (!next) continue
        expect(next.video.startMs).toBeCloseTo(each.video.endMs, 0)
        expect(next.audio?.startMs).toBeCloseTo(each.audio?.endMs ?? NaN, 0)
      }
      // No edit lists are left: players disagree on them.
      const init = await readFile(join(outDir, initFile))
      expect(init.includes('edts')).toBe(false)
    },
    encodeMs,
  )

  test(
    'MED-4 progress grows to 1, and sizes are those of the files',
    async () => {
      const shares: number[] = []
      const outDir = outFolder()
      const packaged = await packageVideo({
        source: await plainFilm(),
        outDir,
        ffmpeg: tool(),
        onProgress: (share) => shares.push(share),
      })
      expect(shares.length).toBeGreaterThan(3)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.at(-1)).toBe(1)
      for (const [n, each] of packaged.segments.entries())
        expect((await readFile(join(outDir, segmentFile(n)))).length).toBe(each.bytes)
      expect((await readFile(join(outDir, initFile))).length).toBe(packaged.initBytes)
      expect(packaged.thumbnails).toHaveLength(tool() ? 12 : 0)
      for (const { file } of packaged.thumbnails)
        expect((await readFile(join(outDir, file))).subarray(0, 3).toString('hex')).toBe('ffd8ff')
    },
    encodeMs,
  )

  test(
    'MED-5 a job that is stopped throws its reason and leaves nothing behind',
    async () => {
      const outDir = outFolder()
      const stop = new AbortController()
      const work = packageVideo({
        source: await plainFilm(),
        outDir,
        ffmpeg: tool(),
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('enough')),
      })
      await expect(work).rejects.toThrow('enough')
      expect(existsSync(outDir)).toBe(false)
    },
    encodeMs,
  )
})

const hevc = () =>
  film(
    'hevc.mp4',
    [picture(5), 'sine=duration=5'],
    '-c:v libx265 -x265-params log-level=error -tag:v hvc1 -c:a libopus',
  )
const hlg = () =>
  film(
    'hlg.mp4',
    [picture(5)],
    '-c:v libx265 -pix_fmt yuv420p10le -tag:v hvc1 -x265-params log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc',
  )
const rotated = async () => film('rotated.mp4', [await plainFilm()], '-c copy -metadata:s:v rotate=90')
const sparse = () => film('sparse.mp4', [picture(12)], `${x264} -g 999 -keyint_min 999 -sc_threshold 0`)
const variable = () =>
  film('variable.mp4', [picture(8)], `-vf select='if(lt(t,4),1,not(mod(n,6)))' -fps_mode vfr ${x264}`)
const openGop = () => film('open.mp4', [picture(8)], `${x264} -x264-params open-gop=1:keyint=60:bframes=3`)
const trimmed = async () => film('trimmed.mp4', [await plainFilm()], '-ss 1.5 -c copy')
const shortSound = () => film('short-sound.mp4', [picture(8), 'sine=duration=3'], `${x264} -g 60 -c:a aac`)

test.each([
  ['unsupportedCodec', hevc],
  ['unsupportedCodec', hlg],
  ['rotated', rotated],
  ['sparseKeyFrames', sparse],
  ['variableFrameRate', variable],
  ['openGop', openGop],
  ['trimmedStart', trimmed],
  ['brokenAudio', shortSound],
] as const)(
  'MED-6 %s: re-encoded where there is ffmpeg, named as the problem where there is none',
  async (kind, make) => {
    const source = await make()
    const facts = await probeVideo(source)
    const bare = outFolder()
    expect(await problemOf(packageVideo({ source, outDir: bare, ffmpeg: undefined }))).toBe(kind)
    expect(existsSync(bare)).toBe(false)

    const outDir = outFolder()
    const packaged = await packageVideo({ source, outDir, ffmpeg })
    expect(Math.abs(packaged.durationMs - facts.durationMs)).toBeLessThan(40)
    expect(Math.max(...packaged.segments.map((each) => each.durationMs))).toBeLessThan(8500)
    expect(packaged).toMatchObject({ width: facts.width, height: facts.height, hasAudio: facts.audio !== undefined })
    const all = await joined(outDir)
    const [video, audio] = await streamsOf(all)
    expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: facts.width, height: facts.height })
    expect(audio?.codec_name).toBe(facts.audio ? 'aac' : undefined)
    await decoded(all, 'v')
    if (!facts.audio) return
    // Sound lasts as long as the picture, also where the source's did not.
    const spans = await spansOf(outDir, packaged.segments.length)
    expect(Math.abs((spans.at(-1)?.audio?.endMs ?? NaN) - (spans.at(-1)?.video.endMs ?? NaN))).toBeLessThan(100)
  },
  encodeMs,
)

test(
  'MED-6 sound that ends early is filled with silence without touching the picture',
  async () => {
    const source = await shortSound()
    const outDir = outFolder()
    await packageVideo({ source, outDir, ffmpeg })
    expect(await decoded(await joined(outDir), 'v')).toBe(await decoded(source, 'v'))
  },
  encodeMs,
)

describe('what is no video is refused, with and without ffmpeg', () => {
  const both = async (source: string): Promise<MediaProblemKind> => {
    const one = await problemOf(packageVideo({ source, outDir: outFolder(), ffmpeg }))
    expect(await problemOf(packageVideo({ source, outDir: outFolder(), ffmpeg: undefined }))).toBe(one)
    return one
  }
  const written = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }

  test('MED-7 a text, an empty file, noise, a playlist that names other files', async () => {
    expect(await both(await written('text.mp4', 'this is no film'))).toBe('unreadable')
    expect(await both(await written('empty.mp4', ''))).toBe('unreadable')
    expect(await both(await written('noise.mp4', Buffer.alloc(50_000, 'kaimai')))).toBe('unreadable')
    expect(await both(await written('list.mp4', '#EXTM3U\n#EXTINF:4,\nfile:///etc/hostname\n'))).toBe('unreadable')
  })

  test('MED-7 a file that broke off, with its index at the end and at the start', async () => {
    const late = join(folder, 'late.mp4')
    await copyFile(await plainFilm(), late)
    await truncate(late, 60_000)
    expect(await both(late)).toBe('truncated')
    const early = await film('early.mp4', [await plainFilm()], '-c copy -movflags faststart')
    await truncate(early, 100_000)
    expect(await both(early)).toBe('truncated')
  })

  test('MED-7 no picture, too short, protected', async () => {
    expect(await both(await film('sound.mp4', ['sine=duration=3'], '-c:a aac'))).toBe('noVideo')
    expect(await both(await film('blink.mp4', [picture(0.5)], x264))).toBe('tooShort')
    const key = '76a6c65c5ea762046bd749a2e632ccbb'
    const options = `-c copy -encryption_scheme cenc-aes-ctr -encryption_key ${key} -encryption_kid ${key}`
    expect(await both(await film('locked.mp4', [await plainFilm()], options))).toBe('drm')
  })

  test(
    'MED-7 damage in the middle is a problem or a film, never a crash',
    async () => {
      const source = join(folder, 'damaged.mp4')
      await copyFile(await plainFilm(), source)
      const file = await open(source, 'r+')
      const { size } = await file.stat()
      // Over the index at the end.
      for (let at = size - 9000; at < size - 500; at += 700) await file.write(Buffer.alloc(40, 0xa5), 0, 40, at)
      await file.close()
      for (const tool of [ffmpeg, undefined]) {
        const result = await packageVideo({ source, outDir: outFolder(), ffmpeg: tool, patienceMs: 3000 }).catch(
          (error: unknown) => error,
        )
        if (result instanceof Error) expect(result).toBeInstanceOf(MediaProblem)
        console.log(result)
      }
    },
    encodeMs,
  )
})

test(
  'MED-8 where it was filmed does not stay in what viewers get',
  async () => {
    const source = await film(
      'place.mp4',
      [await plainFilm()],
      '-c copy -movflags use_metadata_tags -metadata location=+25.0330+121.5654/',
    )
    expect((await readFile(source)).includes('+25.0330')).toBe(true)
    for (const tool of [ffmpeg, undefined]) {
      const outDir = outFolder()
      await packageVideo({ source, outDir, ffmpeg: tool })
      expect((await readFile(join(outDir, initFile))).includes('+25.0330')).toBe(false)
    }
  },
  encodeMs,
)
