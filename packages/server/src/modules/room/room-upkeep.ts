import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Connections } from './connections.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { DeskDoor } from './staff-join.ts'
import type { Standing } from '../viewer/viewer.service.ts'
import type { Floor } from './room-instance.ts'
import type { RoomStore } from './room.store.ts'

export interface RoomUpkeepNeeds {
  readonly rooms: ReadonlyMap<string, { readonly floor: Floor }>
  readonly store: Pick<RoomStore, 'heads'>
  readonly presence: { readonly store: ConnectionStore; readonly connections: Connections }
  readonly standingOf: (firmId: string, liveUserId: string) => Promise<Standing>
  readonly changedScripts: (liveIds: readonly string[]) => Promise<readonly string[]>
  readonly desks: Pick<DeskDoor, 'check'>
  /** Reads what a room plays again. */
  readonly refresh: (liveId: string) => Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Pulses between two looks at the database for what a lost hint would have told. */
const pulsesPerCheck = 5
const pulsesPerFlush = 15

/** What the rooms of a node ask of the database and write to it, however few hints arrive; one at a time. */
export const createRoomUpkeep = (needs: RoomUpkeepNeeds) => {
  const { rooms, store, presence, standingOf, changedScripts, desks, refresh, clock, log } = needs
  let working = false

  const barTheBarred = async (floor: Floor): Promise<void> => {
    for (const liveUserId of floor.audience.ids()) {
      const standing = await standingOf(floor.firmId, liveUserId)
      if (standing.blocked) floor.bar(liveUserId, 'blocked')
    }
  }

  /** What a hint would have told, had it arrived. */
  const check = async (): Promise<void> => {
    const liveIds = [...rooms.keys()]
    if (liveIds.length === 0) return
    for (const head of await store.heads(liveIds)) {
      const floor = rooms.get(head.liveId)?.floor
      if (floor === undefined) continue
      floor.timeline.hint(head.lastSeq)
      if (head.blockEpoch > floor.epoch()) {
        floor.raiseEpoch(head.blockEpoch)
        await barTheBarred(floor)
      }
    }
    for (const { floor } of rooms.values()) await desks.check(floor)
    for (const liveId of await changedScripts(liveIds)) await refresh(liveId)
  }

  const flush = async (): Promise<void> => {
    await presence.connections.flush()
    for (const { liveId, liveUserId } of presence.connections.takeUnasked())
      rooms.get(liveId)?.floor.askPresence(liveUserId)
    const shared = [...rooms].filter(([, { floor }]) => floor.audience.isShared()).map(([liveId]) => liveId)
    if (shared.length > 0) {
      const extra = await presence.store.countedTwice(shared, new Date(clock.ms() - roomLimits.silenceMs))
      for (const liveId of shared) rooms.get(liveId)?.floor.audience.setCountedTwice(extra.get(liveId) ?? 0)
    }
    for (const liveId of rooms.keys()) await refresh(liveId)
  }

  /** After each pulse, of that number. */
  return async (pulses: number): Promise<void> => {
    if (working) return
    working = true
    try {
      if (pulses % pulsesPerCheck === 0) await check()
      if (pulses % pulsesPerFlush === 0) await flush()
    } catch (error) {
      log.warn({ err: error }, 'rooms: the database could not be read or written')
    } finally {
      working = false
    }
  }
}
