import type { Database } from './platform/db/database.ts'

const roomsAtOnce = 200

/** Rooms of demo firms that ended before, and that nobody ordered in, with all that hangs on them. */
const goneRooms = `
  select live.id from live join firm on firm.id = live."firmId"
  where firm."isDemo" and live."endAt" < $1
    and not exists (select 1 from "order" where "order"."liveId" = live.id)
    and not exists (select 1 from "signupOrder" where live.id = any ("signupOrder"."liveIds"))
    and not exists (select 1 from "signupSeries" where "templateLiveId" = live.id)
    -- Shows announced days before are the demo's past.
    and live."createdAt" > live."beginAt" - interval '2 days'
  order by live."endAt" limit ${roomsAtOnce}`

/** What hangs on a room, those that point at others first; $1 are the rooms. */
const hanging: readonly string[] = [
  'delete from "cartLine" where "liveUserId" in (select id from "liveUser" where "liveId" = any($1::uuid[]))',
  'delete from "replayWatch" where "liveId" = any($1::uuid[])',
  'delete from "replayRoom" where "liveId" = any($1::uuid[])',
  'delete from "orderHold" where "liveId" = any($1::uuid[])',
  'delete from "commentOrder" where "liveId" = any($1::uuid[])',
  'delete from "roomCue" where "liveId" = any($1::uuid[])',
  'delete from "roomMute" where "liveId" = any($1::uuid[])',
  'delete from connection where "liveId" = any($1::uuid[])',
  'delete from "roomEvent" where "liveId" = any($1::uuid[])',
  'delete from "liveHoursLedger" where "liveId" = any($1::uuid[])',
  'delete from room where "liveId" = any($1::uuid[])',
  'delete from "liveUser" where "liveId" = any($1::uuid[])',
  'delete from "signupSeat" where "liveId" = any($1::uuid[])',
  'delete from "signupSession" where "liveId" = any($1::uuid[])',
  'delete from fact where "liveId" = any($1::uuid[])',
  `update "figureDay" sums set acts = sums.acts - gone.acts, pieces = sums.pieces - gone.pieces, amount = sums.amount - gone.amount
   from (
     select "firmId", day, kind, "productId", currency, sum(acts) as acts, sum(pieces) as pieces, sum(amount) as amount
     from figure where "liveId" = any($1::uuid[]) group by 1, 2, 3, 4, 5
   ) as gone
   where gone."firmId" = sums."firmId" and gone.day = sums.day and gone.kind = sums.kind and gone."productId" = sums."productId"
     and gone.currency = sums.currency`,
  'delete from figure where "liveId" = any($1::uuid[])',
  'delete from "figurePerson" where "placeId" = any($1::uuid[])',
  'delete from "figureStay" where "liveId" = any($1::uuid[])',
  'delete from "figurePresence" where "liveId" = any($1::uuid[])',
  'delete from "figureCell" where "placeId" = any($1::uuid[])',
  'delete from "figureChange" where "placeId" = any($1::uuid[])',
  'delete from live where id = any($1::uuid[])',
]

/**
 * The demo firm opens a room every three minutes; they go after a day. This is the one place that deletes over all
 * modules' tables at once: nothing else ever removes a live for good.
 */
export const sweepDemoRooms = async (db: Database, before: Date): Promise<void> => {
  const { rows } = await db.raw(goneRooms, [before])
  const ids = rows.map(({ id }) => String(id))
  if (ids.length === 0) return
  for (const statement of hanging) await db.raw(statement, [ids])
}
