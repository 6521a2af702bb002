import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { sayReason, withValues } from '@kaimai/contract/common/reason.ts'
import { videoReasons } from '@kaimai/contract/video/video.reasons.ts'
import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { previewFile, thumbnailFile, uploadFolder, videoFolder, type VideoUrls } from './video-files.ts'
import type { VideoStore } from './video.store.ts'
import type { SegmentFacts, VideoRow } from './video.tables.ts'

export interface VideoDependencies {
  readonly db: Database
  readonly store: VideoStore
  readonly urls: VideoUrls
  readonly files: FileStore
  readonly jobs: Jobs
  readonly clock: Clock
  /** Names of lives still to come that use a video. */
  readonly livesUsing: (firmId: string, videoId: string) => Promise<string[]>
}

/** A video as lists of other features show it. */
export interface VideoSummary {
  readonly id: string
  readonly name: string
  readonly state: 'uploading' | 'processing' | 'ready' | 'failed'
  readonly durationMs: number | null
  readonly thumbnailUrl: string
  readonly previewUrl: string
  /** Deleted: lives that are over still name it. */
  readonly removed: boolean
}

const isReasonName = (name: string): name is keyof typeof videoReasons => name in videoReasons

/** What the playlist engine needs of a packaged video. */
export interface VideoMedia {
  readonly videoKey: string
  readonly segments: readonly SegmentFacts[]
}

export const createVideoService = (given: VideoDependencies) => {
  const { db, store, urls, files, jobs, clock } = given
  const media = new Map<string, VideoMedia>()

  const thumbnailOf = (row: VideoRow): string => (row.state === 'uploading' ? '' : urls.urlOf(row.id, thumbnailFile))
  const previewOf = (row: VideoRow): string => (row.state === 'ready' ? urls.urlOf(row.id, previewFile) : '')

  const present = (row: VideoRow, language: Language): z.input<typeof Video> => ({
    id: row.id,
    name: row.name,
    state: row.state,
    problem: isReasonName(row.problem) ? sayReason(videoReasons[row.problem], language) : '',
    progress: row.progress,
    durationMs: row.durationMs,
    size: row.size,
    width: row.width,
    height: row.height,
    thumbnailUrl: thumbnailOf(row),
    previewUrl: previewOf(row),
    createdAt: row.createdAt.toISOString(),
  })

  jobs.define(
    'remove-video-files',
    { schema: z.object({ firmId: z.string(), id: z.string(), uploadId: z.string() }) },
    async ({ firmId, id, uploadId }) => {
      await files.removeAll(videoFolder(id))
      await files.removeAll(uploadFolder(firmId, uploadId))
    },
  )

  return {
    list: async (firmId: string, query: ListQuery, language: Language): Promise<Page<z.input<typeof Video>>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, { q: query.q, limit: query.limit, offset })
      return pageAt(
        rows.map((row) => present(row, language)),
        total,
        offset,
      )
    },
    show: async (firmId: string, id: string, language: Language) => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return present(row, language)
    },
    rename: async (firmId: string, id: string, name: string, language: Language) => {
      const row = await store.rename(firmId, id, name)
      if (!row) throw fail('noData')
      return present(row, language)
    },
    remove: async (firmId: string, id: string): Promise<void> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      const lives = await given.livesUsing(firmId, id)
      if (lives.length > 0)
        throw fail('conflict', { reason: withValues(videoReasons.videoInUse, { lives: lives.join('、') }) })
      await db.transaction(async (tx) => {
        await store.remove(firmId, id, clock.now(), tx)
        await jobs.enqueue('remove-video-files', { firmId, id, uploadId: row.uploadId }, { on: tx })
      })
    },
    /** For lists of other features; ids that are not the firm's are left out. */
    summaries: async (firmId: string, ids: readonly string[]): Promise<VideoSummary[]> =>
      (await store.findMany(firmId, [...new Set(ids)])).map((row) => ({
        id: row.id,
        name: row.name,
        state: row.state,
        durationMs: row.durationMs,
        thumbnailUrl: thumbnailOf(row),
        previewUrl: previewOf(row),
        removed: row.removedAt !== null,
      })),
    /** Of a packaged video, which never changes again; undefined until it is ready. */
    media: async (firmId: string, id: string): Promise<VideoMedia | undefined> => {
      const held = media.get(id)
      if (held) return held
      const [row] = await store.findMany(firmId, [id])
      if (row?.state !== 'ready') return undefined
      const made = { videoKey: videoFolder(id), segments: row.segments }
      media.set(id, made)
      if (media.size > 200) for (const old of [...media.keys()].slice(0, 50)) media.delete(old)
      return made
    },
  }
}
export type VideoService = ReturnType<typeof createVideoService>
