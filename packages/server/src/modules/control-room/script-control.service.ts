import { fail } from '@kaimai/contract/common/error.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { type CueAction, cuedShow, cuesOfThing, mayTakeBack } from '@kaimai/contract/live/cue-request.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { controlRoomErrors } from '@kaimai/contract/control-room/control-room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { CueStore, MadeCue } from '../room/cue.store.ts'
import { cueFor } from '../room/cue-for.ts'
import type { RoomStateReader } from './current-room-state.ts'
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
  readonly roomStateOf: RoomStateReader
}

const cueOf = ({ cue }: MadeCue): Cue => cue
/** In the record of what was done: of one moment nothing. */
const lengthOf = (also: readonly string[]) => (also.length === 0 ? {} : { lines: also.length + 1 })

/** What the staff does to a running script. Every node reads the cues again when the room's log tells of one. */
export const createControlRoomShow = ({ platform, room, lives, cues, store, roomStateOf }: ControlRoomShowDeps) => {
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
      { liveId, itemId, also, action }: { liveId: string; itemId: string; also: readonly string[]; action: CueAction },
    ): Promise<{ cueId: string; cue: Cue }> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const planned = await lives.script(live.id)
      const { made, isNew } = await alone(live, async (tx, list) => {
        const { beginAtMs } = live
        const wanted = cueFor({
          show: cuedShow(planned, list.map(cueOf)),
          list,
          itemIds: [itemId, ...also],
          action,
          nowMs: clock.ms(),
          beginAtMs,
          leadMs: roomLimits.cueLeadMs,
        })
        if (wanted === 'unknown') throw fail('noData')
        if (wanted === 'late') throw fail('conflict', { reason: controlRoomErrors.cuePlayed })
        if (wanted === 'end') throw fail('conflict', { reason: controlRoomErrors.cueIsEnd })
        if ('stands' in wanted) return { made: wanted.stands, isNew: false }
        const added = await add(tx, caller, live, wanted.cue)
        const atMs = wanted.cue.fromMs
        await room.record(caller, live, 'cue', { action, itemId, atMs, ...lengthOf(also) }, tx)
        return { made: added, isNew: true }
      })
      if (isNew) await room.appendAction(live, caller, 'cued', `cue ${made.id}`, { text: `${action} ${itemId}` })
      return { cueId: made.id, cue: made.cue }
    },

    /** One cue, or all of a moment: back to plan. Where there is none of it any more nothing happens. */
    uncue: async (
      caller: ControlRoomCaller,
      { liveId, cueId, itemId }: { liveId: string; cueId?: string | undefined; itemId?: string | undefined },
    ): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const planned = await lives.script(live.id)
      const gone = await alone(live, async (tx, list) => {
        const show = cuedShow(planned, list.map(cueOf))
        const found =
          itemId === undefined ? list.filter(({ id }) => id === cueId) : cuesOfThing(show, list, cueOf, itemId)
        const [first] = found
        if (first === undefined) {
          if (itemId !== undefined && show.items.has(itemId)) return undefined
          throw fail('noData')
        }
        if (first.cue.kind === 'off') throw fail('conflict', { reason: controlRoomErrors.cuePlayed })
        const left = list.filter((made) => !found.includes(made)).map(cueOf)
        // It has had its moment, or would have had it by now without this cue.
        if (!mayTakeBack(show, left, room.roomMs(live))) throw fail('conflict', { reason: controlRoomErrors.cuePlayed })
        for (const { id } of found) await cues.remove(live.firmId, live.id, id, tx)
        await room.record(caller, live, 'uncue', { itemId: itemId ?? first.cue.itemId }, tx)
        return { itemId: first.cue.itemId, key: found.map(({ id }) => id).join(' ') }
      })
      if (gone !== undefined)
        await room.appendAction(live, caller, 'cued', `uncue ${gone.key}`, { text: `undo ${gone.itemId}` })
    },

    /** A call to action on the spot: the log tells it to all, in the place of the one before. */
    call: async (
      caller: ControlRoomCaller,
      { liveId, text, url }: { liveId: string; text: string; url: string },
    ): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const key = `call ${newId()}`
      await room.record(caller, live, 'call', { text, url })
      const link = url === '' ? undefined : url
      const event = { kind: 'calledToAction', text, ...(link === undefined ? {} : { url: link }) } as const
      await room.appendEvent(live, { event, liveUserId: null, key })
      await room.appendAction(live, caller, 'called', key, { text })
    },

    endCall: async (caller: ControlRoomCaller, { liveId }: { liveId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const { call } = await roomStateOf(live)
      if (call === undefined) return
      const key = `call ${newId()}`
      await room.record(caller, live, 'endCall', { text: call.text })
      await room.appendEvent(live, { event: { kind: 'callEnded' }, liveUserId: null, key })
      await room.appendAction(live, caller, 'callEnded', key, { text: call.text })
    },

    /** Takes down what the script has said, or gives it back; where it is so already nothing happens. */
    line: async (
      caller: ControlRoomCaller,
      { liveId, itemId, removed }: { liveId: string; itemId: string; removed: boolean },
    ): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const { script, removedLines } = await roomStateOf(live)
      const item = script.find(({ id }) => id === itemId)
      if (item?.kind !== 'comment' && item?.kind !== 'fakeTicket') throw fail('noData')
      if (item.atMs > room.roomMs(live)) throw fail('conflict', { reason: controlRoomErrors.lineNotPlayed })
      if (removedLines.has(itemId) === removed) return
      const key = `line ${newId()}`
      const text = item.kind === 'comment' ? item.text : ''
      await room.record(caller, live, removed ? 'removeLine' : 'restoreLine', { itemId, name: item.name, text })
      const kind = removed ? 'lineRemoved' : 'lineRestored'
      await room.appendEvent(live, { event: { kind, line: itemId }, liveUserId: null, key })
      await room.appendAction(live, caller, kind, key, { text: itemId })
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
