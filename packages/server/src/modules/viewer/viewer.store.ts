import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import { type LiveUserRow, viewerTables } from './viewer.tables.ts'

/** What a viewer is known by; null: not asked. */
export interface ViewerMarks {
  readonly liveUserId: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly deviceHash: string | null
}

type NewLiveUser = Omit<
  LiveUserRow,
  'keyVersion' | 'seenDevice' | 'seenVersion' | 'joinedAt' | 'personId' | 'imgUrl' | 'activeAt' | 'preview'
>

const fresh = {
  keyVersion: 1,
  seenDevice: null,
  seenVersion: null,
  joinedAt: null,
  personId: null,
  imgUrl: '',
  activeAt: null,
  preview: false,
}

const inOrder = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1)

export const createLiveUserStore = (db: Database) => {
  const tables = (on: Executor = db) => viewerTables(on)
  const mine = (firmId: string, liveUserId: string, on: Executor) =>
    tables(on).updateTable('liveUser').where('firmId', '=', firmId).where('id', '=', liveUserId)

  return {
    /**
     * The viewers of sign-ups in a live, each sign-up once: new ones, or those there are with what the sign-ups say now. Two
     * who name the same do so in one order, so that neither waits for the other.
     */
    ofSignups: (rows: readonly NewLiveUser[], on: Executor): Promise<LiveUserRow[]> =>
      tables(on)
        .insertInto('liveUser')
        .values(rows.toSorted((a, b) => inOrder(a.signupUserId, b.signupUserId)).map((row) => ({ ...row, ...fresh })))
        .onConflict((conflict) =>
          conflict
            .columns(['liveId', 'signupUserId'])
            .where('signupUserId', 'is not', null)
            .doUpdateSet((eb) => ({
              name: eb.ref('excluded.name'),
              phone: eb.ref('excluded.phone'),
              email: eb.ref('excluded.email'),
            })),
        )
        .returningAll()
        .execute(),

    /** The anonymous viewer of a device in a live: a new one, or the one there is. */
    ofDevice: (row: NewLiveUser, joinedAt: Date | null = null): Promise<LiveUserRow> =>
      tables()
        .insertInto('liveUser')
        .values({ ...row, ...fresh, joinedAt })
        .onConflict((conflict) =>
          conflict
            .columns(['liveId', 'deviceHash'])
            .where('deviceHash', 'is not', null)
            // Changes nothing, but gives the row back.
            .doUpdateSet({ anonymous: true }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** A guest in a live, made at the first call: a viewer of its own in one browser, with what it gave of itself. */
    guest: (row: NewLiveUser, on: Executor): Promise<LiveUserRow> =>
      tables(on)
        .insertInto('liveUser')
        .values({ ...row, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['liveId', 'deviceHash'])
            .where('deviceHash', 'is not', null)
            .doUpdateSet({ name: row.name, phone: row.phone, email: row.email }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    byDevice: (firmId: string, liveId: string, deviceHash: string): Promise<LiveUserRow | undefined> =>
      tables()
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('deviceHash', '=', deviceHash)
        .executeTakeFirst(),

    /** By an unguessable key of a public URL. */
    byKeyHash: (keyHash: string): Promise<LiveUserRow | undefined> =>
      tables().selectFrom('liveUser').selectAll().where('keyHash', '=', keyHash).executeTakeFirst(),

    find: (firmId: string, liveUserId: string, on: Executor = db): Promise<LiveUserRow | undefined> =>
      tables(on)
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', liveUserId)
        .executeTakeFirst(),

    rename: async (firmId: string, liveUserId: string, name: string, on: Executor = db): Promise<void> => {
      await mine(firmId, liveUserId, on).set({ name }).execute()
    },

    setPreview: async (firmId: string, liveUserId: string, preview: boolean): Promise<void> => {
      await mine(firmId, liveUserId, db).set({ preview }).execute()
    },

    /** Notes the first time in the room, and the browser it was come in by, with which version of the link. */
    joined: async (
      firmId: string,
      liveUserId: string,
      { now, seenDevice, seenVersion }: { now: Date; seenDevice: string | null; seenVersion: number },
      on: Executor = db,
    ): Promise<void> => {
      await mine(firmId, liveUserId, on)
        .set((eb) => ({
          joinedAt: eb.fn.coalesce('joinedAt', eb.val(now)),
          ...(seenDevice === null ? {} : { seenDevice, seenVersion }),
        }))
        .where((eb) =>
          eb.or([
            eb('joinedAt', 'is', null),
            ...(seenDevice === null
              ? []
              : [eb('seenDevice', 'is distinct from', seenDevice), eb('seenVersion', 'is distinct from', seenVersion)]),
          ]),
        )
        .execute()
    },

    bySignup: (
      firmId: string,
      liveId: string,
      signupUserId: string,
      on: Executor = db,
    ): Promise<LiveUserRow | undefined> =>
      tables(on)
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('signupUserId', '=', signupUserId)
        .executeTakeFirst(),

    byPublicId: (firmId: string, liveId: string, publicId: string): Promise<LiveUserRow | undefined> =>
      tables()
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('publicId', '=', publicId)
        .executeTakeFirst(),

    /** Viewers of the firm whom one of these marks is of; in one live, or (null) in all. */
    marked: (firmId: string, liveId: string | null, marks: ViewerMarks, on: Executor = db): Promise<LiveUserRow[]> =>
      tables(on)
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .$if(liveId !== null, (query) => query.where('liveId', '=', liveId ?? ''))
        .where((eb) =>
          eb.or([
            ...(marks.liveUserId === null ? [] : [eb('id', '=', marks.liveUserId)]),
            ...(marks.phone === null ? [] : [eb('phone', '=', marks.phone)]),
            ...(marks.email === null ? [] : [eb('email', '=', marks.email)]),
            ...(marks.deviceHash === null
              ? []
              : [eb('deviceHash', '=', marks.deviceHash), eb('seenDevice', '=', marks.deviceHash)]),
          ]),
        )
        .execute(),

    /** By name, the newest first. */
    named: (firmId: string, filter: { q: string; liveId: string | undefined; limit: number }): Promise<LiveUserRow[]> =>
      tables()
        .selectFrom('liveUser')
        .selectAll()
        .where('firmId', '=', firmId)
        .$if(filter.liveId !== undefined, (query) => query.where('liveId', '=', filter.liveId ?? ''))
        .$if(filter.q !== '', (query) => query.where(containing('name', filter.q)))
        .orderBy('createdAt', 'desc')
        .limit(filter.limit)
        .execute(),

    /** The next version of the personal link's key; the hash follows by `setKeyHash`. */
    nextKeyVersion: (firmId: string, liveUserId: string, on: Executor) =>
      mine(firmId, liveUserId, on).set({ keyVersion: sql<number>`"keyVersion" + 1` }).returningAll().executeTakeFirst(),

    setKeyHash: async (firmId: string, liveUserId: string, keyHash: string, on: Executor): Promise<void> => {
      await mine(firmId, liveUserId, on).set({ keyHash }).execute()
    },
  }
}
export type LiveUserStore = ReturnType<typeof createLiveUserStore>
