import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'

interface LiveMoveTables {
  liveMove: { liveId: string; firmId: string; sequence: number; movedAt: Date | null }
}

/** How the times of a live changed since people could enter it in their calendars. */
export interface LiveMoves {
  /** SEQUENCE of its calendar entries: a higher one replaces what a calendar has. */
  readonly sequence: number
  /** When it was last given another begin; null: never. */
  readonly movedAt: Date | null
}

const unmoved: LiveMoves = { sequence: 0, movedAt: null }

/** Only lives whose times were changed after they were published have a row. */
export const createLiveMoveStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LiveMoveTables>()
  return {
    /** `movedAt`: it begins at another time; null: only its end is another, or it was cancelled. */
    raise: async (firmId: string, liveId: string, movedAt: Date | null, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('liveMove')
        .values({ firmId, liveId, sequence: 1, movedAt })
        .onConflict((conflict) =>
          conflict.column('liveId').doUpdateSet({
            sequence: sql<number>`"liveMove".sequence + 1`,
            movedAt: sql<Date | null>`coalesce(excluded."movedAt", "liveMove"."movedAt")`,
          }),
        )
        .execute()
    },
    of: async (firmId: string, liveIds: readonly string[]): Promise<(liveId: string) => LiveMoves> => {
      const rows =
        liveIds.length === 0
          ? []
          : await on()
              .selectFrom('liveMove')
              .select(['liveId', 'sequence', 'movedAt'])
              .where('firmId', '=', firmId)
              .where('liveId', 'in', liveIds)
              .execute()
      const byId = new Map(rows.map(({ liveId, ...moves }) => [liveId, moves]))
      return (liveId) => byId.get(liveId) ?? unmoved
    },
  }
}
export type LiveMoveStore = ReturnType<typeof createLiveMoveStore>
