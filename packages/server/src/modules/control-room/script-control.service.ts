import { fail } from '@kaimai/contract/common/error.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { CueStore, MadeCue } from '../room/cue.store.ts'
import { cueFor, placeOf } from '../room/cue-for.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { RoomSources } from '../room/room.service.ts'
import type { RoomStore } from '../room/room.store.ts'

export interface ControlRoomShowDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock }
  readonly room: ControlRoomAccess
  readonly lives: Pick<RoomSources['lives'], 'script'>
  readonly cues: CueStore
  readonly store: Pick<RoomStore, 'open'>
}

/** What the staff does to a running script. Every node reads the cues again when the room's log tells of one. */
export const createControlRoomShow = ({ platform, room, lives, cues, store }: ControlRoomShowDeps) => {
  const { db, clock } = platform

  /** Of two at once one waits, and then sees what the other did. */
  const alone = async <T>(live: LiveRecord, change: (tx: Tx, made: readonly MadeCue[]) => Promise<T>): Promise<T> => {
    await store.open(live.firmId, live.id, clock.now())
    return db.transaction(async (tx) => {
      await cues.lock(live.firmId, live.id, tx)
      return change(tx, await cues.list(live.firmId, live.id, tx))
    })
  }

  const add = async (tx: Tx, caller: ControlRoomCaller, live: LiveRecord, cue: Cue): Promise<MadeCue> => {
    const { id: firmId, userId: memberId, userName: byName } = caller.firm
    const id = newId()
    const createdAt = clock.now()
    await cues.add({ id, firmId, liveId: live.id, cue, memberId, byName, createdAt }, tx)
    return { id, cue, byName, madeAtMs: createdAt.getTime() }
  }

  return {
    cue: async (
      caller: ControlRoomCaller,
      { liveId, itemId, action }: { liveId: string; itemId: string; action: 'now' | 'delay' | 'skip' },
    ): Promise<{ cueId: string; cue: Cue }> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const planned = await lives.script(live.id)
      const item = planned.find(({ id }) => id === itemId)
      if (item === undefined) throw fail('noData')
      const { made, isNew } = await alone(live, async (tx, list) => {
        const { beginAtMs } = live
        const wanted = cueFor({
          planned,
          item,
          list,
          action,
          nowMs: clock.ms(),
          beginAtMs,
          leadMs: roomLimits.cueLeadMs,
        })
        if (wanted === 'late') throw fail('conflict', { reason: roomErrors.cuePlayed })
        if ('stands' in wanted) return { made: wanted.stands, isNew: false }
        const added = await add(tx, caller, live, wanted.cue)
        await room.record(caller, live, 'cue', { action, itemId, atMs: item.atMs }, tx)
        return { made: added, isNew: true }
      })
      if (isNew) await room.appendAction(live, caller, 'cued', `cue ${made.id}`, { text: `${action} ${itemId}` })
      return { cueId: made.id, cue: made.cue }
    },

    uncue: async (caller: ControlRoomCaller, { liveId, cueId }: { liveId: string; cueId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const planned = await lives.script(live.id)
      const gone = await alone(live, async (tx, list) => {
        const found = list.find(({ id }) => id === cueId)
        if (found === undefined) throw fail('noData')
        const { cue } = found
        if (cue.kind === 'off') throw fail('conflict', { reason: roomErrors.cuePlayed })
        // It has had its moment, or would have had it by now without this cue.
        const places = [list, list.filter(({ id }) => id !== cueId)].map((made) => placeOf(planned, made, cue.itemId))
        if (places.some((place) => place !== undefined && place <= room.roomMs(live)))
          throw fail('conflict', { reason: roomErrors.cuePlayed })
        await cues.remove(live.firmId, live.id, cueId, tx)
        await room.record(caller, live, 'uncue', { itemId: cue.itemId }, tx)
        return cue
      })
      await room.appendAction(live, caller, 'cued', `uncue ${cueId}`, { text: `undo ${gone.itemId}` })
    },

    /** Stops the script, or lets it go on; where it is so already nothing happens. */
    script: async (caller: ControlRoomCaller, { liveId, on }: { liveId: string; on: boolean }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const key = await alone(live, async (tx, list) => {
        const still = list.findLast(({ cue }) => cue.kind === 'off' && cue.toMs === null)
        if (on === (still === undefined)) return undefined
        const nowMs = room.roomMs(live)
        await room.record(caller, live, 'script', { on }, tx)
        if (still?.cue.kind !== 'off')
          return (await add(tx, caller, live, { kind: 'off', fromMs: nowMs, toMs: null })).id
        const cue = { ...still.cue, toMs: Math.max(nowMs, still.cue.fromMs) }
        await cues.change(live.firmId, live.id, still.id, cue, tx)
        return `${still.id} on`
      })
      if (key !== undefined) await room.appendAction(live, caller, on ? 'scriptOn' : 'scriptOff', `script ${key}`)
    },
  }
}
export type ControlRoomShow = ReturnType<typeof createControlRoomShow>
