import { RealEvent } from '@kaimai/contract/room/room.protocol.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { type RoomEventRow, roomTables } from './room.tables.ts'

/** An event that stands in the log. */
export interface LoggedEvent {
  readonly event: RealEvent
  /** Seen by its sender alone. */
  readonly held: boolean
  readonly liveUserId: string | null
}

export interface RoomHead {
  readonly liveId: string
  readonly lastSeq: number
  readonly blockEpoch: number
}

export interface NewRow {
  readonly kind: string
  readonly payload: object
  readonly liveUserId: string | null
  readonly messageKey: string
  readonly held: boolean
}

/** A clock that is ahead of the others may hold room time still for so long; more than that is a live that was moved. */
const clocksDifferMs = 60_000

const columns = ['seq', 'roomMs', 'kind', 'payload', 'liveUserId', 'held'] as const

const loggedOf = (row: Pick<RoomEventRow, (typeof columns)[number]>): LoggedEvent => ({
  event: RealEvent.parse({ ...Object(row.payload), seq: row.seq, ms: row.roomMs, kind: row.kind }),
  held: row.held,
  liveUserId: row.liveUserId,
})

export const createRoomStore = (db: Database) => {
  const tables = (on: Executor = db) => roomTables(on)
  const events = (firmId: string, liveId: string) =>
    tables().selectFrom('roomEvent').select(columns).where('firmId', '=', firmId).where('liveId', '=', liveId)

  return {
    /** Makes the room's row if there is none; what is watched from now on has not been charged. */
    open: async (firmId: string, liveId: string, now: Date, on: Executor = db): Promise<RoomHead> => {
      await tables(on)
        .insertInto('room')
        .values({ firmId, liveId, createdAt: now, lastMs: null })
        .onConflict((conflict) =>
          conflict.column('liveId').doUpdateSet({ settled: false }).where('room.settled', '=', true),
        )
        .execute()
      return tables(on)
        .selectFrom('room')
        .select(['liveId', 'lastSeq', 'blockEpoch'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .executeTakeFirstOrThrow()
    },

    heads: (liveIds: readonly string[]): Promise<RoomHead[]> =>
      tables().selectFrom('room').select(['liveId', 'lastSeq', 'blockEpoch']).where('liveId', 'in', liveIds).execute(),

    /**
     * Takes the next numbers of a room and locks its counter to the end of the transaction, so that numbers are
     * committed in order and none is lost. Undefined when the room has no row yet.
     */
    takeSeqs: (firmId: string, liveId: string, count: number, ms: number, on: Executor) =>
      tables(on)
        .updateTable('room')
        .set({
          lastSeq: sql<number>`last_seq + ${count}`,
          lastMs: sql<number>`case when last_ms > ${ms + clocksDifferMs}::bigint then ${ms}::bigint
            else greatest(last_ms, ${ms}::bigint) end`,
        })
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .returning(['lastSeq', 'lastMs'])
        .executeTakeFirst(),

    /** Events from `firstSeq` on. Breaks the constraint room_event_message when one stands there already. */
    write: async (
      firmId: string,
      liveId: string,
      rows: readonly NewRow[],
      place: { firstSeq: number; ms: number; at: Date },
      on: Executor,
    ): Promise<void> => {
      const values = rows.map((row, index) => ({
        ...row,
        payload: json(row.payload),
        firmId,
        liveId,
        seq: place.firstSeq + index,
        roomMs: place.ms,
        createdAt: place.at,
      }))
      await tables(on).insertInto('roomEvent').values(values).execute()
    },

    /** Of those keys, the events that stand in the log. */
    byKeys: (firmId: string, liveId: string, keys: readonly string[]) =>
      tables()
        .selectFrom('roomEvent')
        .select(['seq', 'roomMs', 'liveUserId', 'messageKey'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('messageKey', 'in', keys)
        .execute(),

    /** Events after a seq, oldest first. */
    after: async (firmId: string, liveId: string, seq: number, limit: number): Promise<LoggedEvent[]> =>
      (await events(firmId, liveId).where('seq', '>', seq).orderBy('seq').limit(limit).execute()).map(loggedOf),

    /** The last events up to a seq, oldest first. */
    newest: async (firmId: string, liveId: string, upTo: number, limit: number): Promise<LoggedEvent[]> =>
      (await events(firmId, liveId).where('seq', '<=', upTo).orderBy('seq', 'desc').limit(limit).execute())
        .reverse()
        .map(loggedOf),

    /** What a viewer may see before a seq, oldest first. */
    before: async (
      firmId: string,
      liveId: string,
      seq: number,
      limit: number,
      liveUserId: string,
    ): Promise<LoggedEvent[]> =>
      (
        await events(firmId, liveId)
          .where('seq', '<', seq)
          .where((eb) => eb.or([eb('held', '=', false), eb('liveUserId', '=', liveUserId)]))
          .orderBy('seq', 'desc')
          .limit(limit)
          .execute()
      )
        .reverse()
        .map(loggedOf),

    /** Every showing and hiding of a product up to a seq. */
    shownUpTo: async (firmId: string, liveId: string, seq: number): Promise<LoggedEvent[]> =>
      (
        await events(firmId, liveId)
          .where('kind', 'in', ['productShown', 'productHidden'])
          .where('seq', '<=', seq)
          .orderBy('seq')
          .execute()
      ).map(loggedOf),

    raiseBlockEpoch: async (firmId: string, liveId: string, on: Executor): Promise<number | undefined> =>
      (
        await tables(on)
          .updateTable('room')
          .set({ blockEpoch: sql<number>`block_epoch + 1` })
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .returning('blockEpoch')
          .executeTakeFirst()
      )?.blockEpoch,
  }
}
export type RoomStore = ReturnType<typeof createRoomStore>
