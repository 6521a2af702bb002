import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'

interface PeekTables {
  livePeek: { liveId: string; firmId: string; peeks: number }
}

/** How often a live was watched from its form before a sign-up: no viewers, and of nobody in particular. */
export const createPeekCount = (db: Database) => {
  const on = (executor: Executor) => executor.as<PeekTables>()
  return {
    add: async (firmId: string, liveId: string): Promise<void> => {
      await on(db)
        .insertInto('livePeek')
        .values({ firmId, liveId, peeks: 1 })
        .onConflict((conflict) => conflict.column('liveId').doUpdateSet({ peeks: sql`"livePeek".peeks + 1` }))
        .execute()
    },
    count: async (firmId: string, liveId: string): Promise<number> => {
      const row = await on(db)
        .selectFrom('livePeek')
        .select('peeks')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .executeTakeFirst()
      return row?.peeks ?? 0
    },
  }
}
export type PeekCount = ReturnType<typeof createPeekCount>
