import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { boxesIn } from '../src/platform/media/boxes.ts'
import { findFfmpeg } from '../src/platform/media/ffmpeg.ts'
import { readFragments } from '../src/platform/media/fragments.ts'
import type { Span } from '../src/platform/media/fragments.ts'
import { initFile, segmentFile } from '../src/platform/media/segment-writer.ts'

const execute = promisify(execFile)

/** Milliseconds for a test that encodes, on a busy machine. */
export const patience = 180_000

const words = (text: string): string[] => text.split(' ')
const picture = (seconds: number, rate = '30') => `testsrc2=size=160x90:rate=${rate}:duration=${seconds}`
const sound = (seconds: number) => `sine=duration=${seconds}`
const x264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p'
const x265 = '-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=error'

/** What stands beside the steady picture: seconds, an audio filter and an encoder of ffmpeg. */
interface SoundOptions {
  readonly filter?: string
  readonly codec?: string
  readonly seconds?: number
  readonly pictureLate?: number
  readonly soundLate?: number
  readonly picture?: 'avc' | 'hevc'
  readonly pictureSeconds?: number
}

/** A white disc on black in the middle of 4:3 as shown, whose pixels are 4:3 as well. */
const disc = `color=black:size=360x360:rate=10:duration=4,geq=lum='if(lt(hypot((X-180)*4/3,Y-180),120),235,16)':cb=128:cr=128,setsar=4/3`
const fields = 'testsrc2=size=320x240:rate=50:duration=4,tinterlace=interleave_top,fieldorder=tff'

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

  /** A picture alone, 10 frames a second without B-frames, a key frame every 2 s. */
  const steady = (codec: 'avc' | 'hevc' = 'avc', length = 12) =>
    film(`steady-${codec}-${length}.mp4`, [picture(length, '10')], `${codec === 'avc' ? `${x264} -bf 0` : x265} -g 20`)

  /** The steady picture beside a sound of its own; each begins so many seconds late. */
  const sounded = async (name: string, options: SoundOptions): Promise<string> => {
    const {
      filter = 'anull',
      codec = 'aac',
      seconds = 12,
      pictureLate = 0,
      soundLate = 0,
      picture: which,
      pictureSeconds,
    } = options
    const path = join(folder, name)
    const source = `sine=frequency=440:duration=${seconds},${filter}`
    const args = [
      ...words(`-v error -y -itsoffset ${pictureLate} -i`),
      await steady(which, pictureSeconds),
      ...words(`-itsoffset ${soundLate} -f lavfi -i`),
      source,
      ...words(`-map 0:v -map 1:a -c:v copy -c:a ${codec}`),
      path,
    ]
    if (!existsSync(path)) await execute(ffmpeg, args)
    return path
  }

  /** A tone of 200 Hz on a track that is switched off, in front of one of 1000 Hz that is on. */
  const twoTracks = async (name: string): Promise<string> => {
    const path = join(folder, name)
    const args = [
      ...words('-v error -y -i'),
      await steady(),
      ...words('-f lavfi -i sine=frequency=200:duration=12 -f lavfi -i sine=frequency=1000:duration=12'),
      ...words('-map 0 -map 1 -map 2 -c:v copy -c:a aac -b:a:0 256k -b:a:1 64k'),
      ...words('-disposition:a:0 0 -disposition:a:1 default'),
      path,
    ]
    if (!existsSync(path)) await execute(ffmpeg, args)
    return path
  }

  /** A lively picture on a track that is switched off, in front of a black one that is on. */
  const twoPictures = (name: string) =>
    film(
      name,
      [picture(12, '10'), 'color=black:size=160x90:rate=10:duration=12'],
      `-map 0:v -map 1:v ${x264} -g 20 -disposition:v:0 0 -disposition:v:1 default`,
    )

  const key = '76a6c65c5ea762046bd749a2e632ccbb'

  return {
    ffmpeg,
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
    outFolder: () => join(folder, `out-${(folders += 1)}`),

    plain,
    steady,
    sounded,
    twoTracks,
    twoPictures,
    disc: (codec: 'avc' | 'hevc') => film(`disc-${codec}.mp4`, [disc], codec === 'avc' ? x264 : x265),
    oblong: () => film('disc-avc.mp4', [disc], x264),
    interlaced: () => film('interlaced.mp4', [fields], `${x264} -flags +ildct+ilme`),
    interlacedMpeg2: () => film('interlaced-mpeg2.mp4', [fields], '-flags +ildct+ilme -c:v mpeg2video -b:v 2M'),
    fast: () => film('fast.mp4', [picture(3, '100')], x264),
    large: () => film('large.mp4', ['testsrc2=size=1088x1936:rate=10:duration=2'], `${x264} -preset ultrafast`),
    noisy: () =>
      film('noisy.mp4', ["nullsrc=size=640x360:rate=25:duration=3,geq='random(1)*255:128:128'"], `${x264} -qp 12`),
    prores: () => film('prores.mov', [picture(2, '10'), sound(2)], '-c:v prores -c:a pcm_s16le'),
    /** The plain film in another container or with other options, its picture and sound as they are. */
    plainAs: (name: string, options: string) => plainCopied(name, '', options),
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
