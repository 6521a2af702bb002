import { type RawBuilder, sql } from 'kysely'

/** Stands in a key for no live and no product. */
export const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** The day in Taipei of an instant, in SQL. */
export const dayOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${instant} at time zone 'UTC') + interval '8 hours')::date`

/** A text as the id of a row: one that looks like none is of no row. */
export const idIn = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`

/** Tables with a person's name in a column `person`. */
export const peopleTables = ['figurePerson', 'figureStay', 'figureAlias'] as const
