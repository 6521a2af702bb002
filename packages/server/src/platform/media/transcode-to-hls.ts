import { mkdir, rm } from 'node:fs/promises'
import { canDecode, canToneMap, runFfmpeg } from './ffmpeg.ts'
import { readFragments } from './fragments.ts'
import { isSystemError, MediaProblem } from './media-problem.ts'
import { transcodePlan } from './transcode-plan.ts'
import type { Plan } from './transcode-plan.ts'
import { probeVideo, remuxVideo } from './probe.ts'
import { writeSegments } from './segment-writer.ts'
import type { WrittenSegment } from './segment-writer.ts'
import { writeTimelinePictures } from './timeline-pictures.ts'
import type { Thumbnail } from './timeline-pictures.ts'
import type { VideoFacts } from './facts.ts'

export type HlsVideo = {
  /** Sum of the segments' durations. */
  readonly durationMs: number
  /** Pixels as shown. */
  readonly width: number
  readonly height: number
  /** As in RFC 6381, for the browser: 'avc1.64001f,mp4a.40.2'. */
  readonly codecs: string
  readonly hasAudio: boolean
  /** The upload broke off: this is what was left of it. */
  readonly endsEarly: boolean
  /** The upload was larger, faster or of more bits than phones play, and was encoded anew. */
  readonly madeLighter: boolean
  readonly initBytes: number
  readonly segments: readonly WrittenSegment[]
  /** Evenly spread frames for a timeline, none without ffmpeg. */
  readonly thumbnails: readonly Thumbnail[]
}

export type TranscodeJob = {
  /** Path of the uploaded file. */
  readonly source: string
  /** Folder for init.mp4, seg-00000.m4s …, thumb-00.jpg …; made if it isn't there, removed when packaging fails. */
  readonly outDir: string
  /** Path of ffmpeg (findFfmpeg), undefined where the machine has none. */
  readonly ffmpeg: string | undefined
  readonly signal?: AbortSignal | undefined
  /** How long the reader may be silent before it counts as lost in a damaged file; 30 s by default. */
  readonly patienceMs?: number | undefined
  /** Hears the share that is done, from 0 to 1, never less than before. */
  readonly onProgress?: (share: number) => void
}

/** Share of the progress that stands for the segments; the rest is for the thumbnails. */
const segmentsShare = 0.9

/** What has no decoder is refused before a long job begins. */
const checkDecoders = async (ffmpeg: string, job: TranscodeJob, facts: VideoFacts, plan: Plan): Promise<void> => {
  const details = { codec: facts.codec, audioCodec: facts.audio?.codec ?? '' }
  if (plan.video === 'encode' && !(await canDecode(ffmpeg, job.source, `V:${facts.index}`, job.signal)))
    throw new MediaProblem('unsupportedCodec', details)
  if (plan.audio === 'encode' && !(await canDecode(ffmpeg, job.source, `a:${facts.audio?.index ?? 0}`, job.signal)))
    throw new MediaProblem('unsupportedAudio', details)
}

const packageInto = async (job: TranscodeJob, probed: VideoFacts): Promise<HlsVideo> => {
  const { source, outDir, ffmpeg, signal } = job
  // Without the means its colours are pale, which is better than no film.
  const hdr = probed.hdr && ffmpeg !== undefined && (await canToneMap(ffmpeg, signal))
  const facts = { ...probed, hdr }
  const plan = transcodePlan(facts)
  const [reason] = plan.reasons
  if (reason && !ffmpeg)
    throw new MediaProblem(reason, {
      codec: facts.codec,
      audioCodec: facts.audio?.codec ?? '',
      reasons: plan.reasons.join(' '),
    })
  if (ffmpeg) await checkDecoders(ffmpeg, job, facts, plan)
  const report = (share: number) => job.onProgress?.(Math.min(1, Math.max(0, share)))
  const onTime = (ms: number) => report((segmentsShare * ms) / facts.durationMs)
  const written = ffmpeg
    ? await writeSegments(readFragments(runFfmpeg(ffmpeg, source, facts, plan, signal)), outDir, onTime)
    : await remuxVideo(source, { ...job, outDir, onTime })
  const tracks = written?.tracks ?? []
  const video = tracks.find((track) => track.kind === 'video')
  if (!written || !video) throw new MediaProblem('failed', { said: 'nothing was written' })
  const audio = tracks.find((track) => track.kind === 'audio')
  const thumbnails = ffmpeg
    ? await writeTimelinePictures(ffmpeg, { outDir, segments: written.segments }, signal, (share) =>
        report(segmentsShare + (1 - segmentsShare) * share),
      )
    : []
  report(1)
  return {
    durationMs: written.durationMs,
    width: video.width,
    height: video.height,
    codecs: [video, audio].flatMap((track) => (track ? [track.codec] : [])).join(','),
    hasAudio: audio !== undefined,
    endsEarly: facts.endsEarly,
    madeLighter: plan.reasons.includes('tooHeavy'),
    initBytes: written.initBytes,
    segments: written.segments,
    thumbnails,
  }
}

/**
 * Turns a recording into segments for HLS (fragmented MP4, about four seconds each, cut on key frames) and pictures for
 * its timeline. H.264 with AAC is copied as it is; anything else is re-encoded where there is ffmpeg.
 * Throws MediaProblem when the file can't become a live, the signal's reason when it is aborted, and system errors
 * (ENOSPC) as they are.
 */
export const transcodeToHls = async (job: TranscodeJob): Promise<HlsVideo> => {
  const facts = await probeVideo(job.source, job)
  await mkdir(job.outDir, { recursive: true, mode: 0o700 })
  try {
    return await packageInto(job, facts)
  } catch (error) {
    await rm(job.outDir, { recursive: true, force: true })
    job.signal?.throwIfAborted()
    if (error instanceof MediaProblem || isSystemError(error)) throw error
    throw new MediaProblem('failed', {}, error)
  }
}
