import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import { shownAfter } from '@kaimai/contract/room/event-order.rules.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CueStore, MadeCue } from '../room/cue.store.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import type { RoomStore } from '../room/room.store.ts'
import { shownMarks } from '../room/scripted.ts'
import { createRoomState } from '../room/room-state.ts'

/** How a room stands now, read from the database: by what really happened and by its script. */
export interface CurrentRoomState {
  /** As the live keeps it. */
  readonly planned: Script
  /** As it plays. */
  readonly script: Script
  readonly cues: readonly MadeCue[]
  /** Product ids, the newest last. */
  readonly shown: readonly string[]
  readonly unlisted: ReadonlySet<string>
  /** publicIds. */
  readonly muted: ReadonlySet<string>
  readonly announcement: Announcement | undefined
}
export type RoomStateReader = (live: LiveRecord) => Promise<CurrentRoomState>

export const controlRoomStanding =
  (deps: {
    readonly lives: Pick<RoomSources['lives'], 'script'>
    readonly cues: Pick<CueStore, 'list'>
    readonly store: Pick<RoomStore, 'marksUpTo'>
    readonly clock: Clock
  }): RoomStateReader =>
  async (live) => {
    const [planned, cues, marked] = await Promise.all([
      deps.lives.script(live.id),
      deps.cues.list(live.firmId, live.id),
      deps.store.marksUpTo(live.firmId, live.id, Number.MAX_SAFE_INTEGER),
    ])
    const roomState = createRoomState()
    for (const { event } of marked) roomState.note(event)
    const script =
      cues.length === 0
        ? planned
        : cuedScript(
            planned,
            cues.map(({ cue }) => cue),
          )
    const roomMs = deps.clock.ms() - live.beginAtMs
    const past = shownMarks(script).filter(({ ms }) => ms <= roomMs)
    return {
      planned,
      script,
      cues,
      shown: shownAfter([...roomState.marks(), ...past]),
      unlisted: roomState.unlisted(),
      muted: roomState.muted(),
      announcement: roomState.announcement(roomMs),
    }
  }
