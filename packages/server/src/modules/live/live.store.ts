import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { LiveHead } from './live.record.ts'
import type { LiveRow, LiveTables } from './live.tables.ts'

const headColumns = [
  'id',
  'firmId',
  'streamId',
  'name',
  'platformType',
  'videoId',
  'publishedAt',
  'beginAt',
  'endAt',
  'cancelledAt',
  'waitingMinutes',
  'replayMinutes',
  'commentModId',
  'products',
  'fakeTickets',
  'callsToAction',
  'audienceCurve',
  'bannedKeywords',
  'anonymousAllowed',
  'imageUrl',
  'hostName',
  'seriesId',
  'createdAt',
  'removedAt',
] as const

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

export type LiveWrite = Omit<
  LiveRow,
  'id' | 'firmId' | 'streamId' | 'seriesId' | 'createdAt' | 'removedAt' | 'cancelledAt'
>

const written = (row: LiveWrite) => ({
  ...row,
  products: json(row.products),
  fakeTickets: json(row.fakeTickets),
  callsToAction: json(row.callsToAction),
  audienceCurve: json(row.audienceCurve),
  bannedKeywords: json(row.bannedKeywords),
  script: json(row.script),
})

export const createLiveStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<LiveTables>()
  return {
    find: (firmId: string, id: string, executor: Executor = db): Promise<LiveHead | undefined> =>
      on(executor)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    /** Public look-up by the unguessable id. */
    findByStreamId: (streamId: string): Promise<LiveHead | undefined> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('streamId', '=', streamId)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    findMany: (firmId: string, ids: readonly string[]): Promise<LiveHead[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(db).selectFrom('live').select(headColumns).where('firmId', '=', firmId).where('id', 'in', ids).execute(),
    /** By id alone: for rooms and media, which know the live and not its firm. */
    findById: (id: string): Promise<LiveHead | undefined> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    script: async (id: string, executor: Executor = db): Promise<LiveRow['script']> =>
      (await on(executor).selectFrom('live').select('script').where('id', '=', id).executeTakeFirst())?.script ?? [],
    list: async (
      firmId: string,
      wanted: { q?: string | undefined; status?: LiveStatus | undefined; limit: number; offset: number; now: Date },
    ): Promise<{ rows: LiveHead[]; total: number }> => {
      let query = on(db).selectFrom('live').where('firmId', '=', firmId).where('removedAt', 'is', null)
      const { q, status } = wanted
      if (q) query = query.where(containing('name', q))
      if (status) query = query.where((eb) => inStatus(eb, status, wanted.now))
      // Running ones first, then what comes next or ended last.
      const rows = await query
        .select(headColumns)
        .orderBy((eb) =>
          eb
            .case()
            .when(inStatus(eb, 'live', wanted.now))
            .then(0)
            .else(1)
            .end(),
        )
        .orderBy('beginAt', 'desc')
        .orderBy('id')
        .limit(wanted.limit)
        .offset(wanted.offset)
        .execute()
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },
    insert: async (
      firmId: string,
      row: LiveWrite & { id: string; streamId: string; createdAt: Date },
      executor: Executor = db,
    ): Promise<void> => {
      const { id, streamId, createdAt, ...fields } = row
      await on(executor)
        .insertInto('live')
        .values({
          ...written(fields),
          id,
          firmId,
          streamId,
          createdAt,
          seriesId: null,
          cancelledAt: null,
          removedAt: null,
        })
        .execute()
    },
    /** The live of a slot; a slot that has one already keeps it. */
    insertSlot: async (
      row: Omit<LiveRow, 'cancelledAt' | 'removedAt'> & { seriesId: string },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('live')
        .values({ ...row, ...written(row), cancelledAt: null, removedAt: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    findSlot: (firmId: string, seriesId: string, beginAt: Date, executor: Executor): Promise<LiveHead | undefined> =>
      on(executor)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('seriesId', '=', seriesId)
        .where('beginAt', '=', beginAt)
        .executeTakeFirst(),
    /** Newest lives from a video that are neither cancelled nor slots themselves. */
    templates: (firmId: string, limit: number): Promise<LiveHead[]> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('platformType', '=', 'video')
        .where('removedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .where('seriesId', 'is', null)
        .orderBy('beginAt', 'desc')
        .limit(limit)
        .execute(),
    update: async (firmId: string, id: string, row: LiveWrite, executor: Executor = db): Promise<void> => {
      await on(executor)
        .updateTable('live')
        .set(written(row))
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** The row as it is now, held until the transaction ends: changes of one live wait for each other. */
    lock: (firmId: string, id: string, executor: Executor): Promise<LiveHead | undefined> =>
      on(executor)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst(),
    publish: async (
      firmId: string,
      id: string,
      change: { publishedAt: Date; endAt: Date },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('live')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .execute()
    },
    /** Sets instants only while the live is neither over nor cancelled: of two at once, one wins. */
    setInstants: async (
      firmId: string,
      id: string,
      change: Partial<Pick<LiveRow, 'cancelledAt' | 'endAt' | 'removedAt'>>,
      now: Date,
      executor: Executor = db,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await on(executor)
        .updateTable('live')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .where((eb) => eb.or([eb('publishedAt', 'is', null), eb('endAt', '>', now)]))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    /** Published lives that are open or running at `now`, or will open within a day; all firms. */
    running: (now: Date): Promise<LiveHead[]> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('endAt', '>', now)
        .where(sql<Date>`"beginAt" - make_interval(mins => "waitingMinutes")`, '<=', now)
        .execute(),
    /** Open for sign-up: published and not over, soonest first. */
    upcoming: (firmId: string, now: Date): Promise<LiveHead[]> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('publishedAt', 'is not', null)
        .where('cancelledAt', 'is', null)
        .where('removedAt', 'is', null)
        .where('endAt', '>', now)
        .orderBy('beginAt')
        .limit(200)
        .execute(),
    /** Names of lives still to come (or drafts) that use a video or a product. */
    usersOf: async (
      firmId: string,
      used: { videoId: string } | { productId: string },
      now: Date,
    ): Promise<string[]> => {
      const rows = await on(db)
        .selectFrom('live')
        .select('name')
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .where('cancelledAt', 'is', null)
        .where('endAt', '>', now)
        .where(
          'videoId' in used
            ? (eb) => eb('videoId', '=', used.videoId)
            : sql<SqlBool>`products @> ${JSON.stringify([{ productId: used.productId }])}::jsonb`,
        )
        .orderBy('beginAt')
        .limit(5)
        .execute()
      return rows.map(({ name }) => name)
    },
    /** Demo lives that ended before; they go, with what hangs on them, after a day. */
    endedBefore: (firmId: string, before: Date, limit: number): Promise<{ id: string }[]> =>
      on(db)
        .selectFrom('live')
        .select('id')
        .where('firmId', '=', firmId)
        .where('removedAt', 'is', null)
        .where('endAt', '<', before)
        .limit(limit)
        .execute(),
  }
}
export type LiveStore = ReturnType<typeof createLiveStore>
