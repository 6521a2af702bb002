import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { access } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { wholeBoxes } from './boxes.ts'
import type { WholeBox } from './boxes.ts'
import { MediaProblem } from './media-problem.ts'
import type { Plan } from './transcode-plan.ts'
import type { VideoFacts } from './video-facts.ts'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The ffmpeg that PATH names, undefined where there is none. */
export const findFfmpeg = async (path = process.env['PATH'] ?? ''): Promise<string | undefined> => {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, 'ffmpeg')
    if (folder !== '' && (await isThere(candidate))) return candidate
  }
  return undefined
}

/** Characters of what ffmpeg said that are kept for the log. */
const maxOutput = 2000

type Running = {
  readonly stdout: Readable
  /** Resolves when it has ended well, else throws MediaProblem `failed`. */
  readonly done: Promise<void>
  readonly kill: () => void
}

/** What an ended program doesn't read any more is no error: how it ended says what happened. */
const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** Starts ffmpeg; `input`: what it reads from its standard input. */
export const startFfmpeg = (
  ffmpeg: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
  input?: AsyncIterable<Uint8Array>,
): Running => {
  signal?.throwIfAborted()
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    ffmpeg,
    ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    // Rooms on the same machine go first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may have ended already, or we may not: then it runs as we do.
  }
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-maxOutput)
  })
  let lost: unknown
  pipeline(Readable.from(input ?? []), child.stdin).catch((error: unknown) => {
    if (input === undefined || isClosedPipe(error)) return
    lost = error
    kill()
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(new MediaProblem('failed', {}, error)))
    child.on('close', (code, killedBy) => {
      signal?.removeEventListener('abort', kill)
      if (code === 0) resolve()
      else reject(new MediaProblem('failed', { exit: code ?? String(killedBy), said }))
    })
  })
  const done = ended.then(
    () => {
      if (lost !== undefined) throw lost
    },
    (error: unknown) => {
      // That what it was to read could not be read says more than that it was stopped.
      throw lost ?? error
    },
  )
  // Awaited later; until then a failure must not count as unhandled.
  done.catch(() => {})
  return { stdout: child.stdout, done, kill }
}

/** Whether this ffmpeg was built with what turns HDR into the colours that every screen shows. */
export const canToneMap = async (ffmpeg: string, signal: AbortSignal | undefined): Promise<boolean> => {
  const running = startFfmpeg(ffmpeg, ['-filters'], signal)
  const list = await text(running.stdout)
  await running.done
  return / zscale /.test(list) && / tonemap /.test(list)
}

/** Options that hold no spaces. */
export const words = (text: string): string[] => text.split(' ')

/** Nothing but these formats, and nothing but files: a playlist inside an upload must not make it read others. */
const inputArgs = (path: string): string[] => [
  ...words('-protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm -i'),
  `file:${path}`,
]

/** Pixels of the long and the short side of what we encode. */
const longSide = 1920
const shortSide = 1080
const highestFrameRate = 60
const keyFrameSeconds = 2

const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv'

const fitInto = (long: number, short: number): string =>
  `scale=w='min(iw,if(gt(iw,ih),${long},${short}))':h='min(ih,if(gt(iw,ih),${short},${long}))'` +
  ':force_original_aspect_ratio=decrease:force_divisible_by=2'

const encodeVideoArgs = (facts: VideoFacts): string[] => {
  const frameRate = Math.min(highestFrameRate, Math.max(1, Math.round(facts.frameRate)))
  const filters = [
    ...(facts.variableFrameRate || facts.frameRate > highestFrameRate + 1 ? [`fps=${frameRate}`] : []),
    fitInto(longSide, shortSide),
    ...(facts.hdr ? [toneMap] : []),
    'setsar=1',
    'format=yuv420p',
  ]
  return [
    '-vf',
    filters.join(','),
    ...words('-c:v libx264 -profile:v high -preset veryfast -crf 22 -maxrate 6M -bufsize 12M'),
    ...words(`-sc_threshold 0 -force_key_frames expr:gte(t,n_forced*${keyFrameSeconds})`),
  ]
}

const audioArgs = (facts: VideoFacts, plan: Plan): string[] => {
  if (!facts.audio || plan.audio === 'none') return []
  const map = ['-map', `0:a:${facts.audio.index}`]
  // Sound that goes on after the last picture is cut.
  const until = ['-t', (facts.durationMs / 1000).toFixed(3)]
  if (plan.audio === 'copy') return [...map, ...until, '-c:a', 'copy']
  // Holes become silence, and silence goes on to the last picture.
  const codec = words('-af aresample=async=1000:first_pts=0,apad -c:a aac -b:a 128k -ac 2 -ar 48000')
  return [...map, ...until, ...codec]
}

/** Runs ffmpeg after a plan and hands over the fragmented MP4 it writes, box by box. Throws MediaProblem `failed`. */
export async function* runFfmpeg(
  ffmpeg: string,
  path: string,
  facts: VideoFacts,
  plan: Plan,
  signal: AbortSignal | undefined,
): AsyncGenerator<WholeBox> {
  const args = [
    ...inputArgs(path),
    // V: no cover pictures.
    '-map',
    `0:V:${facts.index}`,
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : encodeVideoArgs(facts)),
    ...audioArgs(facts, plan),
    // A phone writes into the file where it was.
    ...words('-map_metadata -1 -map_chapters -1 -write_tmcd 0'),
    ...words('-movflags +frag_keyframe+default_base_moof+delay_moov -f mp4 pipe:1'),
  ]
  const running = startFfmpeg(ffmpeg, args, signal)
  let ended = false
  try {
    yield* wholeBoxes(running.stdout)
    ended = true
  } catch (error) {
    // What it said when it broke off says more than the half box it left.
    ended = true
    await running.done
    throw error
  } finally {
    if (!ended) running.kill()
  }
  await running.done
}

/** Pixels of a timeline picture's longer side. */
const thumbnailSide = 320

/** A frame of a film as a picture of its own. */
interface Frame {
  readonly atMs: number
  /** Path of the JPEG. */
  readonly to: string
}

/**
 * Writes frames of a film as JPEGs, by one run of ffmpeg: to start it takes longer than to find a frame. Answers those that
 * are there: at some moment there may be no frame, or none that can be decoded.
 */
export const writeThumbnails = async (
  ffmpeg: string,
  film: { readonly path: string; readonly facts: Pick<VideoFacts, 'index' | 'hdr'> },
  frames: readonly Frame[],
  signal: AbortSignal | undefined,
): Promise<Frame[]> => {
  const { path, facts } = film
  const filters = [fitInto(thumbnailSide, thumbnailSide), ...(facts.hdr ? [toneMap] : []), 'setsar=1']
  // One thread for each: several decoders of a large film stand beside each other.
  const inputs = frames.flatMap(({ atMs }) => [
    ...words('-threads 1 -ss'),
    (atMs / 1000).toFixed(3),
    ...inputArgs(path),
  ])
  const outputs = frames.flatMap(({ to }, n) => [
    '-map',
    `${n}:V:${facts.index}`,
    '-vf',
    filters.join(','),
    ...words('-frames:v 1 -map_metadata -1 -q:v 5 -f image2 -y'),
    to,
  ])
  try {
    await startFfmpeg(ffmpeg, [...inputs, ...outputs], signal).done
  } catch (error) {
    if (signal?.aborted) throw error
    // One that can't be decoded must not cost the others theirs.
    if (frames.length > 1)
      for (const each of frames) if (!(await isThere(each.to))) await writeThumbnails(ffmpeg, film, [each], signal)
  }
  const written = await Promise.all(frames.map(({ to }) => isThere(to)))
  return frames.filter((_, n) => written[n])
}
