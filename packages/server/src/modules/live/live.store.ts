import { type Selectable, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { LiveHead } from './live.record.ts'
import type { LiveRow, LiveTables } from './live.tables.ts'

export const headColumns = [
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
  'infoImages',
  'slowSeconds',
  'disclosure',
  'youtubeUrl',
  'plannedMinutes',
  'extendedMinutes',
  'shortUrl',
  'createdAt',
  'removedAt',
] as const

export type LiveWrite = Omit<
  LiveRow,
  | 'id'
  | 'firmId'
  | 'streamId'
  | 'shortUrl'
  | 'seriesId'
  | 'createdAt'
  | 'removedAt'
  | 'cancelledAt'
  | 'extendedMinutes'
  | 'scriptVersion'
>

const written = (row: LiveWrite) => ({
  ...row,
  products: json(row.products),
  fakeTickets: json(row.fakeTickets),
  callsToAction: json(row.callsToAction),
  audienceCurve: json(row.audienceCurve),
  bannedKeywords: json(row.bannedKeywords),
  comments: json(row.comments),
  infoImages: json(row.infoImages),
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
    /** Public look-up by the short address. */
    findByShortUrl: (shortUrl: string): Promise<LiveHead | undefined> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('shortUrl', '=', shortUrl)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),
    findMany: (firmId: string, ids: readonly string[], executor: Executor = db): Promise<LiveHead[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(executor)
            .selectFrom('live')
            .select(headColumns)
            .where('firmId', '=', firmId)
            .where('id', 'in', ids)
            .execute(),
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
    scriptWithVersion: (id: string): Promise<Pick<Selectable<LiveRow>, 'script' | 'scriptVersion'> | undefined> =>
      on(db).selectFrom('live').select(['script', 'scriptVersion']).where('id', '=', id).executeTakeFirst(),
    scriptVersions: (ids: readonly string[]): Promise<{ id: string; scriptVersion: string }[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(db).selectFrom('live').select(['id', 'scriptVersion']).where('id', 'in', ids).execute(),
    comments: async (id: string, executor: Executor = db): Promise<LiveRow['comments']> =>
      (await on(executor).selectFrom('live').select('comments').where('id', '=', id).executeTakeFirst())?.comments ??
      [],
    /** A short address that no live has; of two drawn at once that are the same, one fails. */
    freeShortUrl: async (draw: () => string, executor: Executor = db): Promise<string> => {
      for (;;) {
        const shortUrl = draw()
        const taken = await on(executor)
          .selectFrom('live')
          .select('id')
          .where('shortUrl', '=', shortUrl)
          .executeTakeFirst()
        if (taken === undefined) return shortUrl
      }
    },
    insert: async (
      firmId: string,
      row: LiveWrite & { id: string; streamId: string; shortUrl: string; createdAt: Date },
      executor: Executor = db,
    ): Promise<void> => {
      const { id, streamId, shortUrl, createdAt, ...fields } = row
      await on(executor)
        .insertInto('live')
        .values({
          ...written(fields),
          id,
          firmId,
          streamId,
          shortUrl,
          createdAt,
          extendedMinutes: 0,
          seriesId: null,
          cancelledAt: null,
          removedAt: null,
        })
        .execute()
    },
    /** The live of a slot; a slot that has one already keeps it. */
    insertSlot: async (
      row: Omit<LiveRow, 'cancelledAt' | 'removedAt' | 'scriptVersion'> & { seriesId: string },
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
    /** Sets some fields of a live that is locked. */
    patch: async (
      firmId: string,
      id: string,
      change: Partial<
        Pick<LiveRow, 'bannedKeywords' | 'slowSeconds' | 'anonymousAllowed' | 'products' | 'endAt' | 'extendedMinutes'>
      >,
      executor: Executor,
    ): Promise<void> => {
      const { bannedKeywords, products, ...plain } = change
      await on(executor)
        .updateTable('live')
        .set({
          ...plain,
          ...(bannedKeywords && { bannedKeywords: json(bannedKeywords) }),
          ...(products && { products: json(products) }),
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** Published lives of a firm that are open or running at `now`. */
    runningOf: (firmId: string, now: Date): Promise<LiveHead[]> =>
      on(db)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
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
