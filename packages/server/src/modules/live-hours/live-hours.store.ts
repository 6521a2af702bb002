import type { PastLive } from '@kaimai/contract/live-hours/hours-preview.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { factsOf, partOf } from '../fact/fact.events.ts'
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

/** A product that came on the stage of a live by its script, or went. */
export interface StageMoment {
  readonly kind: 'shown' | 'hidden'
  readonly itemId: string
  readonly productId: string
  readonly at: Date
}

const stageFacts = (
  kind: StageMoment['kind'],
  { firmId, liveId }: { firmId: string; liveId: string },
  moments: string,
) =>
  factsOf(
    kind,
    sql`jsonb_to_recordset(${moments}::jsonb) as moment (kind text, "itemId" text, "productId" uuid, at timestamptz)
      where kind = ${sql.lit(kind)}`,
    {
      firmId: sql`${firmId}::uuid`,
      sourceId: sql`concat_ws(' ', ${liveId}::uuid, "itemId")`,
      at: sql`at`,
      liveId: sql`${liveId}::uuid`,
      productId: sql`"productId"`,
    },
  )

/** Rooms of which something may still be to charge, and the ledger of viewing time. */
export const createLiveHoursStore = (db: Database) => {
  const tables = (on: Executor = db) => liveHoursTables(on)
  return {
    /** Rooms of all firms: for the worker. */
    findUnsettled: (after: string | undefined, limit: number): Promise<{ liveId: string; firmId: string }[]> =>
      tables()
        .selectFrom('room')
        .select(['liveId', 'firmId'])
        .where('settled', '=', sql.lit(false))
        .$if(after !== undefined, (query) => query.where('liveId', '>', after ?? ''))
        .orderBy('liveId')
        .limit(limit)
        .execute(),

    /** `moments`: what its script showed until its end, for the figures. */
    markSettled: async (firmId: string, liveId: string, moments: readonly StageMoment[] = []): Promise<void> => {
      const written = JSON.stringify(moments)
      await tables()
        .with('shown', () => partOf(stageFacts('shown', { firmId, liveId }, written)))
        .with('hidden', () => partOf(stageFacts('hidden', { firmId, liveId }, written)))
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

    /**
     * The lines of a span, newest first, with the balance after each. A page is read from the end of the span that is
     * nearer to it, so that PostgreSQL sorts no more lines than lie between.
     */
    lines: async (firmId: string, from: Date, to: Date, limit: number, offset: number): Promise<HoursLine[]> => {
      const ledger = sql`"liveHoursLedger" where "firmId" = ${firmId} and "createdAt" < ${to}`
      const span = sql`(
        select "liveId" as id, "liveId", 'charge' as kind, '' as period, sum(seconds)::bigint as seconds,
          max("createdAt") as at
        from ${ledger} and "createdAt" >= ${from} and kind = 'charge' group by "liveId" having sum(seconds) <> 0
        union all
        select id, null, kind, period, seconds, "createdAt" from ${ledger} and "createdAt" >= ${from} and kind <> 'charge'
      ) as line`
      const counted = await sql<{ total: number }>`select count(*)::int as total from ${span}`.execute(tables())
      const total = counted.rows[0]?.total ?? 0
      const older = Math.max(0, total - offset - limit)
      const isNearOldest = older < offset
      const order = isNearOldest ? sql`at, id` : sql`at desc, id desc`
      const nearest = isNearOldest ? total - offset : offset + limit
      if (nearest <= 0) return []
      // One statement reads the lines and what they add up to: a charge that is written meanwhile is in both or in neither.
      const balance = isNearOldest
        ? sql`(select coalesce(sum(seconds), 0) from ${ledger} and "createdAt" < ${from}) + running`
        : sql`(select coalesce(sum(seconds), 0) from ${ledger}) - running + seconds`
      const { rows } = await sql<HoursLine>`
        select id, "liveId", kind, period, seconds, at, (${balance})::bigint as balance, ${total}::int as total
        from (
          select nearest.*, sum(seconds) over (order by ${order}) as running, row_number() over (order by ${order}) as "lineNumber"
          from (select * from ${span} order by ${order} limit ${nearest}) as nearest
        ) as line
        where "lineNumber" > ${isNearOldest ? older : offset} order by at desc, id desc`.execute(tables())
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

    /** The last lives that are charged, newest first: what was watched, and how long they were. */
    past: async (firmId: string, limit: number): Promise<PastLive[]> => {
      const { rows } = await sql<PastLive>`
        with past as (
          select live.id, live."beginAt", live."endAt" from live join room on room."liveId" = live.id
          where live."firmId" = ${firmId} and room.settled and live."cancelledAt" is null and live."removedAt" is null
            and live."rehearsalOf" is null and live."platformType" <> 'youtube'
          order by live."endAt" desc limit ${limit}
        )
        select coalesce(-sum(entry.seconds), 0)::bigint as watched,
          round(extract(epoch from past."endAt" - past."beginAt"))::integer as seconds
        from past left join "liveHoursLedger" entry on entry."liveId" = past.id and entry."firmId" = ${firmId}
          and entry.kind = 'charge' and entry.period not like ${`${replayPeriodPrefix}%`}
        group by past.id, past."beginAt", past."endAt" order by past."endAt" desc`.execute(tables())
      return rows
    },

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
