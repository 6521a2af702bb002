import type { Database, Executor } from '../../platform/db/database.ts'
import { controlRoomTables } from './moderation.tables.ts'

export interface MuteChange {
  readonly liveId: string
  readonly liveUserId: string
  readonly firmId: string
  readonly muted: boolean
  readonly memberId: string
  readonly byName: string
  readonly changedAt: Date
}

/** Whom the staff has muted. */
export const createMuteStore = (db: Database) => ({
  /** How many times it was changed so far; `isNew` is false when it stood so already. Locks the row. */
  set: async (change: MuteChange, on: Executor): Promise<{ version: number; isNew: boolean }> => {
    const tables = controlRoomTables(on)
    // Who was never muted and is to be heard needs no row; a row of version 0 stands for that.
    await tables
      .insertInto('roomMute')
      .values({ ...change, muted: false, version: 0 })
      .onConflict((conflict) => conflict.columns(['liveId', 'liveUserId']).doNothing())
      .execute()
    const before = await tables
      .selectFrom('roomMute')
      .select(['muted', 'version'])
      .where('firmId', '=', change.firmId)
      .where('liveId', '=', change.liveId)
      .where('liveUserId', '=', change.liveUserId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.muted === change.muted) return { version: before.version, isNew: false }
    const { muted, memberId, byName, changedAt } = change
    const version = before.version + 1
    await tables
      .updateTable('roomMute')
      .set({ muted, memberId, byName, changedAt, version })
      .where('firmId', '=', change.firmId)
      .where('liveId', '=', change.liveId)
      .where('liveUserId', '=', change.liveUserId)
      .execute()
    return { version, isNew: true }
  },

  isMuted: async (firmId: string, liveId: string, liveUserId: string): Promise<boolean> =>
    (
      await controlRoomTables(db)
        .selectFrom('roomMute')
        .select('muted')
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('liveUserId', '=', liveUserId)
        .executeTakeFirst()
    )?.muted ?? false,

  /** Inside ids of who is muted in a live. */
  mutedIn: async (firmId: string, liveId: string): Promise<ReadonlySet<string>> => {
    const rows = await controlRoomTables(db)
      .selectFrom('roomMute')
      .select('liveUserId')
      .where('firmId', '=', firmId)
      .where('liveId', '=', liveId)
      .where('muted', '=', true)
      .execute()
    return new Set(rows.map(({ liveUserId }) => liveUserId))
  },
})
export type MuteStore = ReturnType<typeof createMuteStore>
