import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fragment, Init, InitOrFragment, InitTrack } from './fragments.ts'

/** Length a segment should have. */
export const SEGMENT_MS = 4000
/** Shorter ones only where the recording ends. */
const shortestMs = 1000

export const initFile = 'init.mp4'
export const segmentFile = (n: number): string => `seg-${String(n).padStart(5, '0')}.m4s`

/** Whether to cut before a fragment, going by which cut comes nearer to the length a segment should have. */
export const cutsBefore = (heldMs: number, nextMs: number): boolean =>
  heldMs >= shortestMs && Math.abs(heldMs - SEGMENT_MS) <= Math.abs(heldMs + nextMs - SEGMENT_MS)

export type WrittenSegment = { readonly durationMs: number; readonly bytes: number }

export type Written = {
  readonly tracks: readonly InitTrack[]
  readonly initBytes: number
  readonly segments: readonly WrittenSegment[]
  readonly durationMs: number
  readonly videoSamples: number
}

/** Whole milliseconds whose sum stays true: it is the boundaries that are rounded. */
const durationsOf = (startsMs: readonly number[], endMs: number): number[] => {
  const [origin = 0] = startsMs
  const boundaries = [...startsMs, endMs].map((at) => Math.round(at - origin))
  return boundaries.slice(1).map((at, n) => at - (boundaries[n] ?? 0))
}

/**
 * Writes init.mp4, seg-00000.m4s … into a folder that exists: fragments (each starts with a key frame) are put
 * together to about SEGMENT_MS. `onTime` hears how far it is, in milliseconds of the recording. Undefined when there is
 * no picture in it.
 */
export const writeSegments = async (
  source: AsyncIterable<InitOrFragment>,
  outDir: string,
  onTime: (ms: number) => void,
): Promise<Written | undefined> => {
  let init: Init | undefined
  let held: Fragment[] = []
  let heldFromMs = 0
  let endMs = 0
  let videoSamples = 0
  const startsMs: number[] = []
  const sizes: number[] = []

  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(held.flatMap((fragment) => fragment.bytes))
    await writeFile(join(outDir, segmentFile(sizes.length)), bytes)
    sizes.push(bytes.length)
    held = []
  }

  for await (const item of source) {
    if (item.type === 'init') {
      init = item.init
      await writeFile(join(outDir, initFile), init.bytes)
      continue
    }
    const { video } = item.fragment
    if (video) {
      const starts = startsMs.length === 0
      if (starts || cutsBefore(video.startMs - heldFromMs, video.endMs - video.startMs)) {
        if (!starts) await flush()
        startsMs.push(video.startMs)
        heldFromMs = video.startMs
      }
      endMs = Math.max(endMs, video.endMs)
      videoSamples += video.samples
      onTime(endMs)
    }
    // Sound without picture goes with the segment before it, or with the first.
    held.push(item.fragment)
  }
  if (!init || startsMs.length === 0) return undefined
  await flush()
  const durations = durationsOf(startsMs, endMs)
  return {
    tracks: init.tracks,
    initBytes: init.bytes.length,
    segments: durations.map((durationMs, n) => ({ durationMs, bytes: sizes[n] ?? 0 })),
    durationMs: durations.reduce((sum, each) => sum + each, 0),
    videoSamples,
  }
}
