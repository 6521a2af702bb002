import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { conditionsOf, isNarrowed, type ViewerFilter } from './viewer-list.filter.ts'
import type { ViewerTables } from './viewer.tables.ts'

/** Figures that the list of a live's viewers may be sorted by. */
export const viewerFigures = ['watchedSeconds', 'messages', 'orders'] as const
export type ViewerFigure = (typeof viewerFigures)[number]

export interface LiveSpan {
  readonly liveId: string
  readonly beginAt: Date
  readonly endAt: Date
}

/** Of one figure: who has any, as rows of `id` that may repeat, and how much each has, as rows of `id` and `figure`. */
interface FigureQueries {
  readonly who: RawBuilder<unknown>
  readonly figures: RawBuilder<unknown>
}

/**
 * Time of the live within which at least one connection of each viewer stood: contract/live-hours/watched.rules.ts. Each
 * connection counts from where those that opened before it had ended, which takes two thirds of what a union of ranges does.
 */
const watched = ({ liveId, beginAt, endAt }: LiveSpan): FigureQueries => {
  const within = sql`from connection
    where "liveId" = ${liveId} and "openedAt" < ${endAt} and "lastSeenAt" > greatest("openedAt", ${beginAt})`
  return {
    who: sql`select "liveUserId" as id ${within}`,
    figures: sql`
      select one.id, sum(greatest(interval '0', one.until - greatest(one.since, one.counted))) as figure
      from (
        select "liveUserId" as id, greatest("openedAt", ${beginAt}) as since, least("lastSeenAt", ${endAt}) as until,
          max(least("lastSeenAt", ${endAt})) over (
            partition by "liveUserId" order by "openedAt" rows between unbounded preceding and 1 preceding
          ) as counted
        ${within}
      ) one group by one.id`,
  }
}

const counted = (who: RawBuilder<unknown>): FigureQueries => ({
  who,
  figures: sql`select one.id, count(*) as figure from (${who}) one group by one.id`,
})

const queriesOf = (figure: ViewerFigure, span: LiveSpan, { bought }: ViewerFilter): FigureQueries => {
  if (figure === 'watchedSeconds') return watched(span)
  if (figure === 'orders') return counted(sql`select buyer."liveUserId" as id from (${bought}) buyer`)
  return counted(sql`select "liveUserId" as id from "roomEvent"
    where "liveId" = ${span.liveId} and kind = 'commented' and "liveUserId" is not null`)
}

export interface FigurePage {
  readonly figure: ViewerFigure
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/**
 * One page of a live's viewers by a figure, as ids. Who has the figure and who has none are sorted apart: the first are
 * found in the figures alone, and the page that most look at reads nothing else.
 */
export const viewersByFigure = async (
  db: Database,
  firmId: string,
  span: LiveSpan,
  filter: ViewerFilter,
  { figure, descending, limit, offset }: FigurePage,
): Promise<readonly string[]> => {
  const { who, figures } = queriesOf(figure, span, filter)
  const conditions = conditionsOf(firmId, span.liveId, filter)
  const viewers = sql`select viewer.id from "liveUser" viewer where ${sql.join(conditions, sql` and `)}`
  // Whoever has a figure is a viewer of the live: they need be looked up for what narrows the list alone.
  const narrowed = isNarrowed(firmId, span.liveId, filter) ? sql`where found.id in (${viewers})` : sql``
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const withFigure = sql`from (${figures}) found ${narrowed}`
  const withoutFigure = sql`from (${viewers} and not exists (select from (${who}) one where one.id = viewer.id)) found`
  const having = { from: withFigure, order: sql`found.figure ${direction}, found.id ${direction}` }
  const lacking = { from: withoutFigure, order: sql`found.id ${direction}` }
  const [first, second] = descending ? [having, lacking] : [lacking, having]

  const idsOf = async (part: typeof first, from: number, count: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select found.id ${part.from} order by ${part.order} limit ${count} offset ${from}`.execute(db.as<ViewerTables>())
    return rows.map(({ id }) => id)
  }
  const countOf = async (part: typeof first): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count ${part.from}`.execute(db.as<ViewerTables>())
    return Number(rows[0]?.count ?? 0)
  }

  const ids = await idsOf(first, offset, limit)
  if (ids.length === limit) return ids
  const before = ids.length > 0 ? offset + ids.length : offset === 0 ? 0 : await countOf(first)
  const others = await idsOf(second, Math.max(0, offset - before), limit - ids.length)
  // Somebody may have got their first in between.
  return [...new Set([...ids, ...others])]
}
