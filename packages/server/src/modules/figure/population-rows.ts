import { sql } from 'kysely'
import { packed } from './packed-numbers.ts'

/** One row; the database, which expects a thousand, then counts by hashes what it would else sort in twice the time. */
export const manyRows = sql`generate_series(1, (select 1)) as many`

/**
 * What persons did at the place and on the day of `wanted`. At a running live they are tens of thousands: they are not held,
 * as what is crossed with `manyRows` is. The empty rest has the database expect a thousand more.
 */
export const personRows = (firmId: string) => sql`
  select * from (
    select kind, "productId", association, source, person, key, at from "figurePerson" done
    where done."firmId" = ${firmId} and done."placeId" = wanted."placeId" and done.day = wanted.day offset 0
  ) as own
  union all select null, null, null, null, null, null, null from generate_series(1, (select 0))`

/** The spans of stays, those of one person lying apart, in columns. */
export const spans = sql`${packed(sql`person`)} as persons, ${packed(sql`lower(span)::integer`)} as "from",
  ${packed(sql`upper(span)::integer`)} as until`
