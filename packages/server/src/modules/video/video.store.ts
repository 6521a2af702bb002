import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { SegmentFacts, VideoRow, VideoTables } from './video.tables.ts'

export interface Packaged {
  readonly durationMs: number
  readonly width: number
  readonly height: number
  readonly hasAudio: boolean
  readonly codecs: string
  readonly segments: readonly SegmentFacts[]
}

export const createVideoStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<VideoTables>()
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
    list: async (firmId: string, wanted: { q?: string | undefined; limit: number; offset: number }) => {
      let query = on(db).selectFrom('video').where('firmId', '=', firmId).where('removedAt', 'is', null)
      if (wanted.q) query = query.where(containing('name', wanted.q))
      const rows = await query
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(wanted.limit)
        .offset(wanted.offset)
        .execute()
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },
    /** Bytes the firm's uploads take or have reserved. */
    reserved: async (firmId: string): Promise<number> => {
      const { bytes } = await on(db)
        .selectFrom('video')
        .select((eb) => eb.fn.coalesce(eb.cast<number>(eb.fn.sum<number>('size'), 'bigint'), eb.lit(0)).as('bytes'))
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(bytes)
    },
    /** False: another chunk of the same upload was first. */
    insert: async (
      firmId: string,
      row: Pick<VideoRow, 'id' | 'uploadId' | 'name' | 'size' | 'createdAt'>,
    ): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await on(db)
        .insertInto('video')
        .values({
          ...row,
          firmId,
          state: 'uploading',
          problem: '',
          progress: 0,
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
    ready: async (firmId: string, id: string, packaged: Packaged, executor: Executor = db): Promise<void> => {
      await on(executor)
        .updateTable('video')
        .set({ ...packaged, segments: json([...packaged.segments]), state: 'ready', progress: 100 })
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
    rename: async (firmId: string, id: string, name: string): Promise<VideoRow | undefined> =>
      on(db)
        .updateTable('video')
        .set({ name })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    remove: async (firmId: string, id: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('video')
        .set({ removedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** Videos that wait for their packaging or are in it; all firms. */
    processing: (limit: number): Promise<Pick<VideoRow, 'id' | 'firmId'>[]> =>
      on(db)
        .selectFrom('video')
        .select(['id', 'firmId'])
        .where('state', '=', 'processing')
        .where('removedAt', 'is', null)
        .orderBy('createdAt')
        .limit(limit)
        .execute(),
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

    insertImage: async (row: VideoTables['image']): Promise<void> => {
      await on(db).insertInto('image').values(row).execute()
    },
    keepImage: (firmId: string, id: string): Promise<VideoTables['image'] | undefined> =>
      on(db)
        .updateTable('image')
        .set({ kept: true })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    unkeptBefore: (before: Date, limit: number): Promise<VideoTables['image'][]> =>
      on(db)
        .selectFrom('image')
        .selectAll()
        .where('kept', '=', false)
        .where('createdAt', '<', before)
        .limit(limit)
        .execute(),
    forgetImage: async (firmId: string, id: string): Promise<void> => {
      await on(db).deleteFrom('image').where('firmId', '=', firmId).where('id', '=', id).execute()
    },
  }
}
export type VideoStore = ReturnType<typeof createVideoStore>
