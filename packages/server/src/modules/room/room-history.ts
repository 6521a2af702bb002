import { fail } from '@kaimai/contract/common/error.ts'
import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { itemsBetween, type Script } from '@kaimai/contract/live/show.rules.ts'
import { comparePlace } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { Secret } from '../../platform/secret.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomStore } from './room.store.ts'
import { scriptedEvents } from './scripted.ts'

/** The oldest of what a viewer holds, and how much of what came before it is asked for. */
export interface HistoryPlace {
  /** Real events before this seq. */
  readonly before: number
  /** Scripted ones before this room time, or at it before this id; without it none. */
  readonly beforeMs?: number | undefined
  readonly beforeSid?: string | undefined
  readonly limit: number
}

export interface RoomHistoryDeps {
  readonly sources: {
    readonly lives: {
      findByStreamId(streamId: string): Promise<LiveRecord | undefined>
      script(liveId: string): Promise<Script>
    }
    readonly firms: Pick<FirmService, 'publicFirm'>
    readonly cues?: ((firmId: string, liveId: string) => Promise<readonly Cue[]>) | undefined
  }
  readonly store: Pick<RoomStore, 'before'>
  readonly platform: { readonly clock: Clock; readonly secret: Pick<Secret, 'sign'> }
}

/** What was said and shown in a room before what a viewer holds. */
export const createRoomHistory = ({ sources, store, platform }: RoomHistoryDeps) => {
  const { lives, firms } = sources
  const { clock, secret } = platform

  /** What the script had said before a place; nothing of it that is still to come. */
  const scriptedBefore = async (
    live: LiveRecord,
    { beforeMs, beforeSid, limit }: HistoryPlace,
  ): Promise<readonly ScriptedEvent[]> => {
    if (beforeMs === undefined) return []
    const [planned, cues, firm] = await Promise.all([
      lives.script(live.id),
      sources.cues?.(live.firmId, live.id) ?? [],
      firms.publicFirm(live.firmId),
    ])
    const untilMs = Math.min(beforeMs, clock.ms() - live.beginAtMs, live.endAtMs - live.beginAtMs)
    const eventOf = scriptedEvents({ secret, liveId: live.id, disclosure: live.disclosure ?? firm.disclosure })
    // A real event stands behind what the script says at its instant.
    const isBefore = ({ ms, sid }: ScriptedEvent) =>
      ms < beforeMs || (ms === beforeMs && (beforeSid === undefined || sid < beforeSid))
    return itemsBetween(cuedScript(planned, cues), -1, untilMs)
      .flatMap((item) => eventOf(item) ?? [])
      .filter(isBefore)
      .slice(-limit)
  }

  /** What this viewer may see before a place of the room, oldest first. */
  return async (viewer: ViewerCaller, streamId: string, place: HistoryPlace): Promise<{ events: RoomEvent[] }> => {
    const live = await lives.findByStreamId(streamId)
    if (live === undefined || live.id !== viewer.liveId) throw fail('notFound')
    const [real, scripted] = await Promise.all([
      store.before(viewer.firmId, viewer.liveId, place.before, place.limit, viewer.liveUserId),
      scriptedBefore(live, place),
    ])
    return { events: [...real.map(({ event }) => event), ...scripted].sort(comparePlace).slice(-place.limit) }
  }
}
export type RoomHistory = ReturnType<typeof createRoomHistory>
