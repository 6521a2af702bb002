import type { LiveCounts } from '@kaimai/contract/live/live.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { LiveHead } from './live.record.ts'
import { headColumns } from './live.store.ts'
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

/** Undefined: running ones first, then by begin, the latest first. */
export type LiveSort = { readonly by: 'beginAt' | 'signups' | 'liveName'; readonly descending: boolean } | undefined

export interface LiveFilter {
  readonly q?: string | undefined
  readonly status?: LiveStatus | undefined
  readonly sort?: LiveSort
  readonly limit: number
  readonly offset: number
  readonly now: Date
}

/** Places taken in a live. */
const signups = sql<number>`(select count(*) from "signupSeat"
  where "signupSeat"."firmId" = live."firmId" and "signupSeat"."liveId" = live.id)`

/** The list of a firm's lives. */
export const createLiveListStore = (db: Database) => {
  const kept = (firmId: string, q: string | undefined) => {
    const all = db.as<LiveTables>().selectFrom('live').where('firmId', '=', firmId).where('removedAt', 'is', null)
    return q ? all.where(containing('name', q)) : all
  }
  return {
    page: async (firmId: string, wanted: LiveFilter): Promise<{ rows: LiveHead[]; total: number }> => {
      const { status, sort, now } = wanted
      let query = kept(firmId, wanted.q)
      if (status) query = query.where((eb) => inStatus(eb, status, now))
      const direction = sort?.descending === false ? 'asc' : 'desc'
      let sorted = query.select(headColumns)
      if (sort === undefined)
        sorted = sorted.orderBy((eb) =>
          eb
            .case()
            .when(inStatus(eb, 'live', now))
            .then(0)
            .else(1)
            .end(),
        )
      if (sort?.by === 'signups') sorted = sorted.orderBy(signups, direction)
      if (sort?.by === 'liveName') sorted = sorted.orderBy(sql`lower(name)`, direction)
      const rows = await sorted
        .orderBy('beginAt', sort?.by === 'beginAt' ? direction : 'desc')
        .orderBy('id')
        .limit(wanted.limit)
        .offset(wanted.offset)
        .execute()
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
