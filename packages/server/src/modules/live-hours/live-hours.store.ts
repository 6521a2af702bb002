import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type LedgerKind, liveHoursTables } from './live-hours.tables.ts'

/** What a replay's charges are named by in the ledger, beside those of the live. */
export const replayPeriodPrefix = 'replay-'

/** A line of the log: all that a live was charged within the span, or one other entry. */
export interface HoursLine {
  readonly id: string
  readonly liveId: string | null
  readonly kind: LedgerKind
  /** What an entry that is no charge is for. */
  readonly period: string
  readonly seconds: number
  readonly at: Date
  /** Of all lines up to this one, seconds. */
  readonly balance: number
  /** Lines of the span. */
  readonly total: number
}

/** Rooms of which something may still be to charge, and the ledger of viewing time. */
export const createLiveHoursStore = (db: Database) => {
  const tables = (on: Executor = db) => liveHoursTables(on)
  return {
    /** Rooms of all firms: for the worker. */
    findUnsettled: (after: string | undefined, limit: number): Promise<{ liveId: string; firmId: string }[]> =>
      tables()
        .selectFrom('room')
        .select(['liveId', 'firmId'])
        .where('settled', '=', false)
        .$if(after !== undefined, (query) => query.where('liveId', '>', after ?? ''))
        .orderBy('liveId')
        .limit(limit)
        .execute(),

    markSettled: async (firmId: string, liveId: string): Promise<void> => {
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

    /** Brings what a live has been charged, without its replay, to `seconds` in all; a period that was charged already changes nothing. */
    charge: (firmId: string, liveId: string, period: string, seconds: number, now: Date): Promise<void> =>
      db.transaction(async (tx) => {
        // Two workers take turns.
        await sql`select "liveId" from room where "liveId" = ${liveId} and "firmId" = ${firmId} for update`.execute(
          tables(tx),
        )
        const { charged } = await tables(tx)
          .selectFrom('liveHoursLedger')
          .select(sql<number>`coalesce(-sum(seconds), 0)`.as('charged'))
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          // What its replay was charged is counted apart.
          .where('period', 'not like', `${replayPeriodPrefix}%`)
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

    /** The lines of a span, newest first, with the balance after each. */
    lines: async (firmId: string, from: Date, to: Date, limit: number, offset: number): Promise<HoursLine[]> => {
      const { rows } = await sql<HoursLine>`
        with line as (
          select "liveId" as id, "liveId", 'charge' as kind, '' as period, sum(seconds)::bigint as seconds,
            max("createdAt") as at
          from "liveHoursLedger"
          where "firmId" = ${firmId} and "createdAt" >= ${from} and "createdAt" < ${to} and kind = 'charge'
          group by "liveId" having sum(seconds) <> 0
          union all
          select id, null, kind, period, seconds, "createdAt" from "liveHoursLedger"
          where "firmId" = ${firmId} and "createdAt" >= ${from} and "createdAt" < ${to} and kind <> 'charge'
        )
        select line.*, count(*) over () as total, (sum(seconds) over (order by at, id) + (
            select coalesce(sum(seconds), 0) from "liveHoursLedger" where "firmId" = ${firmId} and "createdAt" < ${from}
          ))::bigint as balance
        from line order by at desc, id desc limit ${limit} offset ${offset}`.execute(tables())
      return rows
    },

    /** Seconds that lives were charged within a span. */
    charged: async (firmId: string, from: Date, to: Date): Promise<number> =>
      (
        await tables()
          .selectFrom('liveHoursLedger')
          .select(sql<number>`coalesce(-sum(seconds), 0)`.as('seconds'))
          .where('firmId', '=', firmId)
          .where('kind', '=', 'charge')
          .where('createdAt', '>=', from)
          .where('createdAt', '<', to)
          .executeTakeFirstOrThrow()
      ).seconds,

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
export type LedgerStore = ReturnType<typeof createLiveHoursStore>
