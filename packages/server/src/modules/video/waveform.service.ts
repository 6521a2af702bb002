import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Waveform } from '@kaimai/contract/video/video.routes.ts'
import { peaksPerSecond } from '@kaimai/contract/video/waveform.rules.ts'
import { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import { findFfmpeg } from '../../platform/media/ffmpeg.ts'
import { MediaProblem } from '../../platform/media/media-problem.ts'
import { initFile, segmentFile } from '../../platform/media/segment-writer.ts'
import { readWaveform } from '../../platform/media/waveform.ts'
import { videoFolder, type VideoUrls, waveformFile } from './video-files.ts'
import type { VideoStore } from './video.store.ts'

const jobName = 'make-waveform'
/** The longest film on the slowest disk. */
const expireSeconds = 3600

export interface WaveformDeps {
  readonly store: Pick<VideoStore, 'find'>
  readonly files: FileStore
  readonly jobs: Jobs
  readonly urls: VideoUrls
  readonly log: Log
  /** Path of ffmpeg; undefined where the machine has none: then there are no waveforms. */
  readonly ffmpeg?: () => Promise<string | undefined>
}

/** The pieces of a packaged film that lies in the file store. */
async function* storedFilm(files: FileStore, folder: string, segments: number): AsyncGenerator<Uint8Array> {
  for (let at = -1; at < segments; at += 1) {
    const opened = await files.read(`${folder}/${at < 0 ? initFile : segmentFile(at)}`)
    if (opened === undefined) throw new MediaProblem('failed', { segment: at })
    for await (const piece of opened.stream) if (piece instanceof Uint8Array) yield piece
  }
}

/** The pieces of a film that was just packaged into a folder of this machine. */
async function* packagedFilm(outDir: string): AsyncGenerator<Uint8Array> {
  const segments = (await readdir(outDir)).filter((name) => name.endsWith('.m4s')).toSorted()
  for (const name of [initFile, ...segments])
    for await (const piece of createReadStream(join(outDir, name))) if (piece instanceof Uint8Array) yield piece
}

/** Writes a film's waveform beside its packaged segments; without one the film is as good, and a job tries again. */
export const writeWaveform = async (
  outDir: string,
  ffmpeg: string | undefined,
  log: Log,
  signal: AbortSignal,
): Promise<void> => {
  if (ffmpeg === undefined) return
  try {
    await writeFile(
      join(outDir, waveformFile),
      await readWaveform(ffmpeg, packagedFilm(outDir), peaksPerSecond, signal),
    )
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'the waveform of a video could not be read while it was packaged')
  }
}

/** Says where a film's waveform is, and has it made once where a film was packaged without. */
export const createWaveformService = ({ store, files, jobs, urls, log, ffmpeg = findFfmpeg }: WaveformDeps) => {
  const keyOf = (videoId: string): string => `${videoFolder(videoId)}/${waveformFile}`

  jobs.define(
    jobName,
    { schema: z.object({ firmId: z.string(), videoId: z.string() }), concurrency: 1, retryLimit: 2, expireSeconds },
    async ({ firmId, videoId }, { signal }) => {
      const [video, program] = await Promise.all([store.find(firmId, videoId), ffmpeg()])
      if (video?.state !== 'ready' || program === undefined || (await files.stat(keyOf(videoId)))) return
      const film = storedFilm(files, videoFolder(videoId), video.segments.length)
      const peaks = await readWaveform(program, film, peaksPerSecond, signal).catch((error: unknown) => {
        if (!(error instanceof MediaProblem)) throw error
        log.warn({ err: error, details: error.details, videoId }, 'the waveform of a video could not be read')
        // Empty, so that it isn't tried again whenever somebody opens the film.
        return new Uint8Array()
      })
      await files.put(keyOf(videoId), peaks)
      // Deleted while it was at work: the job that removes its files may have run before this one was here.
      if (!(await store.find(firmId, videoId))) await files.removeAll(videoFolder(videoId))
    },
  )

  return {
    show: async (firmId: string, videoId: string): Promise<z.input<typeof Waveform>> => {
      const video = await store.find(firmId, videoId)
      if (!video) throw fail('notFound')
      if (video.state === 'failed') return { state: 'none', url: '' }
      // Packaging makes it.
      if (video.state !== 'ready') return { state: 'making', url: '' }
      if (video.hasAudio === false) return { state: 'silent', url: '' }
      const made = await files.stat(keyOf(videoId))
      if (made)
        return made.size === 0 ? { state: 'none', url: '' } : { state: 'ready', url: urls.urlOf(videoId, waveformFile) }
      if ((await ffmpeg()) === undefined) return { state: 'none', url: '' }
      await jobs.enqueue(jobName, { firmId, videoId }, { key: videoId })
      return { state: 'making', url: '' }
    },
  }
}
export type WaveformService = ReturnType<typeof createWaveformService>
