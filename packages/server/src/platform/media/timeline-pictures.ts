import { join } from 'node:path'
import { fitInto, isThere, joinedInputArgs, startFfmpeg, words } from './ffmpeg.ts'
import { initFile, segmentFile } from './segment-writer.ts'
import type { WrittenSegment } from './segment-writer.ts'

/** Pixels of a picture's longer side. */
const side = 320

/** A frame of a film as a picture of its own. */
export interface Frame {
  /** Paths of what it is cut out of: an init and the segment that holds it. */
  readonly from: readonly string[]
  /** Milliseconds from the segment's begin. */
  readonly atMs: number
  /** Path of the JPEG. */
  readonly to: string
}

/**
 * Writes frames of a packaged film as JPEGs, by one run of ffmpeg: to start it takes longer than to find a frame. Answers
 * those that are there: at some moment there may be no frame, or none that can be decoded.
 */
export const writeFrames = async (
  ffmpeg: string,
  frames: readonly Frame[],
  signal: AbortSignal | undefined,
): Promise<Frame[]> => {
  // One thread for each: several decoders stand beside each other.
  const inputs = frames.flatMap(({ from, atMs }) => [
    ...words('-threads 1 -ss'),
    (atMs / 1000).toFixed(3),
    ...joinedInputArgs(from),
  ])
  const outputs = frames.flatMap(({ to }, n) => [
    '-map',
    `${n}:V:0`,
    '-vf',
    fitInto(side, side),
    ...words('-frames:v 1 -map_metadata -1 -q:v 5 -f image2 -y'),
    to,
  ])
  try {
    await startFfmpeg(ffmpeg, [...inputs, ...outputs], signal).done
  } catch (error) {
    if (signal?.aborted) throw error
    // One that can't be decoded must not cost the others theirs.
    if (frames.length > 1)
      for (const each of frames) if (!(await isThere(each.to))) await writeFrames(ffmpeg, [each], signal)
  }
  const written = await Promise.all(frames.map(({ to }) => isThere(to)))
  return frames.filter((_, n) => written[n])
}

const most = 24
const everyMs = 1000
/** So many decoders stand beside each other. */
const atOnce = 8

export type Thumbnail = { readonly file: string; readonly atMs: number }

const thumbnailFile = (n: number): string => `thumb-${String(n).padStart(2, '0')}.jpg`

/** The segment that holds a moment, and how far it is from its begin. */
const placeOf = (segments: readonly WrittenSegment[], filmMs: number): { n: number; atMs: number } => {
  let beginMs = 0
  for (const [n, { durationMs }] of segments.entries()) {
    if (filmMs < beginMs + durationMs) return { n, atMs: filmMs - beginMs }
    beginMs += durationMs
  }
  throw new RangeError(`${filmMs} ms is behind the end`)
}

/**
 * Evenly spread frames of a packaged film for its timeline, cut out of what viewers get: they look as the film does.
 * `outDir` holds its segments and gets the pictures.
 */
export const writeTimelinePictures = async (
  ffmpeg: string,
  { outDir, segments }: { readonly outDir: string; readonly segments: readonly WrittenSegment[] },
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
): Promise<Thumbnail[]> => {
  const durationMs = segments.reduce((sum, each) => sum + each.durationMs, 0)
  const count = Math.min(most, Math.max(1, Math.floor(durationMs / everyMs)))
  const wanted = Array.from({ length: count }, (_, index) => {
    const file = thumbnailFile(index)
    const filmMs = Math.round(((index + 0.5) * durationMs) / count)
    const { n, atMs } = placeOf(segments, filmMs)
    const from = [join(outDir, initFile), join(outDir, segmentFile(n))]
    return { file, filmMs, frame: { from, atMs, to: join(outDir, file) } }
  })
  const written = new Set<Frame>()
  for (let at = 0; at < count; at += atOnce) {
    const some = wanted.slice(at, at + atOnce).map(({ frame }) => frame)
    for (const frame of await writeFrames(ffmpeg, some, signal)) written.add(frame)
    onProgress(Math.min(count, at + atOnce) / count)
  }
  return wanted.filter(({ frame }) => written.has(frame)).map(({ file, filmMs }) => ({ file, atMs: filmMs }))
}
