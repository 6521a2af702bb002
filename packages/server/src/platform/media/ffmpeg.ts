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
import { ceiling } from './picture-ceiling.ts'
import { seconds, wholeSound } from './whole-sound.ts'
import type { Plan } from './transcode-plan.ts'
import type { VideoFacts } from './facts.ts'

export const isThere = (path: string): Promise<boolean> =>
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
const formats = words('-format_whitelist mov,mp4,m4a,3gp,3g2,mj2,matroska,webm')
const inputArgs = (path: string): string[] => [...words('-protocol_whitelist file'), ...formats, '-i', `file:${path}`]
/** Files of ours as one, read one after another. */
export const joinedInputArgs = (paths: readonly string[]): string[] => [
  ...words('-protocol_whitelist concat,file'),
  ...formats,
  '-i',
  `concat:${paths.map((path) => `file:${path}`).join('|')}`,
]

const keyFrameSeconds = 2

const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv'

/** Scales down into a box that lies or stands as the picture does. */
export const fitInto = (long: number, short: number): string =>
  `scale=w='min(iw,if(gt(iw,ih),${long},${short}))':h='min(ih,if(gt(iw,ih),${short},${long}))'` +
  ':force_original_aspect_ratio=decrease:force_divisible_by=2'

/** Frames that say of themselves that they consist of two fields become one picture each, others stay as they are. */
const deinterlace = 'bwdif=mode=send_frame:deint=interlaced'

/** As large as it is shown, by the shape of a pixel that container and stream say. */
const squarePixels = "scale=w='if(gt(sar,1),iw*sar,iw)':h='if(gt(sar,1),ih,ih/sar)'"

const encodeVideoArgs = (facts: VideoFacts): string[] => {
  const frameRate = Math.min(ceiling.frameRate, Math.max(1, Math.round(facts.frameRate)))
  const filters = [
    deinterlace,
    ...(facts.variableFrameRate || facts.frameRate > ceiling.frameRate + 1 ? [`fps=${frameRate}`] : []),
    squarePixels,
    fitInto(ceiling.longSide, ceiling.shortSide),
    ...(facts.hdr ? [toneMap] : []),
    'setsar=1',
    'format=yuv420p',
  ]
  return [
    '-vf',
    filters.join(','),
    ...words('-c:v libx264 -profile:v high -preset veryfast -crf 22'),
    ...words(`-maxrate ${ceiling.bitsPerSecond} -bufsize ${ceiling.burstBits}`),
    ...words(`-sc_threshold 0 -force_key_frames expr:gte(t,n_forced*${keyFrameSeconds})`),
  ]
}

/** `input`: which of the inputs the sound is read from. */
const audioArgs = (facts: VideoFacts, plan: Plan, input: number): string[] => {
  if (!facts.audio || plan.audio === 'none') return []
  const map = ['-map', `${input}:a:${facts.audio.index}`]
  if (plan.audio === 'copy') return [...map, '-c:a', 'copy']
  return [...map, '-af', wholeSound(facts.audio, facts.durationMs), ...words('-c:a aac -b:a 128k -ac 2 -ar 48000')]
}

/** Whether there is a decoder for a stream of a file (`V:0`, `a:1`): its first frame is decoded. */
export const canDecode = async (
  ffmpeg: string,
  path: string,
  stream: string,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const args = [...inputArgs(path), '-map', `0:${stream}`, ...words(`-frames:${stream.slice(0, 1)} 1 -f null -`)]
  try {
    await startFfmpeg(ffmpeg, args, signal).done
    return true
  } catch {
    signal?.throwIfAborted()
    return false
  }
}

/** Runs ffmpeg after a plan and hands over the fragmented MP4 it writes, box by box. Throws MediaProblem `failed`. */
export async function* runFfmpeg(
  ffmpeg: string,
  path: string,
  facts: VideoFacts,
  plan: Plan,
  signal: AbortSignal | undefined,
): AsyncGenerator<WholeBox> {
  // The last packet of a file that broke off is there in part: nothing shows it well.
  const wholePackets = facts.endsEarly ? words('-fflags +discardcorrupt') : []
  // The first picture is at nought, whatever else begins before it.
  const input = [...wholePackets, '-itsoffset', seconds(-facts.startS), ...inputArgs(path)]
  // Sound that is repaired is read by itself: where it has a hole, the picture beside it would have been written without any.
  const soundInput = plan.audio === 'encode' ? 1 : 0
  const args = [
    '-copyts',
    ...input,
    ...(soundInput === 1 ? input : []),
    // V: no cover pictures.
    '-map',
    `0:V:${facts.index}`,
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : encodeVideoArgs(facts)),
    ...audioArgs(facts, plan, soundInput),
    // More of it than was found whole would have no sound.
    ...(facts.endsEarly ? ['-t', seconds(facts.durationMs / 1000)] : []),
    // A phone writes into the file where it was.
    ...words('-map_metadata -1 -map_chapters -1 -write_tmcd 0'),
    ...words('-max_interleave_delta 0 -movflags +frag_keyframe+default_base_moof+delay_moov -f mp4 pipe:1'),
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
