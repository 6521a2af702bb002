import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'

/** A part of a statement whose one row is how many numbers of the day the firm has given, with this one. */
type Counter = RawBuilder<{ taken: number }>

const counting = (firmId: string, day: string): Counter => sql`
  insert into "orderCounter" as c ("firmId", day, taken) values (${firmId}, ${day}, 1)
  on conflict ("firmId", day) do update set taken = c.taken + 1
  returning taken`

/**
 * The day's next number of a firm, for the statement that writes the order. Where the database can, it is taken here and
 * now: nobody waits for it until the order is committed, and an order that comes to nothing leaves it unused.
 */
export const counterOf = async (db: Database, firmId: string, day: string): Promise<Counter> => {
  const next = counting(firmId, day)
  if (!db.autonomous) return next
  // Not waited for on disk: the order's commit, which is later in the same log, takes it along. A crash before that forgets
  // a number that no order has.
  const apart = sql`${next}, set_config('synchronous_commit', 'off', true)`.compile(db.as())
  const { rows } = await db.autonomous(apart.sql, [...apart.parameters])
  return sql`select ${z.int().parse(rows[0]?.['taken'])}::int as taken`
}
