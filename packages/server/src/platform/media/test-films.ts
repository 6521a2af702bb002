import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { boxesIn } from './boxes.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { readFragments } from './fragments.ts'
import type { Span } from './fragments.ts'
import { initFile, segmentFile } from './segment-writer.ts'

const execute = promisify(execFile)

/** Milliseconds for a test that encodes, on a busy machine. */
export const patience = 180_000

const words = (text: string): string[] => text.split(' ')
const picture = (seconds: number, rate = '30') => `testsrc2=size=160x90:rate=${rate}:duration=${seconds}`
const sound = (seconds: number) => `sine=duration=${seconds}`
const x264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p'
const x265 = '-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=error'

type Stream = { codec_name: string; nb_read_frames: string; width?: number; height?: number; pix_fmt?: string }

/** Real films for tests, made by ffmpeg in a folder of their own and kept until `remove`. */
export const testFilms = async () => {
  const found = await findFfmpeg()
  if (!found) throw new Error('these tests make their films with ffmpeg: it must be in PATH')
  const ffmpeg = found
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-media-'))
  let folders = 0

  /** Makes a film once, from generated sources. */
  const film = async (name: string, sources: readonly string[], options: string): Promise<string> => {
    const path = join(folder, name)
    const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source])
    if (!existsSync(path)) await execute(ffmpeg, [...words('-v error -y'), ...inputs, ...words(options), path])
    return path
  }

  /** 12 s, B-frames, sound, a key frame every 2 s. */
  const plain = () => film('plain.mp4', [picture(12), sound(12)], `${x264} -bf 2 -g 60 -c:a aac`)

  /** The plain film, copied with other options. */
  const plainCopied = async (name: string, before: string, after: string): Promise<string> => {
    const path = join(folder, name)
    const args = [...words(`-v error -y ${before} -i`.replace('  ', ' ')), await plain(), ...words(`-c copy ${after}`)]
    if (!existsSync(path)) await execute(ffmpeg, [...args, path])
    return path
  }

  const key = '76a6c65c5ea762046bd749a2e632ccbb'

  return {
    ffmpeg,
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
    outFolder: () => join(folder, `out-${(folders += 1)}`),

    plain,
    /** 20 s at 29.97, no sound, the encoder's default: key frames 8.3 s apart. */
    silent: () => film('silent.mp4', [picture(20, '30000/1001')], x264),
    hevc: () => film('hevc.mp4', [picture(4), sound(4)], `${x265} -c:a libopus`),
    hdr: () =>
      film(
        'hdr.mp4',
        [picture(4)],
        `${x265}:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc -pix_fmt yuv420p10le`,
      ),
    rotated: () => plainCopied('rotated.mp4', '', '-metadata:s:v rotate=90'),
    sparse: () => film('sparse.mp4', [picture(12)], `${x264} -g 999 -keyint_min 999 -sc_threshold 0`),
    variable: () =>
      film('variable.mp4', [picture(6)], `-vf select='if(lt(t,3),1,not(mod(n,6)))' -fps_mode vfr ${x264}`),
    openGop: () => film('open.mp4', [picture(6)], `${x264} -x264-params open-gop=1:keyint=60:bframes=3`),
    /** Seeking while copying keeps the frames since the key frame, hidden by an edit list. */
    trimmed: () => plainCopied('trimmed.mp4', '-ss 5.5', '-y'),
    shortSound: () => film('short-sound.mp4', [picture(6), sound(2)], `${x264} -g 60 -c:a aac`),
    /** 12 s, still but for a tone from 3 to 6. */
    toneInSilence: () =>
      film('tone.mp4', [picture(12), sound(12)], `${x264} -g 60 -c:a aac -af volume=0:enable='not(between(t,3,6))'`),
    soundOnly: () => film('sound.mp4', [sound(3)], '-c:a aac'),
    blink: () => film('blink.mp4', [picture(0.5)], x264),
    locked: () =>
      plainCopied('locked.mp4', '', `-encryption_scheme cenc-aes-ctr -encryption_key ${key} -encryption_kid ${key}`),
    indexFirst: () => plainCopied('index-first.mp4', '', '-movflags faststart'),
    withPlace: (place: string) =>
      plainCopied('place.mp4', '', `-movflags use_metadata_tags -metadata location=${place}`),

    /** A folder's init and segments from some number on in a row, as a player gets them. */
    joined: async (outDir: string, from = 0): Promise<string> => {
      const names = (await readdir(outDir)).filter((name) => name.endsWith('.m4s')).sort()
      const parts = [initFile, ...names.slice(from)].map((name) => readFile(join(outDir, name)))
      const path = join(outDir, `joined-${from}.mp4`)
      await writeFile(path, Buffer.concat(await Promise.all(parts)))
      return path
    },

    /** Decodes a stream whole and hashes what comes out; throws at the first error in it. */
    decoded: async (path: string, stream: 'v' | 'a'): Promise<string> => {
      const args = `-v error -xerror -i ${path} -map 0:${stream} -fps_mode passthrough -f md5 -`
      const { stdout, stderr } = await execute(ffmpeg, words(args))
      if (stderr !== '') throw new Error(stderr)
      return stdout.trim()
    },

    /** Decoded frames are counted. */
    streamsOf: async (path: string): Promise<Stream[]> => {
      const entries = 'stream=codec_name,nb_read_frames,width,height,pix_fmt'
      const args = `-v error -count_frames -show_entries ${entries} -of json ${path}`
      const { stdout } = await execute(ffmpeg.replace(/ffmpeg$/, 'ffprobe'), words(args))
      const { streams }: { streams: Stream[] } = JSON.parse(stdout)
      return streams
    },
  }
}

export type TestFilms = Awaited<ReturnType<typeof testFilms>>

type SegmentSpans = { readonly video: Span; readonly audio: Span | undefined }

async function* boxesOf(outDir: string, names: readonly string[]) {
  for (const name of names) {
    const bytes = await readFile(join(outDir, name))
    for (const box of boxesIn(bytes)) yield { type: box.type, bytes: bytes.subarray(box.start, box.end) }
  }
}

/** First and last time of each track in each segment, read from the written files. */
export const spansOf = async (outDir: string, count: number): Promise<SegmentSpans[]> => {
  const spans: SegmentSpans[] = []
  for (let n = 0; n < count; n += 1) {
    const held: { video: Span[]; audio: Span[] } = { video: [], audio: [] }
    for await (const item of readFragments(boxesOf(outDir, [initFile, segmentFile(n)]))) {
      if (item.type !== 'fragment') continue
      if (item.fragment.video) held.video.push(item.fragment.video)
      if (item.fragment.audio) held.audio.push(item.fragment.audio)
    }
    const whole = ([first, ...more]: Span[]): Span | undefined =>
      first && { ...first, endMs: more.at(-1)?.endMs ?? first.endMs }
    const video = whole(held.video)
    if (!video) throw new Error(`segment ${n} has no picture`)
    spans.push({ video, audio: whole(held.audio) })
  }
  return spans
}
