import { existsSync } from 'node:fs'
import { copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useFilms } from '../../../test/use-films.ts'
import { MediaProblem } from './media-problem.ts'
import type { MediaProblemKind } from './media-problem.ts'
import { transcodeToHls } from './transcode-to-hls.ts'
import { probeVideo } from './probe.ts'
import { patience, spansOf } from '../../../test/films.ts'

const films = useFilms(({ plain }) => plain())

const problemOf = async (work: Promise<unknown>): Promise<MediaProblemKind> => {
  try {
    await work
  } catch (error) {
    if (error instanceof MediaProblem) return error.kind
    throw error
  }
  throw new Error('no problem came')
}

test.each([
  ['unsupportedCodec', 'hevc'],
  ['unsupportedCodec', 'hdr'],
  ['rotated', 'rotated'],
  ['sparseKeyFrames', 'sparse'],
  ['variableFrameRate', 'variable'],
  ['openGop', 'openGop'],
  ['trimmedStart', 'trimmed'],
  ['brokenAudio', 'shortSound'],
  ['interlaced', 'interlaced'],
  ['oblongPixels', 'oblong'],
  ['tooHeavy', 'fast'],
  ['tooHeavy', 'noisy'],
] as const)(
  'MEDIA-1 %s (%s): re-encoded where there is ffmpeg, named as the problem where there is none',
  async (kind, name) => {
    const source = await films[name]()
    const facts = await probeVideo(source)
    const bare = films.outFolder()
    expect(await problemOf(transcodeToHls({ source, outDir: bare, ffmpeg: undefined }))).toBe(kind)
    expect(existsSync(bare)).toBe(false)

    const outDir = films.outFolder()
    const packaged = await transcodeToHls({ source, outDir, ffmpeg: films.ffmpeg })
    // Nobody knows how long the last frame of a variable rate stands.
    expect(Math.abs(packaged.durationMs - facts.durationMs)).toBeLessThan(kind === 'variableFrameRate' ? 200 : 40)
    expect(Math.max(...packaged.segments.map((each) => each.durationMs))).toBeLessThan(4100)
    expect(packaged).toMatchObject({ width: facts.width, height: facts.height, hasAudio: facts.audio !== undefined })
    const all = await films.joined(outDir)
    const [video, audio] = await films.streamsOf(all)
    expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: facts.width, height: facts.height })
    expect(audio?.codec_name).toBe(facts.audio ? 'aac' : undefined)
    await films.decoded(all, 'v')
    // Sound that only ends early is repaired without touching the picture.
    if (kind === 'brokenAudio') expect(await films.decoded(all, 'v')).toBe(await films.decoded(source, 'v'))
    if (!facts.audio) return
    const last = (await spansOf(outDir, packaged.segments.length)).at(-1)
    expect(Math.abs((last?.audio?.endMs ?? NaN) - (last?.video.endMs ?? NaN))).toBeLessThan(100)
  },
  patience,
)

describe('what is no video is refused, with and without ffmpeg', () => {
  const both = async (source: string): Promise<MediaProblemKind> => {
    const one = await problemOf(transcodeToHls({ source, outDir: films.outFolder(), ffmpeg: films.ffmpeg }))
    expect(await problemOf(transcodeToHls({ source, outDir: films.outFolder(), ffmpeg: undefined }))).toBe(one)
    return one
  }
  const written = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(films.folder, name), content)
    return join(films.folder, name)
  }

  test('MEDIA-2 A text, an empty file, noise, a playlist that names other files', async () => {
    expect(await both(await written('text.mp4', 'this is no film'))).toBe('unreadable')
    expect(await both(await written('empty.mp4', ''))).toBe('unreadable')
    expect(await both(await written('noise.mp4', Buffer.alloc(50_000, 'kaimai')))).toBe('unreadable')
    expect(await both(await written('list.mp4', '#EXTM3U\n#EXTINF:4,\nfile:///etc/hostname\n'))).toBe('unreadable')
  })

  test('MEDIA-3 A file that broke off before its index, or within its first second', async () => {
    const indexLast = join(films.folder, 'index-last.mp4')
    await copyFile(await films.plain(), indexLast)
    await truncate(indexLast, 60_000)
    expect(await both(indexLast)).toBe('truncated')
    const indexFirst = await films.indexFirst()
    await truncate(indexFirst, 20_000)
    expect(await both(indexFirst)).toBe('truncated')
  })

  test('MEDIA-18 A codec that nothing decodes is refused before anything is encoded', async () => {
    const bytes = await readFile(await films.prores())
    const shares: number[] = []
    const source = await written(
      'no-codec.mov',
      Buffer.from(bytes.toString('latin1').replaceAll('apcn', 'zzzz'), 'latin1'),
    )
    const onProgress = (share: number) => shares.push(share)
    const work = transcodeToHls({ source, outDir: films.outFolder(), ffmpeg: films.ffmpeg, onProgress })
    expect(await problemOf(work)).toBe('unsupportedCodec')
    expect(shares).toEqual([])
  })

  test('MEDIA-4 No picture, too short, protected', async () => {
    expect(await both(await films.soundOnly())).toBe('noVideo')
    expect(await both(await films.blink())).toBe('tooShort')
    expect(await both(await films.locked())).toBe('drm')
  })

  test('MEDIA-5 A file that is not there is no problem of the video: the error comes as it is', async () => {
    const source = join(films.folder, 'nowhere.mp4')
    await expect(transcodeToHls({ source, outDir: films.outFolder(), ffmpeg: undefined })).rejects.toThrow('ENOENT')
  })

  test(
    'MEDIA-6 A damaged index that makes the reader run on costs one thread for a while, not the process',
    async () => {
      const source = join(films.folder, 'damaged.mp4')
      await copyFile(await films.plain(), source)
      const file = await open(source, 'r+')
      const { size } = await file.stat()
      for (let at = size - 9000; at < size - 500; at += 700) await file.write(Buffer.alloc(40, 0xa5), 0, 40, at)
      await file.close()
      let turns = 0
      const ticks = setInterval(() => (turns += 1), 20)
      const job = { source, outDir: films.outFolder(), ffmpeg: undefined, patienceMs: 2000 }
      expect(await problemOf(transcodeToHls(job))).toBe('unreadable')
      clearInterval(ticks)
      // Read in this thread, there would be a turn or two until the reader is given up after two seconds.
      expect(turns).toBeGreaterThan(20)
    },
    patience,
  )
})
