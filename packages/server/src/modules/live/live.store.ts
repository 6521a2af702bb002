import type { ExpressionBuilder, Selectable } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { createLiveScheduleStore } from './live-schedule.store.ts'
import { headColumns, type LiveHead } from './live.record.ts'
import type { LiveRow, LiveTables, PastFilmRow } from './live.tables.ts'

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
  | 'pastFilm'
  | 'scriptVersion'
  | 'rehearsalOf'
>

const written = (row: LiveWrite) => ({
  ...row,
  products: json(row.products),
  fakeTickets: json(row.fakeTickets),
  callsToAction: json(row.callsToAction),
  polls: json(row.polls),
  giveaways: json(row.giveaways),
  hearts: json(row.hearts),
  audienceCurve: json(row.audienceCurve),
  bannedKeywords: json(row.bannedKeywords),
  comments: json(row.comments),
  infoImages: json(row.infoImages),
  script: json(row.script),
})

type LiveWhere = ExpressionBuilder<LiveTables, 'live'>
/** A rehearsal is born removed; only rooms look for it. */
const isThereOrRehearsal = (eb: LiveWhere) => eb.or([eb('removedAt', 'is', null), eb('rehearsalOf', 'is not', null)])

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
            .where('rehearsalOf', 'is', null)
            .execute(),
    /** By id alone: for rooms and media, which know the live and not its firm. Rehearsals are found too. */
    findById: (id: string): Promise<LiveHead | undefined> =>
      on(db).selectFrom('live').select(headColumns).where('id', '=', id).where(isThereOrRehearsal).executeTakeFirst(),
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
          pastFilm: json([]),
          seriesId: null,
          cancelledAt: null,
          removedAt: null,
          rehearsalOf: null,
        })
        .execute()
    },
    /** The live of a slot; a slot that has one already keeps it. */
    insertSlot: async (
      row: Omit<LiveRow, 'cancelledAt' | 'removedAt' | 'scriptVersion' | 'rehearsalOf' | 'pastFilm'> & {
        seriesId: string
      },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('live')
        .values({ ...row, ...written(row), pastFilm: json([]), cancelledAt: null, removedAt: null, rehearsalOf: null })
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
    /** The same of a live or of a rehearsal: for what the control room changes. */
    lockInRoom: (firmId: string, id: string, executor: Executor): Promise<LiveHead | undefined> =>
      on(executor)
        .selectFrom('live')
        .select(headColumns)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where(isThereOrRehearsal)
        .forUpdate()
        .executeTakeFirst(),
    /** Sets some fields of a live that is locked. */
    patch: async (
      firmId: string,
      id: string,
      change: Partial<
        Pick<LiveRow, 'bannedKeywords' | 'slowSeconds' | 'anonymousAllowed' | 'products' | 'endAt' | 'extendedMinutes'>
      > & { readonly pastFilm?: readonly PastFilmRow[] },
      executor: Executor,
    ): Promise<void> => {
      const { bannedKeywords, products, pastFilm, ...plain } = change
      await on(executor)
        .updateTable('live')
        .set({
          ...plain,
          ...(bannedKeywords && { bannedKeywords: json(bannedKeywords) }),
          ...(products && { products: json(products) }),
          ...(pastFilm && { pastFilm: json([...pastFilm]) }),
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    ...createLiveScheduleStore(db),
  }
}
export type LiveStore = ReturnType<typeof createLiveStore>
