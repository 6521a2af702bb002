import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { common, formatErrorText, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import type { VideoState } from '@kaimai/contract/video/video.states.ts'
import { type Video, type VideoUses, type videoRoutes, videoSorts } from '@kaimai/contract/video/video.routes.ts'
import { uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { z } from 'zod'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import type { Platform } from '../../platform/platform.ts'
import { reencode } from '../../platform/ports/image.ts'
import { madeFolder } from './picture-files.ts'
import type { ListedVideo, VideoStore } from './video.store.ts'
import type { SegmentFacts } from './video.tables.ts'
import { previewFile, thumbnailFileOf, uploadFolder, type VideoUrls, videoFolder } from './video-files.ts'

/** A live that plays a video. */
export interface LiveUse {
  readonly id: string
  readonly name: string
  readonly status: LiveStatus
  readonly beginAt: Date
}

export interface VideoDeps {
  readonly platform: Pick<Platform, 'db' | 'files' | 'jobs' | 'clock' | 'audit'>
  readonly store: VideoStore
  readonly urls: VideoUrls
  readonly uses: VideoUsers
}

/** Who uses a video; app.ts hands it in. */
export interface VideoUsers {
  /** Names of drafts and of lives that are not over. */
  readonly livesNeeding: (firmId: string, videoId: string, on: Executor) => Promise<readonly string[]>
  readonly lives: (firmId: string, videoId: string) => Promise<readonly LiveUse[]>
  readonly signups: (firmId: string, liveIds: readonly string[]) => Promise<VideoUses['signups']>
  readonly commentMods: (firmId: string, videoId: string) => Promise<VideoUses['commentMods']>
}

/** A video as lists of other features show it. */
export interface VideoSummary {
  readonly id: string
  readonly name: string
  readonly state: 'uploading' | 'processing' | 'ready' | 'failed'
  readonly durationMs: number | null
  /** Its picture is higher than wide. */
  readonly tall: boolean
  readonly thumbnailUrl: string
  readonly previewUrl: string
  /** Deleted: lives that are over still name it. */
  readonly removed: boolean
}

const isErrorTextName = (name: string): name is keyof typeof videoErrors => name in videoErrors

const problemOf = ({ problem, durationMs }: ListedVideo, language: Language): string =>
  isErrorTextName(problem)
    ? formatErrorText(
        withValues(videoErrors[problem], { length: showDuration(Math.round((durationMs ?? 0) / 1000)) }),
        language,
      )
    : ''

/** Why a film failed that comes out the same however often it is packaged: only another file helps. */
const lasting: ReadonlySet<string> = new Set<keyof typeof videoErrors>([
  'videoIncomplete',
  'videoNoPicture',
  'videoProtected',
  'videoTooShort',
])

/** What the playlist engine needs of a packaged video. */
export interface VideoMedia {
  readonly videoKey: string
  readonly segments: readonly SegmentFacts[]
}

type Query = z.output<typeof videoRoutes.list.query>

const orderOf = (param: string | undefined) => {
  const asked = sortOf(param, videoSorts) ?? newestFirst
  return { ...asked, sort: asked.sort === 'name' ? 'searchName' : asked.sort } as const
}

const thumbnailRequest = { maxWidth: 1280, maxHeight: 1280, format: 'jpeg' } as const

export const createVideoService = ({ platform, store, urls, uses }: VideoDeps) => {
  const { db, files, jobs, clock, audit } = platform
  const media = new Map<string, VideoMedia>()

  const thumbnailOf = (row: ListedVideo): string =>
    row.state === 'uploading' || row.thumbnailNo < 0 ? '' : urls.urlOf(row.id, thumbnailFileOf(row.thumbnailNo))
  const previewOf = (row: ListedVideo): string => (row.state === 'ready' ? urls.urlOf(row.id, previewFile) : '')

  const present = (row: ListedVideo, heldBytes: number, language: Language): z.input<typeof Video> => ({
    id: row.id,
    uploadId: row.uploadId,
    name: row.name,
    state: row.state,
    problem: problemOf(row, language),
    progress: row.progress,
    heldBytes: row.state === 'uploading' ? heldBytes : 0,
    sweptAt:
      row.state === 'uploading' ? new Date(row.createdAt.getTime() + uploadLimits.sweepAfterMs).toISOString() : null,
    mayRetry: row.state === 'failed' && heldBytes === row.size && !lasting.has(row.problem),
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

  /** What is held of uploads matters while they are not finished, and for another try once they have failed. */
  const presentAll = async (rows: readonly ListedVideo[], language: Language): Promise<z.input<typeof Video>[]> => {
    const open = rows.filter(({ state }) => state === 'uploading' || state === 'failed')
    const held = await store.heldBytes(open.map(({ id }) => id))
    return rows.map((row) => present(row, held.get(row.id) ?? 0, language))
  }

  const shown = async (firmId: string, id: string, language: Language, missing: 'noData' | 'notFound') => {
    const row = await store.find(firmId, id)
    const [video] = row ? await presentAll([row], language) : []
    if (!video) throw fail(missing)
    return video
  }

  const countsOf = async (firmId: string, q: string | undefined): Promise<Record<VideoState, number>> => {
    const states = { uploading: 0, processing: 0, ready: 0, failed: 0 }
    for (const { state, count } of await store.counts(firmId, q)) states[state] = count
    return states
  }
  const sumOf = (states: Record<VideoState, number>): number =>
    Object.values(states).reduce((sum, count) => sum + count, 0)

  return {
    list: async (firmId: string, query: Query, language: Language): Promise<Page<z.input<typeof Video>>> => {
      const offset = offsetOf(query.cursor)
      const q = query.q === '' ? undefined : query.q
      const { state, limit } = query
      const sort = orderOf(query.sort)
      const [rows, states] = await Promise.all([
        store.list(firmId, { q, state, ...sort, limit, offset }),
        countsOf(firmId, q),
      ])
      return pageAt(await presentAll(rows, language), state === undefined ? sumOf(states) : states[state], offset)
    },
    counts: async (firmId: string, q: string | undefined) => {
      const [states, usedBytes] = await Promise.all([
        countsOf(firmId, q === '' ? undefined : q),
        store.reserved(firmId),
      ])
      return { all: sumOf(states), states, usedBytes, firmBytes: uploadLimits.firmBytes }
    },
    show: (firmId: string, id: string, language: Language) => shown(firmId, id, language, 'notFound'),
    rename: async (firmId: string, id: string, name: string, language: Language, by?: Actor) => {
      await db.transaction(async (tx) => {
        const before = await store.lock(firmId, id, tx)
        if (!before || !(await store.rename(firmId, id, name, tx))) throw fail('noData')
        if (by && before.name !== name)
          await audit.record(tx, by, 'video.rename', { id, name }, { name: { before: before.name, after: name } })
      })
      return shown(firmId, id, language, 'noData')
    },
    /** The new picture has a new address; the old file goes. */
    changeThumbnail: async (
      firmId: string,
      id: string,
      file: Uint8Array | undefined,
      language: Language,
      by?: Actor,
    ) => {
      if (!file || file.length === 0) throw fail('invalid', { fields: { picture: common.required } })
      const row = await store.find(firmId, id)
      if (!row) throw fail('noData')
      const picture = await reencode(file, thumbnailRequest)
      const no = row.thumbnailNo + 1
      await files.put(`${videoFolder(id)}/${thumbnailFileOf(no)}`, picture.bytes, { contentType: picture.type })
      await db.transaction(async (tx) => {
        await store.setThumbnail(firmId, id, no, tx)
        if (by) await audit.record(tx, by, 'video.changeThumbnail', { id, name: row.name })
      })
      const former = `${videoFolder(id)}/${thumbnailFileOf(row.thumbnailNo)}`
      await files.remove(former)
      await files.removeAll(madeFolder(former))
      return shown(firmId, id, language, 'noData')
    },
    uses: async (firmId: string, id: string): Promise<z.input<typeof VideoUses>> => {
      if (!(await store.find(firmId, id))) throw fail('notFound')
      const [lives, commentMods] = await Promise.all([uses.lives(firmId, id), uses.commentMods(firmId, id)])
      const signups = await uses.signups(
        firmId,
        lives.map((live) => live.id),
      )
      return { lives: lives.map((live) => ({ ...live, beginAt: live.beginAt.toISOString() })), signups, commentMods }
    },
    /** Refused while a live needs it; a live that is being made of it at the same moment waits, or makes this wait. */
    remove: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const lives = await uses.livesNeeding(firmId, id, tx)
        if (lives.length > 0)
          throw fail('conflict', { reason: withValues(videoErrors.videoInUse, { lives: lives.join('、') }) })
        await store.remove(firmId, id, clock.now(), tx)
        await jobs.enqueue('remove-video-files', { firmId, id, uploadId: row.uploadId }, { on: tx })
        if (by) await audit.record(tx, by, 'video.remove', { id, name: row.name })
      })
    },
    /** Within the transaction that makes something of a video: it stays until that ends. False: it was deleted. */
    hold: (tx: Tx, firmId: string, id: string): Promise<boolean> => store.hold(firmId, id, tx),
    /** For lists of other features; ids that are not the firm's are left out. */
    summaries: async (firmId: string, ids: readonly string[]): Promise<VideoSummary[]> =>
      (await store.findMany(firmId, [...new Set(ids)])).map((row) => ({
        id: row.id,
        name: row.name,
        state: row.state,
        durationMs: row.durationMs,
        tall: (row.height ?? 0) > (row.width ?? 0),
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
