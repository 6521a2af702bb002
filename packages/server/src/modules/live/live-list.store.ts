import type { LiveCounts, LiveNarrowing, LivePeriod, liveSorts } from '@kaimai/contract/live/live.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Sort } from '../../platform/db/sort.ts'
import { json } from '../../platform/db/database.ts'
import { headColumns, type LiveHead } from './live.record.ts'
import type { LiveTables } from './live.tables.ts'

/** The derived status as a condition, for lists: the same rule as contract/live/live.rules.ts. */
const inStatus = (eb: ExpressionBuilder<LiveTables, 'live'>, status: LiveStatus, now: Date): Expression<SqlBool> => {
  const published = eb.and([eb('publishedAt', 'is not', null), eb('cancelledAt', 'is', null)])
  const opensAt = sql<Date>`"beginAt" - make_interval(mins => "waitingMinutes")`
  switch (status) {
    case 'cancelled':
      return eb('cancelledAt', 'is not', null)
    case 'draft':
      return eb.and([eb('publishedAt', 'is', null), eb('cancelledAt', 'is', null)])
    case 'ended':
      return eb.and([published, eb('endAt', '<=', now)])
    case 'live':
      return eb.and([published, eb('beginAt', '<=', now), eb('endAt', '>', now)])
    case 'open':
      return eb.and([published, eb('beginAt', '>', now), eb(opensAt, '<=', now)])
    case 'scheduled':
      return eb.and([published, eb(opensAt, '>', now)])
  }
}

/** What the list is searched for and narrowed to. */
export type LivesWanted = LiveNarrowing & { readonly q?: string | undefined }

export interface LiveFilter extends LivesWanted {
  readonly status?: LiveStatus | undefined
  /** Undefined: running lives come first, then all by begin, the latest first. */
  readonly sort?: Sort<(typeof liveSorts)[number]> | undefined
  readonly limit: number
  readonly offset: number
  readonly now: Date
}

const dayMs = 86_400_000
const daysBack: Readonly<Record<Exclude<LivePeriod, 'ahead'>, number>> = { week: 7, month: 30, quarter: 90 }

/** The list of a firm's lives. */
export const createLiveListStore = (db: Database) => {
  const ofFirm = (firmId: string) =>
    db.as<LiveTables>().selectFrom('live').where('firmId', '=', firmId).where('removedAt', 'is', null)
  const present = (firmId: string, { q, begins, platformType, signupId, productId }: LivesWanted, now: Date) => {
    let found = ofFirm(firmId)
    // strpos, not LIKE: a % or _ in the search is a letter like any other.
    if (q) found = found.where(sql<SqlBool>`strpos("searchName", ${q.toLowerCase()}) > 0`)
    if (begins === 'ahead') found = found.where('beginAt', '>', now)
    else if (begins !== undefined)
      found = found
        .where('beginAt', '<=', now)
        .where('beginAt', '>', new Date(now.getTime() - daysBack[begins] * dayMs))
    if (platformType !== undefined) found = found.where('platformType', '=', platformType)
    if (signupId !== undefined)
      found = found.where(
        sql<SqlBool>`live.id in (select "liveId" from "signupSession"
          where "signupId" = ${signupId} and "firmId" = ${firmId})`,
      )
    if (productId !== undefined) found = found.where(sql<SqlBool>`products @> ${json([{ productId }])}`)
    return found
  }
  return {
    page: async (firmId: string, wanted: LiveFilter): Promise<{ rows: LiveHead[]; total: number }> => {
      const { status, sort, now } = wanted
      let query = present(firmId, wanted, now)
      if (status) query = query.where((eb) => inStatus(eb, status, now))
      const direction = sort?.descending === false ? 'asc' : 'desc'
      // Found in an index alone (121-live-list.sql); of the rows only one page is read.
      let sorted = query.select('live.id')
      if (sort === undefined)
        sorted = sorted.orderBy((eb) =>
          eb
            .case()
            .when(inStatus(eb, 'live', now))
            .then(0)
            .else(1)
            .end(),
        )
      // Places taken, counted once for all lives.
      if (sort?.sort === 'signups')
        sorted = sorted
          .leftJoin(
            sql<{ liveId: string; signups: number }>`(select "liveId", count(*) as signups from "signupSeat"
              where "firmId" = ${firmId} group by "liveId")`.as('taken'),
            (join) => join.onRef('taken.liveId', '=', 'live.id'),
          )
          .orderBy(sql`coalesce(signups, 0)`, direction)
      if (sort?.sort === 'liveName') sorted = sorted.orderBy(sql`"searchName"`, direction)
      const ids = (
        await sorted
          .orderBy('beginAt', sort?.sort === 'beginAt' ? direction : 'desc')
          .orderBy('live.id')
          .limit(wanted.limit)
          .offset(wanted.offset)
          .execute()
      ).map(({ id }) => id)
      const page = ids.length === 0 ? [] : await ofFirm(firmId).select(headColumns).where('id', 'in', ids).execute()
      const byId = new Map(page.map((row) => [row.id, row]))
      const rows = ids.flatMap((id) => byId.get(id) ?? [])
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** How many there are of each status. */
    counts: async (firmId: string, wanted: LivesWanted, now: Date): Promise<LiveCounts> => {
      const of = (eb: ExpressionBuilder<LiveTables, 'live'>, status: LiveStatus) =>
        eb.fn
          .countAll<number>()
          .filterWhere(() => inStatus(eb, status, now))
          .as(status)
      const counted = await present(firmId, wanted, now)
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          of(eb, 'draft'),
          of(eb, 'scheduled'),
          of(eb, 'open'),
          of(eb, 'live'),
          of(eb, 'ended'),
          of(eb, 'cancelled'),
        ])
        .executeTakeFirstOrThrow()
      return counted
    },
  }
}
export type LiveListStore = ReturnType<typeof createLiveListStore>
