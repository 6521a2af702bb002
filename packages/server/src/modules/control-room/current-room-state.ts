import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import { shownAfter } from '@kaimai/contract/room/event-order.rules.ts'
import { callNow, callsAfter, noCalls } from '@kaimai/contract/room/call.rules.ts'
import type { PinnedMessage } from '@kaimai/contract/room/pinned-message.schema.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CueStore, MadeCue } from '../room/cue.store.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import type { RoomStore } from '../room/room.store.ts'
import { scriptedEvents, shownMarks } from '../room/scripted.ts'
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
  /** The viewer’s comment that is pinned for all. */
  readonly pinned: PinnedMessage | undefined
  /** Time-outs that were given and not taken back, epoch ms by publicId; some may be over. */
  readonly timeOuts: ReadonlyMap<string, number>
  /** The call to action that stands, of the script or of the staff. */
  readonly call: { readonly text: string; readonly url?: string | undefined } | undefined
  /** Ids of lines of the script that were taken down. */
  readonly removedLines: ReadonlySet<string>
}
export type RoomStateReader = (live: LiveRecord) => Promise<CurrentRoomState>

/** Nobody is named here: only what stands is asked for. */
const noNames = { sign: () => '' }

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
    const real = roomState.call()
    const eventOf = scriptedEvents({ secret: noNames, liveId: live.id, disclosure: true, planned })
    const called = script.flatMap((item) =>
      item.atMs <= roomMs && (item.kind === 'callToAction' || item.kind === 'endCallToAction')
        ? (eventOf(item) ?? [])
        : [],
    )
    const past = shownMarks(script).filter(({ ms }) => ms <= roomMs)
    return {
      planned,
      script,
      cues,
      shown: shownAfter([...roomState.marks(), ...past]),
      unlisted: roomState.unlisted(),
      muted: roomState.muted(),
      announcement: roomState.announcement(roomMs),
      pinned: roomState.pinned(),
      timeOuts: roomState.timeOuts(),
      call: callNow(callsAfter(noCalls, real === undefined ? called : [...called, real])),
      removedLines: roomState.removedLines(),
    }
  }
