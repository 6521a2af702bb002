import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { replayPlaylist } from '@kaimai/contract/live/playlist.rules.ts'
import type { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { chunksOf } from '@kaimai/contract/video/video.rules.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { DiskSpaceMonitor } from '../../platform/disk-space-monitor.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import { findFfmpeg } from '../../platform/media/ffmpeg.ts'
import { MediaProblem, type MediaProblemKind } from '../../platform/media/media-problem.ts'
import { type HlsVideo, transcodeToHls } from '../../platform/media/transcode-to-hls.ts'
import { initFile, segmentFile } from '../../platform/media/segment-writer.ts'
import { createWorkFolders } from '../../platform/media/work-folders.ts'
import { chunkKey, previewFile, thumbnailFile, uploadFolder, videoFolder } from './video-files.ts'
import type { PackagingStore } from './packaging.store.ts'
import type { VideoStore } from './video.store.ts'
import type { VideoRow } from './video.tables.ts'
import { writeWaveform } from './waveform.service.ts'

export const packageJobName = 'package-video'

const errorTextOf: Readonly<Record<MediaProblemKind, keyof typeof videoErrors>> = {
  unreadable: 'videoUnreadable',
  truncated: 'videoIncomplete',
  failed: 'videoUnreadable',
  noVideo: 'videoNoPicture',
  tooShort: 'videoTooShort',
  drm: 'videoProtected',
  unsupportedCodec: 'videoCodec',
  unsupportedAudio: 'videoCodec',
  rotated: 'videoCodec',
  variableFrameRate: 'videoCodec',
  sparseKeyFrames: 'videoCodec',
  openGop: 'videoCodec',
  trimmedStart: 'videoCodec',
  brokenAudio: 'videoCodec',
  interlaced: 'videoInterlaced',
  oblongPixels: 'videoOblongPixels',
  tooHeavy: 'videoTooHeavy',
}

/** What a merchant should know of a film that is ready. */
const noteOf = ({ endsEarly, madeLighter }: HlsVideo): keyof typeof videoErrors | '' => {
  if (endsEarly) return 'videoEndsEarly'
  return madeLighter ? 'videoMadeLighter' : ''
}

export interface PackageDeps {
  readonly store: VideoStore
  readonly turns: PackagingStore
  readonly files: FileStore
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly diskSpace: Pick<DiskSpaceMonitor, 'level' | 'spareBytes'>
}

/** The disk has no room for a film's packaging, now or any more. */
class NoRoom extends Error {}

/** The folder for what is under way may lie on another disk, which says so itself. */
const isNoRoom = (error: unknown): boolean =>
  error instanceof NoRoom || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')

/** What a film takes while it is packaged, by the bytes of its upload: joined, packaged beside it, and kept. */
const takesBytes = (uploadBytes: number): number => 3 * uploadBytes
/** How often it is asked whether others have filled the disk meanwhile, and how long a film without room stands back. */
const lookEveryMs = 1000
const standBackMs = 60_000

/** A whole day: the longest recording on the slowest machine; a dead process is noticed by its heartbeat. */
const expireSeconds = 24 * 3600
const progressEveryMs = 1000
/** How long a process answers for a film without saying so again, and how often it says so. */
const claimMs = 60_000
const claimEveryMs = 15_000

/** Films that one process packages at a time. */
export const packagingSlots = (cores: number): number => Math.max(2, Math.min(4, Math.floor(cores / 2)))

/** Joins an upload's chunks, packages them, and keeps the files; runs again from the start after a crash. */
export const definePackageVideo = ({ store, turns, files, jobs, clock, log, diskSpace }: PackageDeps): void => {
  const slots = packagingSlots(availableParallelism())
  // One slot is always another firm's: a short film never waits for all the long ones of somebody else. A firm loses
  // little by it, as an encoder takes every core for one film.
  const perFirm = slots - 1
  const folders = createWorkFolders('kaimai-package-')

  const joinChunks = async (video: VideoRow, path: string): Promise<void> => {
    for (const { chunk } of chunksOf(video.size)) {
      const opened = await files.read(chunkKey(video.firmId, video.uploadId, chunk))
      if (!opened) throw new MediaProblem('truncated', { chunk })
      await pipeline(opened.stream, createWriteStream(path, { flags: chunk === 0 ? 'w' : 'a', mode: 0o600 }))
    }
  }

  /** Keeps all files, or none: a film whose packaging breaks off leaves no room taken. */
  const keep = async (video: VideoRow, outDir: string, signal: AbortSignal): Promise<void> => {
    const kept: string[] = []
    try {
      for (const file of await readdir(outDir)) {
        signal.throwIfAborted()
        const key = `${videoFolder(video.id)}/${file}`
        kept.push(key)
        await files.put(key, createReadStream(join(outDir, file)))
      }
    } catch (error) {
      for (const key of kept) await files.remove(key)
      throw error
    }
  }

  const work = async (video: VideoRow, folder: string, signal: AbortSignal): Promise<void> => {
    const source = join(folder, 'source.mp4')
    const outDir = join(folder, 'out')
    await joinChunks(video, source)
    const ffmpeg = await findFfmpeg()
    let reportedMs = 0
    const packaged = await transcodeToHls({
      source,
      outDir,
      ffmpeg,
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
    if (packaged.hasAudio) await writeWaveform(outDir, ffmpeg, log, signal)
    await keep(video, outDir, signal)
    const playlist = replayPlaylist({ segments: packaged.segments, initUri: initFile, segmentUri: segmentFile })
    if (playlist === undefined) throw new MediaProblem('tooShort')
    await files.put(`${videoFolder(video.id)}/${previewFile}`, Buffer.from(playlist))
    const [first] = packaged.thumbnails
    if (first && !(await files.stat(`${videoFolder(video.id)}/${thumbnailFile}`)))
      await files.put(`${videoFolder(video.id)}/${thumbnailFile}`, await readFile(join(outDir, first.file)))
    const { durationMs, width, height, hasAudio, codecs, segments } = packaged
    const problem = noteOf(packaged)
    const facts = { durationMs, width, height, hasAudio, codecs, segments, problem, hasThumbnail: first !== undefined }
    await store.ready(video.firmId, video.id, facts)
    await files.removeAll(uploadFolder(video.firmId, video.uploadId))
    // Deleted while it was at work: the job that removes its files may have run before they were here.
    if (!(await store.find(video.firmId, video.id))) await files.removeAll(videoFolder(video.id))
  }

  const claimedUntil = (): Date => new Date(clock.ms() + claimMs)

  const expectRoom = async ({ size }: VideoRow): Promise<void> => {
    if ((await diskSpace.spareBytes()) < takesBytes(size)) throw new NoRoom('a film finds no room to be packaged')
  }

  /** Stops a packaging as soon as the disk is full but for what the database needs; call what it answers when it is over. */
  const watchRoom = (stop: AbortController): (() => void) => {
    const look = guarded(log, 'the free disk was not read', async () => {
      if ((await diskSpace.level()) === 'critical')
        stop.abort(new NoRoom('the disk has filled while a film was packaged'))
    })
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }

  const packageClaimed = async (video: VideoRow, ended: AbortSignal): Promise<void> => {
    const stop = new AbortController()
    const unwatch = watchRoom(stop)
    const signal = AbortSignal.any([ended, stop.signal])
    let until: Date | null = null
    const claim = setInterval(() => {
      turns
        .keep(video.id, claimedUntil())
        .catch((error: unknown) => log.warn({ err: error }, 'the packaging of a video was not claimed'))
    }, claimEveryMs)
    try {
      await expectRoom(video)
      await store.waitsFor(video.firmId, video.id, '')
      await folders.use((folder) => work(video, folder, signal))
    } catch (error) {
      if (isNoRoom(error)) {
        log.warn({ err: error, videoId: video.id }, 'a video waits for room on the disk')
        await store.waitsFor(video.firmId, video.id, 'videoWaitsForSpace')
        // Others, which may be smaller, come first.
        until = new Date(clock.ms() + standBackMs)
        return
      }
      if (!(error instanceof MediaProblem)) throw error
      log.warn({ err: error, details: error.details, videoId: video.id }, 'a video could not be packaged')
      await store.failed(video.firmId, video.id, errorTextOf[error.kind])
    } finally {
      clearInterval(claim)
      unwatch()
      await turns.keep(video.id, until)
    }
  }

  const enqueueWaiting = async (): Promise<void> => {
    for (const { id, firmId } of await turns.waiting(clock.now(), 100))
      await jobs.enqueue(packageJobName, { firmId, videoId: id }, { key: id })
  }

  // A job stands for its video's place in the queue, not for the video itself: whose turn it is, is asked when a slot is
  // free. What finds nobody's turn is over; a finished film calls those that wait.
  jobs.define(
    packageJobName,
    {
      schema: z.object({ firmId: z.string(), videoId: z.string() }),
      concurrency: slots,
      retryLimit: 50,
      expireSeconds,
    },
    async (_data, { signal }) => {
      const video = await turns.take(clock.now(), claimedUntil(), perFirm)
      if (video === undefined) return
      await packageClaimed(video, signal)
      await enqueueWaiting()
    },
  )

  // A process killed again and again uses a job's tries up; the video waits for nothing else, so it is asked for anew.
  jobs.every('package-video/waiting', 30, enqueueWaiting)

  const sweep = async (): Promise<void> => {
    const swept = await folders.sweep()
    if (swept > 0) log.info({ swept }, 'folders of killed packaging were removed')
  }
  sweep().catch((error: unknown) => log.warn({ err: error }, 'folders of killed packaging were not removed'))
  jobs.every('package-video/folders', 3600, sweep)
}
