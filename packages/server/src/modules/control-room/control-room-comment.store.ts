import type { commentFilters } from '@kaimai/contract/control-room/control-room.schema.ts'
import { Addressee, ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Executor } from '../../platform/db/database.ts'
import { type DecisionState, controlRoomTables, type RoomDecisionRow } from '../room/moderation.tables.ts'

type CommentFilter = (typeof commentFilters)[number]
type StoredFilter = Exclude<CommentFilter, 'orders'>

const Payload = z.object({
  user: ChatUser,
  text: z.string(),
  to: Addressee.optional(),
  question: z.literal(true).optional(),
  of: z.number().int().optional(),
})

/** A comment as it stands in the log, with what the staff did to it. */
export interface StaffComment {
  readonly seq: number
  readonly ms: number
  readonly at: Date
  readonly liveUserId: string | null
  readonly user: ChatUser
  readonly text: string
  readonly to: Addressee | undefined
  /** Asked by its button, or reads like a question. */
  readonly question: boolean
  readonly held: boolean
  readonly state: DecisionState
  readonly removed: boolean
  readonly releasedAs: number | null
  readonly byName: string
  readonly marked: boolean
  readonly answered: boolean
}

/** A comment about which is decided. */
export interface JudgedComment {
  /** As its writer has it, also when it was named by what it was released as. */
  readonly seq: number
  readonly held: boolean
  readonly liveUserId: string | null
  readonly payload: z.output<typeof Payload>
}

const isTrue = (condition: ReturnType<typeof sql>): Expression<SqlBool> => condition as Expression<SqlBool>

/** Held, not decided, and not by somebody who is blocked: such a person reads nothing here any more. */
const waiting = sql`(e.held and coalesce(d.state = 'waiting' and not d.removed, true) and not exists (
  select 1 from block b where b."firmId" = e."firmId" and b."liveUserId" = e."liveUserId" and b."cancelledAt" is null
    and (b."liveId" is null or b."liveId" = e."liveId")))`

const conditionOf: Readonly<Record<StoredFilter, Expression<SqlBool>>> = {
  all: isTrue(sql`true`),
  held: isTrue(sql`${waiting}`),
  marked: isTrue(sql`m.seq is not null`),
  questions: isTrue(sql`e.question`),
  removed: isTrue(sql`d.removed`),
}

/** The comments of a room for the staff: every one once, as its writer said it. */
export const createControlRoomCommentStore = (db: Database) => {
  const found = (firmId: string, liveId: string) => sql`
    from "roomEvent" e
    left join "roomDecision" d on d."liveId" = e."liveId" and d.seq = e.seq
    left join "roomMark" m on m."liveId" = e."liveId" and m.seq = e.seq
    where e."firmId" = ${firmId} and e."liveId" = ${liveId} and e.kind = 'commented' and not e.payload ? 'of'`

  const read = async (firmId: string, liveId: string, condition: Expression<SqlBool>, limit: number) => {
    const { rows } = await sql<{
      seq: number
      ms: number
      at: Date
      liveUserId: string | null
      payload: unknown
      question: boolean
      held: boolean
      state: DecisionState | null
      removed: boolean | null
      releasedAs: number | null
      byName: string | null
      marked: boolean
      answered: boolean
    }>`
      select e.seq, e."roomMs" as ms, e."createdAt" as at, e."liveUserId", e.payload, e.question, e.held,
        d.state, d.removed, d."releasedAs", d."byName", m.seq is not null as marked,
        exists (select 1 from "roomEvent" a where a."liveId" = e."liveId" and a.payload ? 'to'
          and a.payload -> 'to' ->> 'seq' in (e.seq::text, d."releasedAs"::text)) as answered
      ${found(firmId, liveId)} and ${condition}
      order by e.seq desc limit ${limit}`.execute(controlRoomTables(db))
    return rows.map(({ payload, state, removed, byName, ...row }): StaffComment => {
      const { user, text, to } = Payload.parse(payload)
      return { ...row, user, text, to, state: state ?? 'waiting', removed: removed ?? false, byName: byName ?? '' }
    })
  }

  const below = (before: number | undefined) => sql`e.seq < ${before ?? Number.MAX_SAFE_INTEGER}::bigint`

  return {
    /** The newest first. */
    list: (
      firmId: string,
      liveId: string,
      page: {
        readonly filter: StoredFilter
        readonly q: string
        readonly before: number | undefined
        readonly limit: number
      },
    ): Promise<StaffComment[]> => {
      const { filter, q, before, limit } = page
      const pattern = `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
      const said =
        q === ''
          ? sql`true`
          : sql`(e.payload ->> 'text' ilike ${pattern} or e.payload -> 'user' ->> 'name' ilike ${pattern})`
      return read(firmId, liveId, isTrue(sql`${below(before)} and ${conditionOf[filter]} and ${said}`), limit)
    },

    /** Those comments, the newest first. */
    bySeqs: async (firmId: string, liveId: string, seqs: readonly number[]): Promise<StaffComment[]> =>
      seqs.length === 0 ? [] : read(firmId, liveId, isTrue(sql`e.seq = any(${[...seqs]}::bigint[])`), seqs.length),

    /** What one viewer said, the newest first. */
    ofViewer: (firmId: string, liveId: string, liveUserId: string, limit: number): Promise<StaffComment[]> =>
      read(firmId, liveId, isTrue(sql`e."liveUserId" = ${liveUserId}`), limit),

    /** How many comments each filter finds, up to which number of the room; orders are counted where they are kept. */
    counts: async (firmId: string, liveId: string): Promise<Record<StoredFilter | 'seq', number>> => {
      const ofLive = sql`e."firmId" = ${firmId} and e."liveId" = ${liveId} and e.kind = 'commented' and not e.payload ? 'of'`
      const { rows } = await sql<Record<StoredFilter | 'seq', number>>`
        select
          (select count(*) from "roomEvent" e where ${ofLive}) as all,
          (select count(*) from "roomEvent" e
            left join "roomDecision" d on d."liveId" = e."liveId" and d.seq = e.seq
            where ${ofLive} and ${waiting}) as held,
          (select count(*) from "roomMark" m where m."firmId" = ${firmId} and m."liveId" = ${liveId}) as marked,
          (select count(*) from "roomEvent" e where ${ofLive} and e.question) as questions,
          (select count(*) from "roomDecision" d
            where d."firmId" = ${firmId} and d."liveId" = ${liveId} and d.removed) as removed,
          coalesce((select "lastSeq" from room where "firmId" = ${firmId} and "liveId" = ${liveId}), 0) as seq`.execute(
        controlRoomTables(db),
      )
      const [row] = rows
      if (row === undefined) throw new Error('a row of counts is always there')
      return row
    },

    /** Held comments that nobody has decided, by live. */
    waitingIn: async (firmId: string, liveIds: readonly string[]): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const { rows } = await sql<{ liveId: string; waiting: number }>`
        select e."liveId", count(*) as waiting from "roomEvent" e
        left join "roomDecision" d on d."liveId" = e."liveId" and d.seq = e.seq
        where e."firmId" = ${firmId} and e."liveId" = any(${[...liveIds]}::uuid[]) and e.kind = 'commented'
          and ${waiting}
        group by 1`.execute(controlRoomTables(db))
      return new Map(rows.map(({ liveId, waiting }) => [liveId, waiting]))
    },

    /** What viewers said, without the staff. */
    saidByViewers: async (firmId: string, liveId: string): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from "roomEvent"
        where "firmId" = ${firmId} and "liveId" = ${liveId} and kind = 'commented' and not payload ? 'of'
          and "liveUserId" is not null`.execute(controlRoomTables(db))
      return rows[0]?.count ?? 0
    },

    /** The comment of that seq; one that was released is found by either of its seqs. */
    validated: async (firmId: string, liveId: string, seq: number): Promise<JudgedComment | undefined> => {
      const find = async (at: number) => {
        const row = await controlRoomTables(db)
          .selectFrom('roomEvent')
          .select(['seq', 'held', 'liveUserId', 'payload'])
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .where('seq', '=', at)
          .where('kind', '=', sql.lit('commented'))
          .executeTakeFirst()
        return row && { ...row, payload: Payload.parse(row.payload) }
      }
      const row = await find(seq)
      return row?.payload.of === undefined ? row : find(row.payload.of)
    },

    /** How it stands decided; the row is locked until the transaction ends. */
    lockDecision: async (
      fresh: Pick<RoomDecisionRow, 'firmId' | 'liveId' | 'seq' | 'memberId' | 'byName' | 'changedAt'>,
      on: Executor,
    ): Promise<RoomDecisionRow> => {
      await controlRoomTables(on)
        .insertInto('roomDecision')
        .values({ ...fresh, state: 'waiting', removed: false, version: 0, releasedAs: null })
        .onConflict((conflict) => conflict.columns(['liveId', 'seq']).doNothing())
        .execute()
      return controlRoomTables(on)
        .selectFrom('roomDecision')
        .selectAll()
        .where('firmId', '=', fresh.firmId)
        .where('liveId', '=', fresh.liveId)
        .where('seq', '=', fresh.seq)
        .forUpdate()
        .executeTakeFirstOrThrow()
    },

    /** How it stands decided; undefined: nobody has done anything to it. */
    decision: (firmId: string, liveId: string, seq: number): Promise<RoomDecisionRow | undefined> =>
      controlRoomTables(db)
        .selectFrom('roomDecision')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('seq', '=', seq)
        .executeTakeFirst(),

    decide: async (
      { firmId, liveId, seq }: Pick<RoomDecisionRow, 'firmId' | 'liveId' | 'seq'>,
      change: Partial<Omit<RoomDecisionRow, 'firmId' | 'liveId' | 'seq'>>,
      on: Executor = db,
    ): Promise<void> => {
      await controlRoomTables(on)
        .updateTable('roomDecision')
        .set(change)
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('seq', '=', seq)
        .execute()
    },
  }
}
export type ControlRoomCommentStore = ReturnType<typeof createControlRoomCommentStore>
