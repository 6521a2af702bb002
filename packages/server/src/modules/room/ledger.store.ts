import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type LedgerKind, roomTables } from './room.tables.ts'

/** Rooms of which something may still be to charge, and the ledger of viewing time. */
export const createLedgerStore = (db: Database) => {
  const tables = (on: Executor = db) => roomTables(on)
  return {
    /** Rooms of all firms: for the worker. */
    unsettled: (after: string | undefined, limit: number): Promise<{ liveId: string; firmId: string }[]> =>
      tables()
        .selectFrom('room')
        .select(['liveId', 'firmId'])
        .where('settled', '=', false)
        .$if(after !== undefined, (query) => query.where('liveId', '>', after ?? ''))
        .orderBy('liveId')
        .limit(limit)
        .execute(),

    settle: async (firmId: string, liveId: string): Promise<void> => {
      await tables()
        .updateTable('room')
        .set({ settled: true })
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .execute()
    },

    hasCharge: async (firmId: string, liveId: string, period: string): Promise<boolean> =>
      (await tables()
        .selectFrom('liveHoursLedger')
        .select('id')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('period', '=', period)
        .executeTakeFirst()) !== undefined,

    /** Brings what a live has been charged to `seconds` in all; a period that was charged already changes nothing. */
    charge: (firmId: string, liveId: string, period: string, seconds: number, now: Date): Promise<void> =>
      db.transaction(async (tx) => {
        // Two workers take turns.
        await sql`select live_id from room where live_id = ${liveId} and firm_id = ${firmId} for update`.execute(
          tables(tx),
        )
        const { charged } = await tables(tx)
          .selectFrom('liveHoursLedger')
          .select(sql<number>`coalesce(-sum(seconds), 0)`.as('charged'))
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .executeTakeFirstOrThrow()
        await tables(tx)
          .insertInto('liveHoursLedger')
          .values({ id: newId(), firmId, liveId, period, seconds: charged - seconds, kind: 'charge', createdAt: now })
          .onConflict((conflict) => conflict.constraint('live_hours_charge').doNothing())
          .execute()
      }),

    /** True when the entry is new. */
    add: async (
      firmId: string,
      entry: { kind: Exclude<LedgerKind, 'charge'>; period: string; seconds: number; createdAt: Date },
      on: Executor = db,
    ): Promise<boolean> =>
      (await tables(on)
        .insertInto('liveHoursLedger')
        .values({ id: newId(), firmId, liveId: null, ...entry })
        .onConflict((conflict) =>
          conflict.columns(['firmId', 'kind', 'period']).where('liveId', 'is', null).doNothing(),
        )
        .returning('id')
        .executeTakeFirst()) !== undefined,

    balance: async (firmId: string, on: Executor = db): Promise<number> =>
      (
        await tables(on)
          .selectFrom('liveHoursLedger')
          .select(sql<number>`coalesce(sum(seconds), 0)`.as('seconds'))
          .where('firmId', '=', firmId)
          .executeTakeFirstOrThrow()
      ).seconds,
  }
}
export type LedgerStore = ReturnType<typeof createLedgerStore>
