import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { replayPlaylist } from '@kaimai/contract/live/playlist.rules.ts'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import { findFfmpeg } from '../../platform/media/ffmpeg.ts'
import { MediaProblem, type MediaProblemKind } from '../../platform/media/media-problem.ts'
import { transcodeToHls } from '../../platform/media/transcode-to-hls.ts'
import { initFile, segmentFile } from '../../platform/media/segment-writer.ts'
import { chunkKey, previewFile, thumbnailFile, uploadFolder, videoFolder } from './video-files.ts'
import type { VideoStore } from './video.store.ts'
import type { VideoRow } from './video.tables.ts'

export const packageJobName = 'package-video'

const errorTextOf: Readonly<Record<MediaProblemKind, string>> = {
  unreadable: 'videoUnreadable',
  truncated: 'videoUnreadable',
  failed: 'videoUnreadable',
  noVideo: 'videoNoPicture',
  tooShort: 'videoTooShort',
  drm: 'videoCodec',
  unsupportedCodec: 'videoCodec',
  unsupportedAudio: 'videoCodec',
  rotated: 'videoCodec',
  variableFrameRate: 'videoCodec',
  sparseKeyFrames: 'videoCodec',
  openGop: 'videoCodec',
  trimmedStart: 'videoCodec',
  brokenAudio: 'videoCodec',
}

export interface PackageDeps {
  readonly store: VideoStore
  readonly files: FileStore
  readonly jobs: Jobs
  readonly log: Log
}

/** A whole day: the longest recording on the slowest machine; a dead process is noticed by its heartbeat. */
const expireSeconds = 24 * 3600
const progressEveryMs = 1000

/** Joins an upload's chunks, packages them, and keeps the files; runs again from the start after a crash. */
export const definePackageVideo = ({ store, files, jobs, log }: PackageDeps): void => {
  const joinChunks = async (video: VideoRow, path: string): Promise<void> => {
    for (const { chunk } of chunksOf(video.size)) {
      const opened = await files.read(chunkKey(video.firmId, video.uploadId, chunk))
      if (!opened) throw new MediaProblem('truncated', { chunk })
      await pipeline(opened.stream, createWriteStream(path, { flags: chunk === 0 ? 'w' : 'a', mode: 0o600 }))
    }
  }

  const keep = async (video: VideoRow, outDir: string): Promise<void> => {
    for (const file of await readdir(outDir))
      await files.put(`${videoFolder(video.id)}/${file}`, createReadStream(join(outDir, file)))
  }

  const work = async (video: VideoRow, folder: string, signal: AbortSignal): Promise<void> => {
    const source = join(folder, 'source.mp4')
    const outDir = join(folder, 'out')
    await joinChunks(video, source)
    let reportedMs = 0
    const packaged = await transcodeToHls({
      source,
      outDir,
      ffmpeg: await findFfmpeg(),
      signal,
      onProgress: (share) => {
        const now = performance.now()
        if (now - reportedMs < progressEveryMs) return
        reportedMs = now
        store
          .progress(video.firmId, video.id, Math.min(99, Math.round(share * 100)))
          .catch((error: unknown) => log.warn({ err: error }, 'progress of a video was not written'))
      },
    })
    await keep(video, outDir)
    const playlist = replayPlaylist({ segments: packaged.segments, initUri: initFile, segmentUri: segmentFile })
    if (playlist === undefined) throw new MediaProblem('tooShort')
    await files.put(`${videoFolder(video.id)}/${previewFile}`, Buffer.from(playlist))
    const [first] = packaged.thumbnails
    if (first && !(await files.stat(`${videoFolder(video.id)}/${thumbnailFile}`)))
      await files.put(`${videoFolder(video.id)}/${thumbnailFile}`, await readFile(join(outDir, first.file)))
    const { durationMs, width, height, hasAudio, codecs, segments } = packaged
    await store.ready(video.firmId, video.id, { durationMs, width, height, hasAudio, codecs, segments })
    await files.removeAll(uploadFolder(video.firmId, video.uploadId))
    // Deleted while it was at work: the job that removes its files may have run before they were here.
    if (!(await store.find(video.firmId, video.id))) await files.removeAll(videoFolder(video.id))
  }

  jobs.define(
    packageJobName,
    { schema: z.object({ firmId: z.string(), videoId: z.string() }), concurrency: 1, retryLimit: 50, expireSeconds },
    async ({ firmId, videoId }, { signal }) => {
      const video = await store.find(firmId, videoId)
      if (video?.state !== 'processing') return
      const folder = await mkdtemp(join(tmpdir(), 'kaimai-package-'))
      try {
        await work(video, folder, signal)
      } catch (error) {
        if (!(error instanceof MediaProblem)) throw error
        log.warn({ err: error, details: error.details, videoId }, 'a video could not be packaged')
        await store.failed(firmId, videoId, errorTextOf[error.kind])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )

  // A process killed again and again uses a job's tries up; the video waits for nothing else, so it is asked for anew.
  jobs.every('package-video/waiting', 30, async () => {
    for (const { id, firmId } of await store.processing(100))
      await jobs.enqueue(packageJobName, { firmId, videoId: id }, { key: id })
  })
}
