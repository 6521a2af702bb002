import type { VideoState } from '@kaimai/contract/video/video.states.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import type { SegmentFacts, VideoRow, VideoTables } from './video.tables.ts'

/** What lists show: without the segments, which are many. */
export type ListedVideo = Omit<
  VideoRow,
  'segments' | 'codecs' | 'hasAudio' | 'searchName' | 'fingerprint' | 'packagingUntil'
>

const listed = [
  'id',
  'firmId',
  'uploadId',
  'name',
  'size',
  'state',
  'problem',
  'progress',
  'durationMs',
  'width',
  'height',
  'thumbnailNo',
  'createdAt',
  'removedAt',
] as const

export interface VideoFilter {
  readonly q: string | undefined
  readonly state: VideoState | undefined
  readonly sort: 'createdAt' | 'searchName' | 'durationMs' | 'size'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export interface Packaged {
  readonly durationMs: number
  readonly width: number
  readonly height: number
  readonly hasAudio: boolean
  readonly codecs: string
  /** What to know of it; empty when there is nothing. */
  readonly problem: string
  readonly segments: readonly SegmentFacts[]
  /** There is a picture of it now, where none came with the upload. */
  readonly hasThumbnail: boolean
}

export const createVideoStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<VideoTables>()
  const present = (firmId: string, executor: Executor = db) =>
    on(executor).selectFrom('video').where('firmId', '=', firmId).where('removedAt', 'is', null)
  // strpos, not LIKE: a % or _ in the search is a letter like any other.
  const named = (q: string) => containingFolded('searchName', q)
  return {
    find: (firmId: string, id: string, executor: Executor = db): Promise<VideoRow | undefined> =>
      on(executor)
        .selectFrom('video')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    findMany: (firmId: string, ids: readonly string[]): Promise<VideoRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(db).selectFrom('video').selectAll().where('firmId', '=', firmId).where('id', 'in', ids).execute(),
    findUpload: (firmId: string, uploadId: string): Promise<VideoRow | undefined> =>
      on(db)
        .selectFrom('video')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('uploadId', '=', uploadId)
        .executeTakeFirst(),
    /** Two steps: what is found stands in an index alone, and only one page of the wide rows is read. */
    list: async (
      firmId: string,
      { q, state, sort, descending, limit, offset }: VideoFilter,
    ): Promise<ListedVideo[]> => {
      const found = await present(firmId)
        .$if(q !== undefined, (query) => query.where(named(q ?? '')))
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'ready'))
        .select('id')
        .orderBy(sort, (order) => (descending ? order.desc() : order.asc()).nullsLast())
        .orderBy('id', descending ? 'desc' : 'asc')
        .limit(limit)
        .offset(offset)
        .execute()
      if (found.length === 0) return []
      const ids = found.map(({ id }) => id)
      const rows = await present(firmId).select(listed).where('id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    /** How many of the firm's videos are in which state; states without any are left out. */
    counts: (firmId: string, q: string | undefined): Promise<{ state: VideoState; count: number }[]> =>
      present(firmId)
        .$if(q !== undefined, (query) => query.where(named(q ?? '')))
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute(),
    /** Of unfinished uploads: bytes that are here. */
    heldBytes: async (ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      if (ids.length === 0) return new Map()
      const rows = await on(db)
        .selectFrom('videoChunk')
        .select((eb) => ['videoId', eb.fn.sum<number>('bytes').as('bytes')])
        .where('videoId', 'in', ids)
        .groupBy('videoId')
        .execute()
      return new Map(rows.map(({ videoId, bytes }) => [videoId, Number(bytes)]))
    },
    /** Videos made of a file of that size and fingerprint, the newest first. */
    known: (firmId: string, size: number, fingerprint: string): Promise<ListedVideo[]> =>
      present(firmId)
        .select(listed)
        .where('size', '=', size)
        .where('fingerprint', '=', fingerprint)
        .where('fingerprint', '<>', sql.lit(''))
        .orderBy('createdAt', 'desc')
        .limit(20)
        .execute(),
    /** Keeps the video from being deleted until the transaction ends; false: it isn't there any more. */
    hold: async (firmId: string, id: string, executor: Executor): Promise<boolean> =>
      (await present(firmId, executor).select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined,
    /** Waits for those who hold it, and keeps others from holding it until the transaction ends. */
    lock: (firmId: string, id: string, executor: Executor): Promise<ListedVideo | undefined> =>
      present(firmId, executor).select(listed).where('id', '=', id).forUpdate().executeTakeFirst(),
    /** One at a time may look how much space the firm has left and take of it. */
    lockSpace: async (firmId: string, executor: Executor): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`video-space ${firmId}`}, 0))`.execute(on(executor))
    },
    setThumbnail: async (firmId: string, id: string, thumbnailNo: number, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('video')
        .set({ thumbnailNo })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .execute()
    },
    /** failed → processing; false when it isn't failed (any more). */
    again: async (firmId: string, id: string, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('video')
        .set({ state: 'processing', problem: '', progress: 0 })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    /** Bytes the firm's uploads take or have reserved. */
    reserved: async (firmId: string, executor: Executor = db): Promise<number> => {
      const { bytes } = await present(firmId, executor)
        .select((eb) => eb.fn.coalesce(eb.cast<number>(eb.fn.sum<number>('size'), 'bigint'), eb.lit(0)).as('bytes'))
        .executeTakeFirstOrThrow()
      return Number(bytes)
    },
    /** False: another chunk of the same upload was first. */
    insert: async (
      firmId: string,
      row: Pick<VideoRow, 'id' | 'uploadId' | 'name' | 'size' | 'fingerprint' | 'createdAt'>,
      executor: Executor = db,
    ): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await on(executor)
        .insertInto('video')
        .values({
          ...row,
          searchName: folded(row.name),
          thumbnailNo: -1,
          firmId,
          state: 'uploading',
          problem: '',
          progress: 0,
          packagingUntil: null,
          durationMs: null,
          width: null,
          height: null,
          hasAudio: null,
          codecs: '',
          segments: json([]),
          removedAt: null,
        })
        .onConflict((conflict) => conflict.columns(['firmId', 'uploadId']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    addChunk: async (videoId: string, chunk: number, bytes: number): Promise<void> => {
      await on(db)
        .insertInto('videoChunk')
        .values({ videoId, chunk, bytes })
        .onConflict((conflict) => conflict.columns(['videoId', 'chunk']).doNothing())
        .execute()
    },
    chunks: (videoId: string): Promise<{ chunk: number; bytes: number }[]> =>
      on(db)
        .selectFrom('videoChunk')
        .select(['chunk', 'bytes'])
        .where('videoId', '=', videoId)
        .orderBy('chunk')
        .execute(),
    /** uploading → processing; false when another call did it already. */
    finish: async (firmId: string, id: string, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('video')
        .set({ state: 'processing' })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'uploading')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    progress: async (firmId: string, id: string, progress: number): Promise<void> => {
      await on(db)
        .updateTable('video')
        .set({ progress })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .execute()
    },
    /** What its packaging waits for; empty: nothing, it is at work. */
    waitsFor: async (firmId: string, id: string, problem: string): Promise<void> => {
      await on(db)
        .updateTable('video')
        .set({ problem, progress: 0 })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .where('problem', '!=', problem)
        .execute()
    },
    ready: async (firmId: string, id: string, packaged: Packaged, executor: Executor = db): Promise<void> => {
      const { hasThumbnail, ...facts } = packaged
      await on(executor)
        .updateTable('video')
        .set({ ...facts, segments: json([...facts.segments]), state: 'ready', progress: 100 })
        .$if(hasThumbnail, (query) => query.set({ thumbnailNo: sql<number>`greatest("thumbnailNo", 0)` }))
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .execute()
      await on(executor).deleteFrom('videoChunk').where('videoId', '=', id).execute()
    },
    failed: async (firmId: string, id: string, problem: string): Promise<void> => {
      await on(db)
        .updateTable('video')
        .set({ state: 'failed', problem })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .execute()
    },
    rename: async (firmId: string, id: string, name: string, executor: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('video')
        .set({ name, searchName: folded(name) })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    remove: async (firmId: string, id: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('video')
        .set({ removedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** Uploads that nobody finished, for the sweep; all firms. */
    unfinishedBefore: (before: Date, limit: number): Promise<Pick<VideoRow, 'id' | 'firmId' | 'uploadId'>[]> =>
      on(db)
        .selectFrom('video')
        .select(['id', 'firmId', 'uploadId'])
        .where('state', '=', 'uploading')
        .where('createdAt', '<', before)
        .limit(limit)
        .execute(),
    forget: async (firmId: string, id: string): Promise<void> => {
      await on(db)
        .deleteFrom('video')
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'uploading')
        .execute()
    },
  }
}
export type VideoStore = ReturnType<typeof createVideoStore>
