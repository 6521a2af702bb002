import { funnelSteps, type FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { type FigureScope, visitsWithin, within } from './figure-scope.ts'
import { none } from './figure.tables.ts'

export interface PeopleCounts {
  readonly visits: number
  readonly signedUp: number
  readonly signedUpByAssociation: number
  readonly joined: number
  readonly joinedByAssociation: number
}

/** Persons by the partner's link by which they signed up. */
export interface AssociationPeople {
  readonly association: string
  readonly signedUp: number
  readonly joined: number
}

const stepOf = (step: FunnelStep): RawBuilder<unknown> => sql`${sql.lit(funnelSteps.indexOf(step))}`

/** Who goes by a name that a fact has for them, as far as it is known. */
export const personOf = (key: RawBuilder<unknown>, firmId: string): RawBuilder<unknown> => sql`
  coalesce((select known.person from "figureAlias" known where known."firmId" = ${firmId} and known.key = ${key}), ${key})`

/** That a row of "figurePerson" is of the scope. */
export const place = (scope: FigureScope) => within(scope, sql`"placeId"`, sql`day`)
const placed = (scope: FigureScope, day: 'orderedOn' | 'paidOn') =>
  sql`"firmId" = ${scope.firmId} and "liveId" is not null and ${sql.ref(day)} is not null
    and ${within(scope, sql`"liveId"`, sql.ref(day))}`

/** Presences that have no end yet, of a live that runs. */
const openStays = ({ firmId, live }: FigureScope): RawBuilder<unknown> =>
  live === undefined || live.nowMs === null
    ? sql``
    : sql`
      union all
      select came."liveId", ${personOf(sql`coalesce(came."signupUserId"::text, came."liveUserId"::text)`, firmId)},
        int8multirange(int8range(greatest(came."offsetMs", 0), greatest(came."offsetMs", ${live.nowMs}::bigint, 0)))
      from fact came
      where came."liveId" = ${live.id} and came."firmId" = ${firmId} and came.kind = 'joined' and not came."isSimulated"
        and coalesce(came."signupUserId", came."liveUserId") is not null and not exists (
          select 1 from fact gone
          where gone."firmId" = ${firmId} and gone.kind = 'left' and gone."sourceId" = came."sourceId")`

/** Each person's time in each room, what lies in several presences once. */
const stay = (scope: FigureScope): RawBuilder<unknown> => sql`
  stay as materialized (
    select "liveId", person, range_agg(stay) as stay
    from (
      select "liveId", person, stay from "figureStay"
      where "firmId" = ${scope.firmId} and ${within(scope, sql`"liveId"`, sql`day`)}
      ${openStays(scope)}
    ) as act
    group by 1, 2
  )`

/**
 * Who came into which room, and of the same rooms who had signed up for them by which partner's link, on whatever day that
 * was: people sign up days before they come.
 */
const came = (scope: FigureScope): RawBuilder<unknown> => sql`
  came as materialized (
    select distinct "placeId", person from "figurePerson"
    where "firmId" = ${scope.firmId} and kind = 'joined' and ${place(scope)}
  ), "cameBy" as (
    select distinct "placeId", association, person from "figurePerson"
    where "firmId" = ${scope.firmId} and kind = 'signedUp' and association <> ''
      and "placeId" = any(array(select distinct "placeId" from came))
  )`

/** Narrows persons to those who looked or signed up by the partner's link of the scope, if it names one. */
const byLink = (scope: FigureScope): RawBuilder<unknown> =>
  scope.association === undefined
    ? sql``
    : sql`where person in (
        select person from "figurePerson"
        where "firmId" = ${scope.firmId} and association = ${scope.association}
          and (kind = 'visited' and ${visitsWithin(scope)} or kind = 'signedUp' and ${place(scope)})
      )`

/**
 * Parts of a statement (`with …`): `known` has each person once, as `person`, and the farthest `step` by its place in
 * `funnelSteps`, of those who came at least as far as `least`. `stayMs`: who was in the room so long has stayed.
 */
export const knownPersons = (
  scope: FigureScope,
  stayMs: number,
  least: FunnelStep = 'visited',
): RawBuilder<unknown> => {
  const { firmId } = scope
  const acts = [
    [
      'visited',
      sql`
      select person, ${stepOf('visited')} as step from "figurePerson"
      where "firmId" = ${firmId} and kind = 'visited' and ${visitsWithin(scope)}`,
    ],
    [
      'carted',
      sql`
      select person, case kind when 'signedUp' then ${stepOf('signedUp')} when 'joined' then ${stepOf('joined')}
        else ${stepOf('carted')} end as step
      from "figurePerson"
      where "firmId" = ${firmId} and kind in ('signedUp', 'joined', 'carted') and "placeId" <> ${none} and ${place(scope)}`,
    ],
    [
      'stayed',
      sql`
      select stay.person, ${stepOf('stayed')} as step from stay cross join unnest(stay.stay) as span
      group by stay.person having sum(upper(span) - lower(span)) >= ${stayMs}`,
    ],
    [
      'ordered',
      sql`
      select person, ${stepOf('ordered')} as step from "figureOrder" where ${placed(scope, 'orderedOn')}`,
    ],
    [
      'kept',
      sql`
      select person, case when refunded < paid or refunded = 0 then ${stepOf('kept')} else ${stepOf('paid')} end as step
      from "figureOrder" where ${placed(scope, 'paidOn')}`,
    ],
  ] as const
  const from = funnelSteps.indexOf(least)
  const asked = acts.filter(([farthest]) => funnelSteps.indexOf(farthest) >= from).map(([, rows]) => rows)
  return sql`
  ${stay(scope)}, act as (
      ${sql.join(asked, sql` union all `)}
    ), known as (
      select person, max(step) as step from act ${byLink(scope)} group by 1 having max(step) >= ${sql.lit(from)}
    )`
}

/** The same of who did one thing, with one product or whatever it was, without those whom a later step implies; their step is 0. */
export const personsWho = (
  scope: FigureScope,
  kind: 'signedUp' | 'joined' | 'clicked' | 'carted' | 'plusOne',
  productId: string | undefined,
): RawBuilder<unknown> => sql`
  known as (
    select distinct person, 0 as step from "figurePerson"
    where "firmId" = ${scope.firmId} and kind = ${kind} and ${place(scope)}
      ${productId === undefined ? sql`` : sql`and "productId" = ${productId}`}
  )`

/**
 * The same of who signed up by a partner's link, or who came into a room for which they had signed up by one: by that of the
 * scope, or by any.
 */
export const personsByLink = (scope: FigureScope, kind: 'signedUp' | 'joined'): RawBuilder<unknown> => {
  const isLink = scope.association === undefined ? sql`association <> ''` : sql`association = ${scope.association}`
  return kind === 'joined'
    ? sql`
  ${came(scope)}, known as (
    select distinct person, 0 as step from came join "cameBy" using ("placeId", person) where ${isLink}
  )`
    : sql`
  known as (
    select distinct person, 0 as step from "figurePerson"
    where "firmId" = ${scope.firmId} and kind = 'signedUp' and ${isLink} and ${place(scope)}
  )`
}

/** Persons: each once, whatever they did how often and from which browsers. */
export const createPeopleStore = (db: Database) => ({
  /** How many came exactly as far as each step. `stayMs`: who was in the room so long has stayed. */
  farthest: async (scope: FigureScope, stayMs: number): Promise<Map<FunnelStep, number>> => {
    const { rows } = await sql<{ step: number; persons: number }>`${plannedOnce}
      with ${knownPersons(scope, stayMs)}
      select step, count(*)::integer as persons from known group by step`.execute(db.as())
    return new Map(
      rows.flatMap(({ step, persons }) => {
        const name = funnelSteps[step]
        return name === undefined ? [] : [[name, persons] as const]
      }),
    )
  },

  counts: async (scope: FigureScope): Promise<PeopleCounts> => {
    const { firmId } = scope
    const { rows } = await sql<PeopleCounts>`${plannedOnce}
      with signed as (
        select person, max(association) as association from "figurePerson"
        where "firmId" = ${firmId} and kind = 'signedUp' and ${place(scope)} group by 1
      ), ${came(scope)}
      select
        (select count(distinct key) from "figurePerson" where "firmId" = ${firmId}
          and (kind = 'visited' and ${visitsWithin(scope)} or kind = 'watched' and ${place(scope)}))::integer as visits,
        (select count(*) from signed)::integer as "signedUp",
        (select count(*) from signed where association <> '')::integer as "signedUpByAssociation",
        (select count(distinct person) from came)::integer as joined,
        (select count(distinct person) from came join "cameBy" using ("placeId", person))::integer as "joinedByAssociation"
      `.execute(db.as())
    return rows[0] ?? { visits: 0, signedUp: 0, signedUpByAssociation: 0, joined: 0, joinedByAssociation: 0 }
  },

  byAssociation: async (scope: FigureScope): Promise<AssociationPeople[]> => {
    const { firmId } = scope
    const { rows } = await sql<AssociationPeople>`${plannedOnce}
      with ${came(scope)}, signed as (
        select association, count(distinct person) as persons from "figurePerson"
        where "firmId" = ${firmId} and kind = 'signedUp' and association <> '' and ${place(scope)}
        group by 1
      ), joined as (
        select association, count(distinct person) as persons from came join "cameBy" using ("placeId", person) group by 1
      )
      select association, coalesce(signed.persons, 0)::integer as "signedUp", coalesce(joined.persons, 0)::integer as joined
      from signed full join joined using (association)`.execute(db.as())
    return rows
  },

  /** Persons who did something with a product of the firm; what a browser invents is none. */
  byProduct: async (
    scope: FigureScope,
  ): Promise<{ productId: string; kind: 'clicked' | 'carted' | 'plusOne'; persons: number }[]> => {
    const { firmId } = scope
    const { rows } = await sql<{
      productId: string
      kind: 'clicked' | 'carted' | 'plusOne'
      persons: number
    }>`${plannedOnce}
      select act."productId", act.kind, count(distinct act.person)::integer as persons
      from "figurePerson" act join product on product.id = act."productId" and product."firmId" = ${firmId}
      where act."firmId" = ${firmId} and act.kind in ('clicked', 'carted', 'plusOne') and ${place(scope)}
      group by 1, 2`.execute(db.as())
    return rows
  },

  /** By how much the persons in the room become more or fewer until each instant of the grid, `stepMs` apart. */
  changes: async (scope: FigureScope, stepMs: number): Promise<{ at: number; change: number }[]> => {
    const { rows } = await sql<{ at: number; change: number }>`${plannedOnce}
      with ${stay(scope)}, span as (
        select (lower(span) + ${stepMs} - 1) / ${stepMs} as come, (upper(span) + ${stepMs} - 1) / ${stepMs} as gone
        from stay cross join unnest(stay.stay) as span
      )
      select at::integer as at, sum(change)::integer as change
      from (select come as at, 1 as change from span union all select gone, -1 from span) as step
      group by 1 order by 1`.execute(db.as())
    return rows
  },
})
export type PeopleStore = ReturnType<typeof createPeopleStore>
