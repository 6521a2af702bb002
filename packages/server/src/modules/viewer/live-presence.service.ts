import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'

/** A viewer of a live, with how long they were there. */
export interface LivePresence {
  readonly liveUserId: string
  readonly signupUserId: string | null
  readonly name: string
  readonly came: boolean
  /** One of the viewer's connections stands. */
  readonly isHere: boolean
  /** When one last stood; null: none is known (they are kept for 13 months). */
  readonly lastSeenAt: Date | null
  /** Time of the live within which at least one stood: contract/live-hours/watched.rules.ts. */
  readonly stayedMs: number
}

interface LivePresencesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly live: (
    firmId: string,
    liveId: string,
  ) => Promise<{ readonly beginAtMs: number; readonly endAtMs: number } | undefined>
}

/** Everybody of a live at once, in one statement however many they are; nobody of a live that the firm hasn't. */
export const createLivePresences =
  ({ db, clock, live: find }: LivePresencesDeps) =>
  async (firmId: string, liveId: string): Promise<LivePresence[]> => {
    const live = await find(firmId, liveId)
    if (!live) return []
    const [beginAt, endAt] = [new Date(live.beginAtMs), new Date(live.endAtMs)]
    const onlineSince = new Date(clock.ms() - roomLimits.silenceMs)
    const from = sql`greatest("openedAt", ${beginAt}::timestamptz)`
    const { rows } = await sql<LivePresence>`
      with stood as (
        select "liveUserId" as id, max("lastSeenAt") as "lastSeenAt",
          bool_or("closedAt" is null and "lastSeenAt" > ${onlineSince}::timestamptz) as "isHere",
          range_agg(tstzrange(${from}, greatest(${from}, least("lastSeenAt", ${endAt}::timestamptz)))) as spans
        from connection where "liveId" = ${liveId} and "firmId" = ${firmId} group by 1
      )
      select viewer.id as "liveUserId", viewer."signupUserId", viewer.name, viewer."joinedAt" is not null as came,
        coalesce(stood."isHere", false) as "isHere", stood."lastSeenAt",
        coalesce((
          select round(extract(epoch from sum(upper(span) - lower(span))) * 1000) from unnest(stood.spans) as span
        ), 0)::integer as "stayedMs"
      from "liveUser" viewer left join stood on stood.id = viewer.id
      where viewer."firmId" = ${firmId} and viewer."liveId" = ${liveId} and not viewer.preview
      order by viewer."createdAt", viewer.id`.execute(db.as())
    return rows
  }
