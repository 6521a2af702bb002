import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { pinsPlayed } from '@kaimai/contract/room/pinned-message.rules.ts'
import { mutedAfter } from '@kaimai/contract/room/event-order.rules.ts'
import { sql } from 'kysely'
import { type Database, literals } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { replayedKinds, replayedRoomState } from './replay-chunks.ts'
import { replayPeriodPrefix } from '../live-hours/live-hours.store.ts'
import { createHeartStore } from '../room/heart.store.ts'
import { type RoomEventRow, roomTables } from '../room/room.tables.ts'

/** Two calls so far apart count so much, ms; they come every 15 seconds. */
const longestStepMs = 30_000

const columns = ['seq', 'roomMs', 'kind', 'payload'] as const
const eventOf = (row: Pick<RoomEventRow, (typeof columns)[number]>): RealEvent =>
  RealEvent.parse({ ...Object(row.payload), seq: row.seq, ms: row.roomMs, kind: row.kind })

export interface ReplayFigures {
  readonly viewers: number
  readonly seconds: number
}

/** The log of an ended live as a replay shows it, and who watched the replay. */
export const createReplayStore = (db: Database) => {
  const events = (firmId: string, liveId: string) =>
    roomTables(db).selectFrom('roomEvent').select(columns).where('firmId', '=', firmId).where('liveId', '=', liveId)

  /** Comments that nobody sees any more: taken away, or by who is muted. */
  const hiddenIn = async (firmId: string, liveId: string): Promise<{ seqs: Set<number>; userIds: Set<string> }> => {
    const rows = await events(firmId, liveId)
      .where('kind', 'in', literals(['muted', 'unmuted', 'removed', 'restored']))
      .orderBy('seq')
      .execute()
    const acts = rows.map(eventOf)
    const seqs = new Set<number>()
    for (const act of acts) {
      if (act.kind === 'removed') seqs.add(act.of)
      if (act.kind === 'restored') seqs.delete(act.of)
    }
    const muted = mutedAfter(
      acts.flatMap((act) =>
        act.kind === 'muted' || act.kind === 'unmuted'
          ? [{ ms: act.ms, seq: act.seq, userId: act.userId, muted: act.kind === 'muted' }]
          : [],
      ),
    )
    return { seqs, userIds: new Set(muted) }
  }

  return {
    /** What set how things stood, of the whole live. */
    roomState: async (firmId: string, liveId: string): Promise<RealEvent[]> =>
      (
        await events(firmId, liveId)
          .where('kind', 'in', literals(replayedRoomState))
          .where('held', '=', false)
          .orderBy('seq')
          .execute()
      ).map(eventOf),

    /** Hearts that viewers gave, by second. */
    hearts: createHeartStore(db).between,

    /** Openings and ends of polls and giveaways. */
    asked: async (firmId: string, liveId: string): Promise<RealEvent[]> =>
      (
        await events(firmId, liveId)
          .where('kind', 'in', literals(['pollOpened', 'pollClosed', 'giveawayOpened', 'giveawayDrawn']))
          .orderBy('seq')
          .execute()
      ).map(eventOf),
    /** Of the whole live, which viewer’s comment was pinned when; none whose words nobody sees any more. */
    pins: async (firmId: string, liveId: string): Promise<RealEvent[]> => {
      const [hidden, rows] = await Promise.all([
        hiddenIn(firmId, liveId),
        events(firmId, liveId)
          .where('kind', 'in', literals(['messagePinned', 'messageUnpinned', 'removed', 'muted']))
          .orderBy('seq')
          .execute(),
      ])
      return pinsPlayed(rows.map(eventOf), ({ of, user }) => hidden.seqs.has(of) || hidden.userIds.has(user.userId))
    },

    /** Ids of lines of the script that the staff has taken down. */
    removedLines: async (firmId: string, liveId: string): Promise<ReadonlySet<string>> => {
      const rows = await events(firmId, liveId)
        .where('kind', 'in', literals(['lineRemoved', 'lineRestored']))
        .orderBy('seq')
        .execute()
      const lines = new Set<string>()
      for (const event of rows.map(eventOf)) {
        if (event.kind === 'lineRemoved') lines.add(event.line)
        if (event.kind === 'lineRestored') lines.delete(event.line)
      }
      return lines
    },

    /** What everybody may see of [fromMs, untilMs), room time; without `untilMs` all that is left. */
    between: async (
      firmId: string,
      liveId: string,
      fromMs: number,
      untilMs: number | undefined,
    ): Promise<RealEvent[]> => {
      const [hidden, rows] = await Promise.all([
        hiddenIn(firmId, liveId),
        events(firmId, liveId)
          .where('kind', 'in', [...replayedKinds])
          .where('held', '=', false)
          .where('roomMs', '>=', fromMs)
          .$if(untilMs !== undefined, (query) => query.where('roomMs', '<', untilMs ?? 0))
          .orderBy('seq')
          .execute(),
      ])
      return rows
        .map(eventOf)
        .filter(
          (event) =>
            event.kind !== 'commented' || !(hidden.seqs.has(event.seq) || hidden.userIds.has(event.user.userId)),
        )
    },

    /**
     * A viewer says that it watches. The time since it said so last counts when it played then, at most 30 seconds of
     * it; of several windows of one viewer it counts once, and never more than `mostMs`.
     */
    watched: async (
      viewer: { firmId: string; liveId: string; liveUserId: string },
      said: { at: Date; playing: boolean; playheadMs: number; maxMs: number },
    ): Promise<void> => {
      const { firmId, liveId, liveUserId } = viewer
      await sql`
        insert into "replayWatch" as known
          ("liveId", "liveUserId", "firmId", "firstAt", "lastAt", playing, "playheadMs")
        values (${liveId}, ${liveUserId}, ${firmId}, ${said.at}, ${said.at}, ${said.playing}, ${said.playheadMs})
        on conflict ("liveId", "liveUserId") do update set
          "watchedMs" = greatest(known."watchedMs", least(${said.maxMs}::bigint, known."watchedMs" + case when known.playing
            then least(${longestStepMs}, greatest(0, round(extract(epoch from excluded."lastAt" - known."lastAt") * 1000)))::bigint
            else 0 end)),
          "lastAt" = greatest(known."lastAt", excluded."lastAt"),
          playing = excluded.playing,
          "playheadMs" = excluded."playheadMs"`.execute(db.as())
      await sql`
        insert into "replayRoom" as known ("liveId", "firmId") values (${liveId}, ${firmId})
        on conflict ("liveId") do update set settled = false where known.settled`.execute(db.as())
    },

    /** Replays of which something was watched and not charged; all firms: for the worker. */
    unsettled: async (after: string | undefined, limit: number): Promise<{ liveId: string; firmId: string }[]> =>
      (
        await sql<{ liveId: string; firmId: string }>`
          select "liveId", "firmId" from "replayRoom"
          where not settled and (${after ?? null}::uuid is null or "liveId" > ${after ?? null}::uuid)
          order by "liveId" limit ${limit}`.execute(db.as())
      ).rows,

    /** Brings what a replay was charged to all that was watched of it; `free`: it is only marked as settled. */
    charge: (firmId: string, liveId: string, now: Date, free: boolean): Promise<void> =>
      db.transaction(async (tx) => {
        // First: what is said while this is under way makes it unsettled again. Two workers take turns here.
        const { rows } = await sql`
          update "replayRoom" set settled = true where "liveId" = ${liveId} and "firmId" = ${firmId} returning "liveId"`.execute(
          tx.as(),
        )
        if (free || rows.length === 0) return
        await sql`
          insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
          select ${newId()}::uuid, ${firmId}::uuid, ${liveId}::uuid, ${replayPeriodPrefix} || watched.seconds,
            charged.seconds - watched.seconds, 'charge', ${now}::timestamptz
          from (select coalesce(floor(sum("watchedMs") / 1000), 0)::bigint as seconds from "replayWatch"
                where "liveId" = ${liveId} and "firmId" = ${firmId}) as watched,
            (select coalesce(-sum(seconds), 0)::bigint as seconds from "liveHoursLedger"
             where "liveId" = ${liveId} and "firmId" = ${firmId} and starts_with(period, ${replayPeriodPrefix})) as charged
          where watched.seconds > charged.seconds
          on conflict on constraint live_hours_charge do nothing`.execute(tx.as())
      }),

    /** Viewers of the replays and what they watched; lives without any are left out. */
    figures: async (firmId: string, liveIds: readonly string[]): Promise<Map<string, ReplayFigures>> => {
      if (liveIds.length === 0) return new Map()
      const { rows } = await sql<{ liveId: string; viewers: number; seconds: number }>`
        select "liveId", count(*)::int as viewers, floor(sum("watchedMs") / 1000)::bigint as seconds
        from "replayWatch" where "firmId" = ${firmId} and "liveId" = any(${[...liveIds]}::uuid[])
        group by "liveId"`.execute(db.as())
      return new Map(rows.map(({ liveId, viewers, seconds }) => [liveId, { viewers, seconds }]))
    },
  }
}
export type ReplayStore = ReturnType<typeof createReplayStore>
