import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'

const dayMs = 86_400_000
/** After its end: who is left behind by a node that was killed has been closed long since. */
const overMs = dayMs
/** Connections and the log of a live are kept for 13 months after its presence was written down. */
const recordRetentionMs = 400 * dayMs
const roomsAtOnce = 20
const viewersAtOnce = 500
const hourSeconds = 3600

/**
 * What a log holds that nobody asks for once the live and its replay have long been over: what stood on the stage. What
 * people said, what they were answered and what the staff did about it is kept.
 */
const sweptKinds = [
  ...['productShown', 'productHidden', 'productListed', 'productUnlisted'],
  ...['announced', 'unannounced', 'slowed', 'sold', 'roomChanged'],
]

interface EndedRoom {
  readonly liveId: string
  readonly firmId: string
}

/** What is kept of an ended live: docs/retention.md. */
export const createRoomRetention = (db: Database, clock: Clock) => {
  const ago = (ms: number) => new Date(clock.ms() - ms)

  /** Ended lives that are charged and whose presence isn't written, or was before the live was prolonged. */
  const waiting = async (): Promise<EndedRoom[]> => {
    const { rows } = await sql<EndedRoom>`
      select room."liveId", room."firmId" from live
      join room on room."liveId" = live.id
      left join "roomRetention" as kept on kept."liveId" = live.id
      where live."endAt" < ${ago(overMs)} and room.settled and (kept."liveId" is null or kept."presenceAt" < live."endAt")
      order by live."endAt" limit ${roomsAtOnce}`.execute(db.as())
    return rows
  }

  /** Spans of one viewer that touch are one. The same span is the same row, however often this runs. */
  const writeViewers = async ({ liveId, firmId }: EndedRoom, after: string | null): Promise<string | undefined> => {
    const { rows } = await sql<{ last: string | null; viewers: number }>`
      with viewer as (
        select distinct "liveUserId" from connection
        where "liveId" = ${liveId} and (${after}::uuid is null or "liveUserId" > ${after}::uuid)
        order by "liveUserId" limit ${viewersAtOnce}
      ), span as (
        select connection."liveUserId",
          unnest(range_agg(tstzrange("openedAt", greatest("openedAt", "lastSeenAt"), '[]'))) as held
        from connection join viewer on viewer."liveUserId" = connection."liveUserId"
        where connection."liveId" = ${liveId} and connection."firmId" = ${firmId}
        group by connection."liveUserId"
      ), written as (
        insert into "livePresence" as known ("liveId", "liveUserId", "fromAt", "toAt", "firmId")
        select ${liveId}, "liveUserId", lower(held), upper(held), ${firmId} from span
        on conflict ("liveId", "liveUserId", "fromAt") do update set "toAt" = greatest(known."toAt", excluded."toAt")
      )
      select max("liveUserId"::text) as last, count(*)::integer as viewers from viewer`.execute(db.as())
    const [row] = rows
    return row?.last !== null && row?.viewers === viewersAtOnce ? row.last : undefined
  }

  const writePresence = async (room: EndedRoom): Promise<void> => {
    let after: string | undefined
    do after = await writeViewers(room, after ?? null)
    while (after !== undefined)
    await sql`
      insert into "roomRetention" as known ("liveId", "firmId", "presenceAt")
      values (${room.liveId}, ${room.firmId}, ${clock.now()})
      on conflict ("liveId") do update set "presenceAt" = excluded."presenceAt"`.execute(db.as())
  }

  /** Lives whose connections (or log) are old enough, and not swept. */
  const dueFor = async (column: 'connectionsAt' | 'logAt'): Promise<EndedRoom[]> => {
    const { rows } = await sql<EndedRoom>`
      select kept."liveId", kept."firmId" from "roomRetention" as kept
      join live on live.id = kept."liveId"
      where ${sql.ref(`kept.${column}`)} is null and kept."presenceAt" < ${ago(recordRetentionMs)}
        and live."endAt" + live."replayMinutes" * interval '1 minute' < ${ago(recordRetentionMs)}
      order by kept."presenceAt" limit ${roomsAtOnce}`.execute(db.as())
    return rows
  }

  const markSwept = (column: 'connectionsAt' | 'logAt', { liveId }: EndedRoom) =>
    sql`update "roomRetention" set ${sql.ref(column)} = ${clock.now()} where "liveId" = ${liveId}`.execute(db.as())

  /** Only what the presence has been written from. */
  const sweepConnections = async ({ liveId }: EndedRoom, limit: number): Promise<number> => {
    const { rows } = await sql`
      delete from connection where ctid = any(array(
        select connection.ctid from connection join "roomRetention" as kept on kept."liveId" = connection."liveId"
        where connection."liveId" = ${liveId} and connection."lastSeenAt" <= kept."presenceAt" limit ${limit}))
      returning id`.execute(db.as())
    return rows.length
  }

  /** Not the last of the log: its numbers go on from there. */
  const sweepLog = async ({ liveId }: EndedRoom, limit: number): Promise<number> => {
    const { rows } = await sql`
      delete from "roomEvent" where ctid = any(array(
        select ctid from "roomEvent" where "liveId" = ${liveId} and kind = any(${sweptKinds}::text[])
          and seq < (select "lastSeq" from room where "liveId" = ${liveId}) limit ${limit}))
      returning seq`.execute(db.as())
    return rows.length
  }

  return {
    run: async (): Promise<void> => {
      for (const room of await waiting()) await writePresence(room)
      for (const room of await dueFor('connectionsAt')) {
        await sweepInBatches((limit) => sweepConnections(room, limit))
        await markSwept('connectionsAt', room)
      }
      for (const room of await dueFor('logAt')) {
        await sweepInBatches((limit) => sweepLog(room, limit))
        await markSwept('logAt', room)
      }
    },
  }
}

export const defineRoomRetention = ({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): void => {
  jobs.every('room/retention', hourSeconds, createRoomRetention(db, clock).run)
}
