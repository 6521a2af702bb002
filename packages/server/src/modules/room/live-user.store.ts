import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { type LiveUserRow, roomTables } from './room.tables.ts'

type NewLiveUser = Omit<LiveUserRow, 'keyVersion' | 'blockedAt' | 'joinedAt' | 'personId' | 'imgUrl'>

const fresh = { keyVersion: 1, blockedAt: null, joinedAt: null, personId: null, imgUrl: '' }

export const createLiveUserStore = (db: Database) => {
  const tables = (on: Executor = db) => roomTables(on)
  const mine = (firmId: string, liveUserId: string, on: Executor) =>
    tables(on).updateTable('liveUser').where('firmId', '=', firmId).where('id', '=', liveUserId)

  return {
    /** The sign-up's viewer in a live: a new one, or the one there is with what the sign-up says now. */
    ofSignup: (row: NewLiveUser, on: Executor = db): Promise<LiveUserRow> =>
      tables(on)
        .insertInto('liveUser')
        .values({ ...row, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['liveId', 'signupUserId'])
            .where('signupUserId', 'is not', null)
            .doUpdateSet({ name: row.name, phone: row.phone, email: row.email }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** The anonymous viewer of a device in a live: a new one, or the one there is. */
    ofDevice: (row: NewLiveUser, on: Executor = db): Promise<LiveUserRow> =>
      tables(on)
        .insertInto('liveUser')
        .values({ ...row, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['liveId', 'deviceHash'])
            .where('deviceHash', 'is not', null)
            // Changes nothing, but gives the row back.
            .doUpdateSet({ anonymous: true }),
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

    /** Notes the first time in the room. */
    joined: async (firmId: string, liveUserId: string, now: Date, on: Executor = db): Promise<void> => {
      await mine(firmId, liveUserId, on).set({ joinedAt: now }).where('joinedAt', 'is', null).execute()
    },

    setBlocked: (firmId: string, liveUserId: string, blockedAt: Date | null, on: Executor) =>
      mine(firmId, liveUserId, on).set({ blockedAt }).returningAll().executeTakeFirst(),

    /** The next version of the personal link's key; the hash follows by `setKeyHash`. */
    nextKeyVersion: (firmId: string, liveUserId: string, on: Executor) =>
      mine(firmId, liveUserId, on).set({ keyVersion: sql<number>`key_version + 1` }).returningAll().executeTakeFirst(),

    setKeyHash: async (firmId: string, liveUserId: string, keyHash: string, on: Executor): Promise<void> => {
      await mine(firmId, liveUserId, on).set({ keyHash }).execute()
    },
  }
}
export type LiveUserStore = ReturnType<typeof createLiveUserStore>
