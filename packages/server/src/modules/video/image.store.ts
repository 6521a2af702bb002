import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { VideoTables } from './video.tables.ts'

/** Pictures of editors. */
export const createImageStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<VideoTables>()
  return {
    insertImage: async (row: VideoTables['image'], executor: Executor): Promise<void> => {
      await on(executor).insertInto('image').values(row).execute()
    },
    /** One at a time may look how many pictures the firm has and add to them. */
    lockImages: async (firmId: string, executor: Executor): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`image-space ${firmId}`}, 0))`.execute(on(executor))
    },
    imageSpace: async (firmId: string, executor: Executor): Promise<{ files: number; bytes: number }> => {
      const { files, bytes } = await on(executor)
        .selectFrom('image')
        .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('bytes').as('bytes')])
        .where('firmId', '=', firmId)
        .executeTakeFirstOrThrow()
      return { files, bytes: Number(bytes ?? 0) }
    },
    /** Pictures from before sizes were kept; all firms. */
    unmeasured: (limit: number): Promise<VideoTables['image'][]> =>
      on(db).selectFrom('image').selectAll().where('bytes', '=', 0).limit(limit).execute(),
    measured: async (firmId: string, id: string, bytes: number): Promise<void> => {
      await on(db).updateTable('image').set({ bytes }).where('firmId', '=', firmId).where('id', '=', id).execute()
    },
    keepImage: (firmId: string, id: string, executor: Executor): Promise<VideoTables['image'] | undefined> =>
      on(executor)
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
        .where('kept', '=', sql.lit(false))
        .where('createdAt', '<', before)
        .limit(limit)
        .execute(),
    forgetImage: async (firmId: string, id: string): Promise<void> => {
      await on(db).deleteFrom('image').where('firmId', '=', firmId).where('id', '=', id).execute()
    },
  }
}
export type ImageStore = ReturnType<typeof createImageStore>
