import { type Expression, type Generated, type GeneratedAlways, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { ConnectionRow } from '../live-hours/live-hours.tables.ts'
import {
  blockedBy,
  type BoughtBy,
  boughtSomething,
  conditionsOf,
  isHere,
  type ViewerFilter,
} from './viewer-list.filter.ts'
import type { LiveUserRow, ViewerTables } from './viewer.tables.ts'

interface ListedViewer extends LiveUserRow {
  memo: Generated<string>
  nameText: GeneratedAlways<string>
  searchText: GeneratedAlways<string>
}

/** With the columns of the room's log that say what a viewer wrote. */
type ViewerListTables = Omit<ViewerTables, 'liveUser'> & {
  liveUser: ListedViewer
  roomEvent: {
    seq: number
    firmId: string
    kind: string
    roomMs: number
    payload: unknown
    held: boolean
    createdAt: Date
    liveUserId: string | null
  }
}

/** Columns the list may be sorted by. */
export const viewerSorts = ['joinedAt', 'name', 'watchedSeconds', 'messages', 'orders'] as const
export type ViewerSort = (typeof viewerSorts)[number]

export interface LiveSpan {
  readonly liveId: string
  readonly beginAt: Date
  readonly endAt: Date
}

export const viewerColumns = [
  'viewer.id',
  'viewer.firmId',
  'viewer.liveId',
  'viewer.publicId',
  'viewer.name',
  'viewer.imgUrl',
  'viewer.signupUserId',
  'viewer.anonymous',
  'viewer.phone',
  'viewer.email',
  'viewer.deviceHash',
  'viewer.joinedAt',
  'viewer.createdAt',
  'viewer.memo',
] as const

export type Viewer = Pick<
  LiveUserRow,
  | 'id'
  | 'firmId'
  | 'liveId'
  | 'publicId'
  | 'name'
  | 'imgUrl'
  | 'signupUserId'
  | 'anonymous'
  | 'phone'
  | 'email'
  | 'deviceHash'
  | 'joinedAt'
  | 'createdAt'
> & { readonly memo: string }

/**
 * Seconds of the live within which at least one connection of each viewer stood: contract/live-hours/watched.rules.ts. Each
 * connection counts from where those that opened before it had ended, which takes two thirds of what a union of ranges does.
 */
const watchedBy = ({ liveId, beginAt, endAt }: LiveSpan) => sql`
  select one.id, floor(extract(epoch from sum(greatest(interval '0', one.until - greatest(one.since, one.counted))))) as figure
  from (
    select "liveUserId" as id, greatest("openedAt", ${beginAt}) as since, least("lastSeenAt", ${endAt}) as until,
      max(least("lastSeenAt", ${endAt})) over (
        partition by "liveUserId" order by "openedAt" rows between unbounded preceding and 1 preceding
      ) as counted
    from connection
    where "liveId" = ${liveId} and "openedAt" < ${endAt} and "lastSeenAt" > greatest("openedAt", ${beginAt})
  ) one group by 1`

const messagesBy = ({ liveId }: LiveSpan) => sql`
  select "liveUserId" as id, count(*) as figure from "roomEvent"
  where "liveId" = ${liveId} and kind = 'commented' and "liveUserId" is not null group by 1`

const ordersBy = (bought: Expression<BoughtBy>) => sql`
  select one."liveUserId" as id, one.orders as figure from (${bought}) one`

export const createViewerListStore = (db: Database) => {
  const tables = (on: Executor = db) => on.as<ViewerListTables>()
  const found = (firmId: string, liveId: string, filter: ViewerFilter) => {
    let query = tables().selectFrom('liveUser as viewer')
    for (const condition of conditionsOf(firmId, liveId, filter)) query = query.where(condition)
    return query
  }
  const wholeRows = async (
    firmId: string,
    page: { readonly execute: () => Promise<readonly { readonly id: string }[]> },
  ): Promise<Viewer[]> => {
    const ids = (await page.execute()).map(({ id }) => id)
    if (ids.length === 0) return []
    const rows = await tables()
      .selectFrom('liveUser as viewer')
      .select(viewerColumns)
      .where('viewer.firmId', '=', firmId)
      .where('viewer.id', 'in', ids)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  const figuresFor = (sort: ViewerSort, span: LiveSpan, filter: ViewerFilter) =>
    sort === 'watchedSeconds' ? watchedBy(span) : sort === 'messages' ? messagesBy(span) : ordersBy(filter.bought)

  return {
    list: async (
      firmId: string,
      span: LiveSpan,
      filter: ViewerFilter,
      page: {
        readonly sort: ViewerSort
        readonly descending: boolean
        readonly limit: number
        readonly offset: number
      },
    ): Promise<Viewer[]> => {
      const { sort, descending, limit, offset } = page
      const direction = sql.raw(descending ? 'desc nulls last' : 'asc nulls last')
      // Only of one page whole rows are read.
      let rows = found(firmId, span.liveId, filter).select('viewer.id').limit(limit).offset(offset)
      if (filter.seen) rows = rows.orderBy(sql`${isHere(span.liveId, filter.seen.since)} desc`)
      const byId = sql`viewer.id ${sql.raw(descending ? 'desc' : 'asc')}`
      if (sort === 'joinedAt') return wholeRows(firmId, rows.orderBy(sql`viewer."joinedAt" ${direction}`).orderBy(byId))
      if (sort === 'name') return wholeRows(firmId, rows.orderBy(sql`viewer."nameText" ${direction}`).orderBy(byId))
      const sorted = rows
        .leftJoin(sql<{ id: string; figure: number }>`(${figuresFor(sort, span, filter)})`.as('sorted'), (join) =>
          join.on(sql<boolean>`sorted.id = viewer.id`),
        )
        .orderBy(sql`coalesce(sorted.figure, 0) ${direction}`)
        .orderBy(byId)
      return wholeRows(firmId, sorted)
    },

    total: async (firmId: string, liveId: string, filter: ViewerFilter): Promise<number> => {
      const { total } = await found(firmId, liveId, filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    counts: async (firmId: string, liveId: string, filter: ViewerFilter) => {
      const row = await found(firmId, liveId, filter)
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`count(*) filter (where viewer."joinedAt" is not null)`.as('came'),
          sql<number>`count(*) filter (where ${boughtSomething(filter.bought)})`.as('ordered'),
          sql<number>`count(*) filter (where ${blockedBy(filter.blocks)})`.as('blocked'),
        ])
        .executeTakeFirstOrThrow()
      const [all, came] = [Number(row.all), Number(row.came)]
      return { all, came, notCome: all - came, ordered: Number(row.ordered), blocked: Number(row.blocked) }
    },

    find: (firmId: string, id: string, on?: Executor): Promise<Viewer | undefined> =>
      tables(on)
        .selectFrom('liveUser as viewer')
        .select(viewerColumns)
        .where('viewer.firmId', '=', firmId)
        .where('viewer.id', '=', id)
        .executeTakeFirst(),

    /** Which of them a block bars from the live. */
    blocked: async (
      firmId: string,
      liveId: string,
      { bought, blocks }: Pick<ViewerFilter, 'bought' | 'blocks'>,
      ids: readonly string[],
    ): Promise<Set<string>> => {
      if (ids.length === 0 || blocks.length === 0) return new Set()
      const rows = await found(firmId, liveId, { inContacts: false, bought, blocks, blocked: 'yes' })
        .select('viewer.id')
        .where('viewer.id', 'in', ids)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    connections: (
      firmId: string,
      ids: readonly string[],
    ): Promise<Pick<ConnectionRow, 'liveUserId' | 'liveId' | 'openedAt' | 'lastSeenAt' | 'closedAt'>[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : tables()
            .selectFrom('connection')
            .select(['liveUserId', 'liveId', 'openedAt', 'lastSeenAt', 'closedAt'])
            .where('firmId', '=', firmId)
            .where('liveId', 'in', (eb) => eb.selectFrom('liveUser').select('liveId').where('liveUser.id', 'in', ids))
            .where('liveUserId', 'in', ids)
            .orderBy('openedAt')
            .execute(),

    messageCounts: async (firmId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      if (ids.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('roomEvent')
        .select((eb) => ['liveUserId', eb.fn.countAll<number>().as('messages')])
        .where('firmId', '=', firmId)
        .where('kind', '=', 'commented')
        .where('liveUserId', 'in', ids)
        .groupBy('liveUserId')
        .execute()
      return new Map(rows.map(({ liveUserId, messages }) => [liveUserId ?? '', Number(messages)]))
    },

    /** The newest first. */
    messages: (firmId: string, id: string, limit: number) =>
      tables()
        .selectFrom('roomEvent')
        .select(['seq', 'roomMs', 'payload', 'held', 'createdAt'])
        .where('firmId', '=', firmId)
        .where('kind', '=', 'commented')
        .where('liveUserId', '=', id)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute(),

    setMemo: async (firmId: string, id: string, memo: string, on: Executor): Promise<boolean> => {
      const { numUpdatedRows } = await tables(on)
        .updateTable('liveUser')
        .set({ memo })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** The viewers of sign-ups, in all lives. */
    ofSignups: (firmId: string, signupUserIds: readonly string[]): Promise<Viewer[]> =>
      signupUserIds.length === 0
        ? Promise.resolve([])
        : tables()
            .selectFrom('liveUser as viewer')
            .select(viewerColumns)
            .where('viewer.firmId', '=', firmId)
            .where('viewer.signupUserId', 'in', signupUserIds)
            .execute(),
  }
}
export type ViewerListStore = ReturnType<typeof createViewerListStore>
