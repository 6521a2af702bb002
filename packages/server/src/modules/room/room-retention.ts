import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'

const dayMs = 86_400_000
/** After its end: who is left behind by a node that was killed has been closed long since. */
const overMs = dayMs
/** Connections and the log of a live are kept for 13 months after its presence was written down. */
const recordsKeptMs = 400 * dayMs
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
      select room.live_id as "liveId", room.firm_id as "firmId" from live
      join room on room.live_id = live.id
      left join room_retention as kept on kept.live_id = live.id
      where live."endAt" < ${ago(overMs)} and room.settled and (kept.live_id is null or kept.presence_at < live."endAt")
      order by live."endAt" limit ${roomsAtOnce}`.execute(db.as())
    return rows
  }

  /** Spans of one viewer that touch are one. The same span is the same row, however often this runs. */
  const writeViewers = async ({ liveId, firmId }: EndedRoom, after: string | null): Promise<string | undefined> => {
    const { rows } = await sql<{ last: string | null; viewers: number }>`
      with viewer as (
        select distinct live_user_id from connection
        where live_id = ${liveId} and (${after}::uuid is null or live_user_id > ${after}::uuid)
        order by live_user_id limit ${viewersAtOnce}
      ), span as (
        select connection.live_user_id,
          unnest(range_agg(tstzrange(opened_at, greatest(opened_at, last_seen_at), '[]'))) as held
        from connection join viewer on viewer.live_user_id = connection.live_user_id
        where connection.live_id = ${liveId} and connection.firm_id = ${firmId}
        group by connection.live_user_id
      ), written as (
        insert into live_presence as known (live_id, live_user_id, from_at, to_at, firm_id)
        select ${liveId}, live_user_id, lower(held), upper(held), ${firmId} from span
        on conflict (live_id, live_user_id, from_at) do update set to_at = greatest(known.to_at, excluded.to_at)
      )
      select max(live_user_id::text) as last, count(*)::integer as viewers from viewer`.execute(db.as())
    const [row] = rows
    return row?.last !== null && row?.viewers === viewersAtOnce ? row.last : undefined
  }

  const writePresence = async (room: EndedRoom): Promise<void> => {
    let after: string | undefined
    do after = await writeViewers(room, after ?? null)
    while (after !== undefined)
    await sql`
      insert into room_retention as known (live_id, firm_id, presence_at)
      values (${room.liveId}, ${room.firmId}, ${clock.now()})
      on conflict (live_id) do update set presence_at = excluded.presence_at`.execute(db.as())
  }

  /** Lives whose connections (or log) are old enough, and not swept. */
  const dueFor = async (column: 'connections_at' | 'log_at'): Promise<EndedRoom[]> => {
    const { rows } = await sql<EndedRoom>`
      select kept.live_id as "liveId", kept.firm_id as "firmId" from room_retention as kept
      join live on live.id = kept.live_id
      where ${sql.ref(`kept.${column}`)} is null and kept.presence_at < ${ago(recordsKeptMs)}
        and live."endAt" + live."replayMinutes" * interval '1 minute' < ${ago(recordsKeptMs)}
      order by kept.presence_at limit ${roomsAtOnce}`.execute(db.as())
    return rows
  }

  const markSwept = (column: 'connections_at' | 'log_at', { liveId }: EndedRoom) =>
    sql`update room_retention set ${sql.ref(column)} = ${clock.now()} where live_id = ${liveId}`.execute(db.as())

  /** Only what the presence has been written from. */
  const sweepConnections = async ({ liveId }: EndedRoom, limit: number): Promise<number> => {
    const { rows } = await sql`
      delete from connection where ctid = any(array(
        select connection.ctid from connection join room_retention as kept on kept.live_id = connection.live_id
        where connection.live_id = ${liveId} and connection.last_seen_at <= kept.presence_at limit ${limit}))
      returning id`.execute(db.as())
    return rows.length
  }

  /** Not the last of the log: its numbers go on from there. */
  const sweepLog = async ({ liveId }: EndedRoom, limit: number): Promise<number> => {
    const { rows } = await sql`
      delete from room_event where ctid = any(array(
        select ctid from room_event where live_id = ${liveId} and kind = any(${sweptKinds}::text[])
          and seq < (select last_seq from room where live_id = ${liveId}) limit ${limit}))
      returning seq`.execute(db.as())
    return rows.length
  }

  return {
    run: async (): Promise<void> => {
      for (const room of await waiting()) await writePresence(room)
      for (const room of await dueFor('connections_at')) {
        await sweepInBatches((limit) => sweepConnections(room, limit))
        await markSwept('connections_at', room)
      }
      for (const room of await dueFor('log_at')) {
        await sweepInBatches((limit) => sweepLog(room, limit))
        await markSwept('log_at', room)
      }
    },
  }
}

export const defineRoomRetention = ({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): void => {
  jobs.every('room/retention', hourSeconds, createRoomRetention(db, clock).run)
}
