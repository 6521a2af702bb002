import { type Generated, type GeneratedAlways, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { ConnectionRow } from '../live-hours/live-hours.tables.ts'
import { type LiveSpan, viewerFigures, viewersByFigure } from './viewer-figures.ts'
import { blockedBy, conditionsOf, isHere, isNarrowed, type ViewerFilter } from './viewer-list.filter.ts'
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
    liveId: string
    kind: string
    roomMs: number
    payload: unknown
    held: boolean
    createdAt: Date
    liveUserId: string | null
  }
}

/** Columns the list may be sorted by. */
export const viewerSorts = ['joinedAt', 'name', ...viewerFigures] as const
export type ViewerSort = (typeof viewerSorts)[number]

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

/** Of a comment in the log; empty for anything else. */
const textOf = (payload: unknown): string => {
  const text: unknown = typeof payload === 'object' && payload !== null && 'text' in payload ? payload.text : ''
  return typeof text === 'string' ? text : ''
}

export const createViewerListStore = (db: Database) => {
  const tables = (on: Executor = db) => on.as<ViewerListTables>()
  const found = (firmId: string, liveId: string, filter: ViewerFilter) => {
    let query = tables().selectFrom('liveUser as viewer')
    for (const condition of conditionsOf(firmId, liveId, filter)) query = query.where(condition)
    return query
  }
  /** A query: how many of those that the filter finds have ordered. Who has ordered is a viewer of the live, and needs no looking up. */
  const buyersOf = (firmId: string, liveId: string, filter: ViewerFilter) =>
    isNarrowed(firmId, liveId, { ...filter, ordered: undefined })
      ? found(firmId, liveId, { ...filter, ordered: 'yes' }).select((eb) => eb.fn.countAll<number>().as('total'))
      : tables()
          .selectFrom(sql`(select distinct "liveUserId" from (${filter.bought}) one)`.as('buyer'))
          .select((eb) => eb.fn.countAll<number>().as('total'))
  const wholeRows = async (firmId: string, ids: readonly string[]): Promise<Viewer[]> => {
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
      if (sort !== 'joinedAt' && sort !== 'name')
        return wholeRows(
          firmId,
          await viewersByFigure(db, firmId, span, filter, { figure: sort, descending, limit, offset }),
        )
      const column = sql.ref(sort === 'name' ? 'viewer.nameText' : 'viewer.joinedAt')
      // Only of one page whole rows are read.
      let rows = found(firmId, span.liveId, filter).select('viewer.id').limit(limit).offset(offset)
      if (filter.seen) rows = rows.orderBy(sql`${isHere(span.liveId, filter.seen.since)} desc`)
      rows = rows
        .orderBy(sql`${column} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls last')}`)
        .orderBy('viewer.id', descending ? 'desc' : 'asc')
      const ids = await rows.execute()
      return wholeRows(
        firmId,
        ids.map(({ id }) => id),
      )
    },

    total: async (firmId: string, liveId: string, filter: ViewerFilter): Promise<number> => {
      const counted =
        filter.ordered === 'yes'
          ? buyersOf(firmId, liveId, filter)
          : found(firmId, liveId, filter).select((eb) => eb.fn.countAll<number>().as('total'))
      const { total } = await counted.executeTakeFirstOrThrow()
      return Number(total)
    },

    counts: async (firmId: string, liveId: string, filter: ViewerFilter) => {
      // Buyers are counted apart: as a condition within the count, too many of them would be looked through for each viewer.
      const row = await found(firmId, liveId, filter)
        .select([
          sql<number>`count(*)`.as('all'),
          sql<number>`count(*) filter (where viewer."joinedAt" is not null)`.as('came'),
          sql<number>`(${buyersOf(firmId, liveId, filter)})`.as('ordered'),
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

    /** Each viewer's are looked up by themselves: of a live with thousands the database may else go through all for each. */
    connections: async (
      firmId: string,
      viewers: readonly Pick<Viewer, 'id' | 'liveId'>[],
    ): Promise<Pick<ConnectionRow, 'liveUserId' | 'liveId' | 'openedAt' | 'lastSeenAt' | 'closedAt'>[]> => {
      if (viewers.length === 0) return []
      const { rows } = await sql<Pick<ConnectionRow, 'liveUserId' | 'liveId' | 'openedAt' | 'lastSeenAt' | 'closedAt'>>`
        select own."liveUserId", own."liveId", own."openedAt", own."lastSeenAt", own."closedAt"
        from unnest(${viewers.map(({ id }) => id)}::uuid[], ${viewers.map(({ liveId }) => liveId)}::uuid[]) as viewer(id, "liveId")
          cross join lateral (
            select * from connection
            where connection."liveId" = viewer."liveId" and connection."liveUserId" = viewer.id offset 0) as own
        where own."firmId" = ${firmId} order by own."openedAt"`.execute(tables())
      return rows
    },

    messageCounts: async (
      firmId: string,
      liveId: string,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, number>> => {
      if (ids.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('roomEvent')
        .select((eb) => ['liveUserId', eb.fn.countAll<number>().as('messages')])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('kind', '=', sql.lit('commented'))
        .where('liveUserId', 'in', ids)
        .groupBy('liveUserId')
        .execute()
      return new Map(rows.map(({ liveUserId, messages }) => [liveUserId ?? '', Number(messages)]))
    },

    /** The newest first. */
    messages: async (firmId: string, liveId: string, id: string, limit: number) => {
      const rows = await tables()
        .selectFrom('roomEvent')
        .select(['seq', 'roomMs', 'payload', 'held', 'createdAt'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('kind', '=', sql.lit('commented'))
        .where('liveUserId', '=', id)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ payload, ...row }) => ({ ...row, text: textOf(payload) }))
    },

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
