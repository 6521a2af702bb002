import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { VideoRow, VideoTables } from './video.tables.ts'

/** Whose turn it is to be packaged, over all firms and processes. */
export const createPackagingStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<VideoTables>()
  return {
    /** Videos of all firms that wait for their packaging, the oldest first. */
    waiting: (now: Date, limit: number): Promise<Pick<VideoRow, 'id' | 'firmId'>[]> =>
      on(db)
        .selectFrom('video')
        .select(['id', 'firmId'])
        .where('state', '=', sql.lit('processing'))
        .where('removedAt', 'is', null)
        .where((eb) => eb.or([eb('packagingUntil', 'is', null), eb('packagingUntil', '<=', now)]))
        .orderBy('createdAt')
        .limit(limit)
        .execute(),
    /**
     * Takes the video whose turn it is, until `until`: the oldest of the firm that has the fewest in packaging, of none
     * that has `perFirm` in it already.
     */
    take: (now: Date, until: Date, perFirm: number): Promise<VideoRow | undefined> =>
      db.transaction(async (tx) => {
        // One at a time may look whose turn it is.
        await sql`select pg_advisory_xact_lock(hashtextextended('video-packaging', 0))`.execute(on(tx))
        const underWay = on(tx)
          .selectFrom('video')
          .select((eb) => ['firmId', eb.fn.countAll<number>().as('count')])
          .where('state', '=', sql.lit('processing'))
          .where('removedAt', 'is', null)
          .where('packagingUntil', '>', now)
          // One that waits for something is not at work.
          .where('problem', '=', '')
          .groupBy('firmId')
          .as('underWay')
        const next = await on(tx)
          .selectFrom('video')
          .leftJoin(underWay, 'underWay.firmId', 'video.firmId')
          .select('video.id')
          .where('state', '=', sql.lit('processing'))
          .where('removedAt', 'is', null)
          .where((eb) => eb.or([eb('packagingUntil', 'is', null), eb('packagingUntil', '<=', now)]))
          .where((eb) => eb(eb.fn.coalesce('underWay.count', eb.lit(0)), '<', perFirm))
          .orderBy((eb) => eb.fn.coalesce('underWay.count', eb.lit(0)))
          .orderBy('createdAt')
          .limit(1)
          .executeTakeFirst()
        if (next === undefined) return undefined
        return on(tx)
          .updateTable('video')
          .set({ packagingUntil: until })
          .where('id', '=', next.id)
          .returningAll()
          .executeTakeFirst()
      }),
    /** Says that a video is still being packaged (`until`), or that it is not any more (null). */
    keep: async (id: string, until: Date | null): Promise<void> => {
      await on(db).updateTable('video').set({ packagingUntil: until }).where('id', '=', id).execute()
    },
  }
}
export type PackagingStore = ReturnType<typeof createPackagingStore>
