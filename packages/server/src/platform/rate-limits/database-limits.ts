import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Limits } from './limits.ts'
import { hashedKey, granuleOf, keepSkewMs, retryAfter, takenWithin } from './window.ts'

interface LimitTables {
  limitTaken: { key: string; slots: number[]; counts: number[]; expiresAt: Date }
}

/** A reset between the refused take and the reading of why: take once more. */
const maxTries = 3

/**
 * Limits in the database: one row a key, changed by one conditional upsert that locks only it. Apart from the unit of
 * work around them: what was tried counts even when it comes to nothing.
 */
export const databaseLimits = (database: Database, clock: Clock): Limits => ({
  take: (key, rule, amount = 1) =>
    database.apart(async () => {
      const id = hashedKey(key)
      // The condition below stands over what is there already: of a key without a row all would be given.
      if (amount > rule.limit) return { ok: false, retryAfterMs: rule.windowMs }
      const granule = granuleOf(rule)
      const db = database.as<LimitTables>()
      for (let tries = 0; tries < maxTries; tries += 1) {
        const now = clock.ms()
        const slot = now - (now % granule)
        const forget = now - rule.windowMs - granule - keepSkewMs
        const expiresAt = new Date(now + rule.windowMs + granule + keepSkewMs)
        // In the update, `l` is the newest row, locked: takers of one key queue up here.
        const taken = await sql<{ slots: number[]; counts: number[] }>`
        insert into "limitTaken" as l (key, slots, counts, "expiresAt")
        values (${id}, array[${slot}::bigint], array[${amount}::integer], ${expiresAt})
        on conflict (key) do update set
          (slots, counts) = (
            select array_agg(slot order by slot), array_agg(n order by slot) from (
              select slot, sum(n)::integer as n from (
                select slot, n from unnest(l.slots, l.counts) as old(slot, n) where slot > ${forget}::bigint
                union all select ${slot}::bigint, ${amount}::integer
              ) as each group by slot
            ) as merged
          ),
          "expiresAt" = greatest(l."expiresAt", excluded."expiresAt")
        where (
          select coalesce(sum(n), 0) from unnest(l.slots, l.counts) as old(slot, n)
          where slot > ${now - rule.windowMs - granule}::bigint
        ) + ${amount}::bigint <= ${rule.limit}::bigint
        returning slots, counts`.execute(db)
        const [row] = taken.rows
        if (row) return { ok: true, left: Math.max(0, rule.limit - takenWithin(row, rule, now)) }
        const full = await db
          .selectFrom('limitTaken')
          .select(['slots', 'counts'])
          .where('key', '=', id)
          .executeTakeFirst()
        if (full) return { ok: false, retryAfterMs: retryAfter(full, rule, now, amount) }
      }
      return { ok: false, retryAfterMs: 1000 }
    }),
  reset: (key) =>
    database.apart(async () => {
      await database.as<LimitTables>().deleteFrom('limitTaken').where('key', '=', hashedKey(key)).execute()
    }),
  sweep: async () => {
    const removed = await database
      .as<LimitTables>()
      .deleteFrom('limitTaken')
      .where('expiresAt', '<', clock.now())
      .executeTakeFirst()
    return Number(removed.numDeletedRows)
  },
})
