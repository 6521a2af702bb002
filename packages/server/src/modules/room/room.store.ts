import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { factsOf } from '../fact/fact.events.ts'
import { type RoomEventRow, roomTables } from './room.tables.ts'
import { createRoomState, roomStateKinds } from './room-state.ts'
import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'

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
  /** What a comment orders, until that has been carried out. */
  readonly asked: CommentReading | null
  /** A viewer's comment that asks something. */
  readonly question: boolean
}

/** A clock that is ahead of the others may hold room time still for so long; more than that is a live that was moved. */
const clocksDifferMs = 60_000

export const loggedColumns = ['seq', 'roomMs', 'kind', 'payload', 'liveUserId', 'held'] as const

export const loggedOf = (row: Pick<RoomEventRow, (typeof loggedColumns)[number]>): LoggedEvent => ({
  event: RealEvent.parse({ ...Object(row.payload), seq: row.seq, ms: row.roomMs, kind: row.kind }),
  held: row.held,
  liveUserId: row.liveUserId,
})

const stageFacts = (kind: 'shown' | 'hidden', eventKind: 'productShown' | 'productHidden') =>
  factsOf(kind, sql`written where kind = ${sql.lit(eventKind)}`, {
    sourceId: sql`concat_ws(' ', "liveId", seq)`,
    at: sql`"createdAt"`,
    liveId: sql`"liveId"`,
    productId: sql`(payload ->> 'productId')`,
  })
/** What the staff puts on the stage and takes down, for the figures: few commits have any of it. */
const stage = sql`, shown as (${stageFacts('shown', 'productShown')}), hidden as (${stageFacts('hidden', 'productHidden')})`
const isOfStage = ({ kind }: Pick<NewRow, 'kind'>): boolean => kind === 'productShown' || kind === 'productHidden'

export const createRoomStore = (db: Database) => {
  const tables = (on: Executor = db) => roomTables(on)
  const events = (firmId: string, liveId: string) =>
    tables().selectFrom('roomEvent').select(loggedColumns).where('firmId', '=', firmId).where('liveId', '=', liveId)
  /** Written out, as the index room_event_standing has them. */
  const kindList = sql.raw(roomStateKinds.map((kind) => `'${kind}'`).join(', '))
  const marks = async (firmId: string, liveId: string): Promise<LoggedEvent[]> =>
    (await events(firmId, liveId).where(sql<boolean>`kind in (${kindList})`).orderBy('seq').execute()).map(loggedOf)

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
     * Commits events with the next numbers of their room, in one statement: the counter's row stays locked to its end,
     * so that numbers are committed in order and none is lost. Undefined when the room has no row yet; breaks the
     * constraint room_event_message when one of them stands in the log already.
     */
    append: async (
      firmId: string,
      liveId: string,
      rows: readonly NewRow[],
      now: { at: Date; ms: number },
    ): Promise<{ firstSeq: number; ms: number } | undefined> => {
      const numbered = JSON.stringify(rows.map((row, index) => ({ ...row, number: index + 1 })))
      const written = await sql<{ seq: number; ms: number }>`
        with taken as (
          update room set
            "lastSeq" = "lastSeq" + ${rows.length}::bigint,
            "lastMs" = case
              when "lastMs" > ${now.ms + clocksDifferMs}::bigint then ${now.ms}::bigint
              else greatest("lastMs", ${now.ms}::bigint)
            end
          where "firmId" = ${firmId} and "liveId" = ${liveId}
          returning "liveId", "firmId", "lastSeq" - ${rows.length}::bigint as before, "lastMs"
        ), written as (
        insert into "roomEvent"
          ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, asked, question, "createdAt")
        select taken."liveId", taken.before + given.number, taken."firmId", taken."lastMs", given.kind, given.payload,
          given."liveUserId", given."messageKey", given.held, given.asked, given.question,
          ${now.at}::timestamptz
        from taken, jsonb_to_recordset(${numbered}::jsonb) as given
          (number bigint, kind text, payload jsonb, "liveUserId" uuid, "messageKey" text, held boolean, asked jsonb,
            question boolean)
        returning *
        )${rows.some(isOfStage) ? stage : sql``}
        select seq, "roomMs" as ms from written`.execute(tables())
      const [first] = written.rows
      if (first === undefined) return undefined
      return { firstSeq: Math.min(...written.rows.map(({ seq }) => seq)), ms: first.ms }
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

    /** The last events that are not for all, oldest first. */
    newestPrivate: async (firmId: string, liveId: string): Promise<RealEvent[]> =>
      (
        await events(firmId, liveId)
          .where('held', '=', sql.lit(true))
          .orderBy('seq', 'desc')
          .limit(roomLimits.controlRoomHistory)
          .execute()
      )
        .reverse()
        .map((row) => loggedOf(row).event),

    /** What a viewer may see before a seq, oldest first: without what was held, taken away, or said by the muted. */
    before: async (
      firmId: string,
      liveId: string,
      seq: number,
      limit: number,
      liveUserId: string,
    ): Promise<LoggedEvent[]> => {
      const roomState = createRoomState()
      for (const { event } of await marks(firmId, liveId)) roomState.note(event)
      const [muted, removed] = [[...roomState.muted()], [...roomState.removed()]]
      const rows = await events(firmId, liveId)
        .where('seq', '<', seq)
        // A pin says its comment’s words again, which may have been taken away since.
        .where('kind', 'not in', ['messagePinned', 'messageUnpinned'])
        .where((eb) => eb.or([eb('held', '=', false), eb('liveUserId', '=', liveUserId)]))
        .$if(muted.length > 0, (query) =>
          query.where((eb) =>
            eb.or([
              eb('kind', '!=', 'commented'),
              eb('liveUserId', '=', liveUserId),
              eb(sql<string>`payload -> 'user' ->> 'userId'`, 'not in', muted),
            ]),
          ),
        )
        .$if(removed.length > 0, (query) => query.where(sql<boolean>`seq <> all(${removed}::bigint[])`))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.reverse().map(loggedOf)
    },

    /** Up to a seq, every event of the `roomStateKinds`. */
    marksUpTo: async (firmId: string, liveId: string, seq: number): Promise<LoggedEvent[]> =>
      (await marks(firmId, liveId)).filter(({ event }) => event.seq <= seq),

    /** What these viewers said, the newest first. */
    saidBy: async (
      firmId: string,
      liveUserIds: readonly string[],
      limit: number,
    ): Promise<{ liveId: string; text: string; at: Date }[]> => {
      if (liveUserIds.length === 0) return []
      const rows = await tables()
        .selectFrom('roomEvent')
        .select(['liveId', 'createdAt', sql<string>`payload ->> 'text'`.as('text')])
        .where('firmId', '=', firmId)
        .where('liveId', 'in', (eb) =>
          eb.selectFrom('liveUser').select('liveUser.liveId').where('liveUser.id', 'in', liveUserIds),
        )
        .where('liveUserId', 'in', liveUserIds)
        .where('kind', '=', sql.lit('commented'))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ liveId, createdAt, text }) => ({ liveId, text, at: createdAt }))
    },

    raiseBlockEpoch: async (firmId: string, liveId: string, on: Executor): Promise<number | undefined> =>
      (
        await tables(on)
          .updateTable('room')
          .set({ blockEpoch: sql<number>`"blockEpoch" + 1` })
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .returning('blockEpoch')
          .executeTakeFirst()
      )?.blockEpoch,
  }
}
export type RoomStore = ReturnType<typeof createRoomStore>
