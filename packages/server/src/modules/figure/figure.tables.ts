import { type RawBuilder, sql } from 'kysely'

/** Stands in a key for no live and no product. */
export const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** The day in Taipei of an instant, in SQL. */
export const dayOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${instant} at time zone 'UTC') + interval '8 hours')::date`

/** A text as the id of a row: one that looks like none is of no row. */
export const idIn = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`

/**
 * That a fact is in the sums: they take facts in their order, so that nothing before the first that waits is missing. Facts
 * that overtook one which was written long by then come into the lists together with it.
 */
export const isCounted = (seq: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${seq} < coalesce((select min(waiting.seq) from "factToCount" waiting), 9223372036854775807)`
