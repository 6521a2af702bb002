import type { LiveCounts, liveSorts } from '@kaimai/contract/live/live.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Sort } from '../../platform/db/sort.ts'
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

export interface LiveFilter {
  readonly q?: string | undefined
  readonly status?: LiveStatus | undefined
  /** Undefined: running lives come first, then all by begin, the latest first. */
  readonly sort?: Sort<(typeof liveSorts)[number]> | undefined
  readonly limit: number
  readonly offset: number
  readonly now: Date
}

/** The list of a firm's lives. */
export const createLiveListStore = (db: Database) => {
  const kept = (firmId: string, q: string | undefined) => {
    const all = db.as<LiveTables>().selectFrom('live').where('firmId', '=', firmId).where('removedAt', 'is', null)
    // strpos, not LIKE: a % or _ in the search is a letter like any other.
    return q ? all.where(sql<SqlBool>`strpos("searchName", ${q.toLowerCase()}) > 0`) : all
  }
  return {
    page: async (firmId: string, wanted: LiveFilter): Promise<{ rows: LiveHead[]; total: number }> => {
      const { status, sort, now } = wanted
      let query = kept(firmId, wanted.q)
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
      const page =
        ids.length === 0 ? [] : await kept(firmId, undefined).select(headColumns).where('id', 'in', ids).execute()
      const byId = new Map(page.map((row) => [row.id, row]))
      const rows = ids.flatMap((id) => byId.get(id) ?? [])
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },

    /** How many there are of each status. */
    counts: async (firmId: string, q: string | undefined, now: Date): Promise<LiveCounts> => {
      const of = (eb: ExpressionBuilder<LiveTables, 'live'>, status: LiveStatus) =>
        eb.fn
          .countAll<number>()
          .filterWhere(() => inStatus(eb, status, now))
          .as(status)
      const counted = await kept(firmId, q)
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
