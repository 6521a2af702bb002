import { curveMinutes, type RoomCurves } from '@kaimai/contract/control-room/room-curve.routes.ts'
import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import { heartsBetween, heartSpansOf } from '@kaimai/contract/room/hearts.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { HeartStore } from '../room/heart.store.ts'
import { controlRoomTables } from '../room/moderation.tables.ts'
import type { ControlRoomAccess } from './control-room-access.ts'

export interface RoomCurveDeps {
  readonly db: Database
  readonly clock: Clock
  readonly room: Pick<ControlRoomAccess, 'find'>
  readonly hearts: Pick<HeartStore, 'byMinute' | 'total'>
  /** As the live keeps it, and what the staff has changed of it. */
  readonly script: (liveId: string) => Promise<Script>
  readonly cues: (firmId: string, liveId: string) => Promise<readonly Cue[]>
}

interface ByMinute {
  readonly minute: number
  readonly count: number
}
const minuteMs = 60_000

/** How a room goes, minute by minute: counted from what is kept anyway, each time it is asked. */
export const createRoomCurves = (deps: RoomCurveDeps) => {
  const { db, clock, room, hearts } = deps
  const commentsByMinute = async (firmId: string, liveId: string, sinceMs: number): Promise<ByMinute[]> =>
    (
      await sql<ByMinute>`
        select floor("roomMs" / ${minuteMs}::numeric)::int as minute, count(*)::int as count
        from "roomEvent"
        where "firmId" = ${firmId} and "liveId" = ${liveId} and kind = 'commented' and not payload ? 'of'
          and "liveUserId" is not null and "roomMs" >= ${sinceMs}::bigint
        group by 1 order by 1`.execute(controlRoomTables(db))
    ).rows

  /** By how many the viewers grew or shrank in each minute. Somebody with two windows comes once, and goes with the last. */
  const viewerChanges = async (firmId: string, liveId: string, beginAtMs: number, nowMs: number): Promise<ByMinute[]> =>
    (
      await sql<ByMinute>`
        with edges as (
          select "liveUserId", "openedAt" as at, 1 as step from connection
            where "firmId" = ${firmId} and "liveId" = ${liveId}
          union all
          select "liveUserId", coalesce("closedAt", "lastSeenAt"), -1 from connection
            where "firmId" = ${firmId} and "liveId" = ${liveId}
              and ("closedAt" is not null or "lastSeenAt" <= ${new Date(nowMs - roomLimits.silenceMs)}::timestamptz)
        ), runs as (
          select at, step, sum(step) over (partition by "liveUserId" order by at, step desc rows unbounded preceding) as windows
          from edges
        )
        select floor((extract(epoch from at) * 1000 - ${beginAtMs}::numeric) / ${minuteMs}::numeric)::int as minute,
          sum(case when step = 1 and windows = 1 then 1 when step = -1 and windows = 0 then -1 else 0 end)::int as count
        from runs group by 1 order by 1`.execute(controlRoomTables(db))
    ).rows

  const productFigures = async (firmId: string, liveId: string) =>
    (
      await sql<{ productId: string; views: number; clicks: number; adds: number }>`
        select thing ->> 'id' as "productId",
          count(distinct fact.visit) filter (where fact.event = 'ViewContent')::int as views,
          count(distinct fact.visit) filter (where fact.event = 'ClickProduct')::int as clicks,
          count(*) filter (where fact.event = 'AddToCart')::int as adds
        from "viewFact" fact, jsonb_array_elements(fact.items) as thing
        where fact."firmId" = ${firmId} and fact.page = 'live' and fact."pageId" = ${liveId}
          and fact.event in ('ViewContent', 'ClickProduct', 'AddToCart')
        group by 1`.execute(controlRoomTables(db))
    ).rows

  /** What the script, with the staff's cues, has let fly by then. */
  const simulatedSoFar = async (live: LiveRecord, nowMs: number): Promise<number> => {
    if (!live.heartsAllowed) return 0
    const script = cuedScript(await deps.script(live.id), await deps.cues(live.firmId, live.id))
    return heartsBetween(heartSpansOf(script), 0, nowMs - live.beginAtMs)
  }

  return {
    curves: async (firmId: string, liveId: string): Promise<RoomCurves> => {
      const live = await room.find(firmId, liveId, 'notFound')
      const nowMs = Math.min(clock.ms(), Math.max(live.endAtMs, live.beginAtMs))
      const first = Math.floor((nowMs - live.beginAtMs) / minuteMs) - curveMinutes + 1
      const [comments, changes, counted, given, heartsTotal, simulatedHearts] = await Promise.all([
        commentsByMinute(firmId, liveId, first * minuteMs),
        viewerChanges(firmId, liveId, live.beginAtMs, clock.ms()),
        productFigures(firmId, liveId),
        hearts.byMinute(firmId, liveId, first * minuteMs),
        hearts.total(firmId, liveId),
        simulatedSoFar(live, nowMs),
      ])
      let viewers = 0
      const curve = changes.map(({ minute, count }) => {
        viewers += count
        return { minute, count: viewers }
      })
      // The one before the window says how many there were when it begins.
      const from = Math.max(
        0,
        curve.findLastIndex(({ minute }) => minute < first),
      )
      const byId = new Map(counted.map((each) => [each.productId, each]))
      return {
        comments,
        viewers: curve.slice(from),
        hearts: given,
        heartsTotal,
        simulatedHearts,
        products: live.productIds.map((productId) => ({
          productId,
          views: byId.get(productId)?.views ?? 0,
          clicks: byId.get(productId)?.clicks ?? 0,
          adds: byId.get(productId)?.adds ?? 0,
        })),
      }
    },
  }
}
export type RoomCurveService = ReturnType<typeof createRoomCurves>
