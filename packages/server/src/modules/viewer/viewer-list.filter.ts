import type { BlockMarks } from '@kaimai/contract/block/block.rules.ts'
import type { LiveUserFilter } from '@kaimai/contract/viewer/viewer.routes.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { asDialled, folded } from '../../platform/db/search.ts'

/** One for each order of the live that is neither cancelled nor expired. */
export interface BuyerRow {
  readonly liveUserId: string
}

/** What one viewer bought by such orders. */
export interface BoughtBy extends BuyerRow {
  readonly orders: number
  /** Minor units. */
  readonly total: number
}

export interface ViewerFilter extends LiveUserFilter {
  /** Whether `q` looks in phone and e-mail too. */
  readonly inContacts: boolean
  /** Standing blocks of the live. */
  readonly blocks: readonly BlockMarks[]
  /** A query: the buyer of each order of the live that counts. */
  readonly bought: Expression<BuyerRow>
  /** Who was seen in the room since: listed first (unless sorted by a figure), or (`online`) alone, or left out. */
  readonly seen?: { readonly since: Date; readonly online?: 'yes' | 'no' | undefined } | undefined
}

type Condition = Expression<SqlBool>

const searched = (typed: string, inContacts: boolean): Condition => {
  const needle = folded(typed)
  if (!inContacts) return sql<SqlBool>`strpos(viewer."nameText", ${needle}) > 0`
  const dialled = asDialled(needle) || needle
  const found = sql<SqlBool>`strpos(viewer."searchText", ${needle}) > 0`
  return dialled === needle ? found : sql<SqlBool>`(${found} or strpos(viewer."searchText", ${dialled}) > 0)`
}

const marksOf = (blocks: readonly BlockMarks[], name: keyof BlockMarks): string[] =>
  blocks.flatMap((block) => block[name] ?? [])

/** The rule of contract/block, as a condition. */
export const blockedBy = (blocks: readonly BlockMarks[]): Condition =>
  blocks.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(viewer.id = any(${marksOf(blocks, 'liveUserId')}::uuid[])
        or coalesce(viewer.phone = any(${marksOf(blocks, 'phone')}::text[]), false)
        or coalesce(lower(viewer.email) = any(${marksOf(blocks, 'email')}::text[]), false)
        or coalesce(viewer."deviceHash" = any(${marksOf(blocks, 'deviceHash')}::text[]), false)
        or coalesce(viewer."seenDevice" = any(${marksOf(blocks, 'deviceHash')}::text[]), false))`

/** The viewer has an order in the live: joined, also where it is denied, however many they are. */
const boughtSomething = (bought: Expression<BuyerRow>): Condition =>
  sql<SqlBool>`exists (select from (${bought}) buyer where buyer."liveUserId" = viewer.id)`

const as = (answer: 'yes' | 'no', condition: Condition): Condition =>
  answer === 'yes' ? condition : sql<SqlBool>`not (${condition})`

/** One of the viewer's connections was seen since then. */
export const isHere = (liveId: string, since: Date): Condition =>
  sql<SqlBool>`viewer.id in (select "liveUserId" from connection
    where "liveId" = ${liveId} and "closedAt" is null and "lastSeenAt" > ${since})`

/** All that the viewers of one live must fulfil to be in the list. The table is named `viewer` in the query. */
export const conditionsOf = (firmId: string, liveId: string, filter: ViewerFilter): Condition[] => {
  const { q, came, ordered, blocked, anonymous } = filter
  const conditions: Condition[] = [
    sql<SqlBool>`viewer."firmId" = ${firmId} and viewer."liveId" = ${liveId}
    and not viewer.preview`,
  ]
  if (q !== undefined && q !== '') conditions.push(searched(q, filter.inContacts))
  if (came !== undefined) conditions.push(as(came, sql<SqlBool>`viewer."joinedAt" is not null`))
  if (ordered !== undefined) conditions.push(as(ordered, boughtSomething(filter.bought)))
  if (blocked !== undefined) conditions.push(as(blocked, blockedBy(filter.blocks)))
  if (filter.seen?.online !== undefined) conditions.push(as(filter.seen.online, isHere(liveId, filter.seen.since)))
  if (anonymous !== undefined) conditions.push(as(anonymous, sql<SqlBool>`viewer.anonymous`))
  return conditions
}

/** Whether the filter leaves some of the live's viewers out. */
export const isNarrowed = (firmId: string, liveId: string, filter: ViewerFilter): boolean =>
  conditionsOf(firmId, liveId, filter).length > 1
