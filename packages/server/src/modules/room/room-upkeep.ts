import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Connections } from './connections.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { StaffJoin } from './staff-join.ts'
import type { Blocks } from '../viewer/viewer.service.ts'
import type { RoomInstance } from './room-instance.ts'
import type { RoomStore } from './room.store.ts'

export interface RoomUpkeepDeps {
  readonly rooms: ReadonlyMap<string, { readonly instance: RoomInstance }>
  readonly store: Pick<RoomStore, 'heads'>
  readonly presence: { readonly store: ConnectionStore; readonly connections: Connections }
  readonly blocksOf: (firmId: string, liveUserId: string) => Promise<Blocks>
  readonly changedScripts: (liveIds: readonly string[]) => Promise<readonly string[]>
  readonly staffConnections: Pick<StaffJoin, 'check'>
  /** Reads what a room plays again. */
  readonly refresh: (liveId: string) => Promise<void>
  /** Writes the hearts that were given; never fails. */
  readonly flushHearts: () => Promise<void>
  /** Does it unless the disk has no room but for the database: what is to be written waits then. */
  readonly unlessCritical: (write: () => Promise<void>) => Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Pulses between two looks at the database for what a lost hint would have told. */
const pulsesPerCheck = 5
/** Pulses between two times that is written who is still there; who came and went is written with each. */
const pulsesPerFlush = 15

/** What the rooms of a node ask of the database and write to it, however few hints arrive; one at a time. */
export const createRoomUpkeep = (deps: RoomUpkeepDeps) => {
  const {
    rooms,
    store,
    presence,
    blocksOf,
    changedScripts,
    staffConnections,
    refresh,
    flushHearts,
    unlessCritical,
    clock,
    log,
  } = deps
  let working = false
  /** The database has failed: until a write goes well again it is tried with the checks alone. */
  let isAway = false

  const closeBlocked = async (instance: RoomInstance): Promise<void> => {
    for (const liveUserId of instance.audience.ids()) {
      const roomState = await blocksOf(instance.firmId, liveUserId)
      if (roomState.blocked) instance.bar(liveUserId, 'blocked')
    }
  }

  /** What a hint would have told, had it arrived. */
  const check = async (): Promise<void> => {
    const liveIds = [...rooms.keys()]
    if (liveIds.length === 0) return
    for (const head of await store.heads(liveIds)) {
      const instance = rooms.get(head.liveId)?.instance
      if (instance === undefined) continue
      instance.timeline.hint(head.lastSeq)
      if (head.blockEpoch > instance.epoch()) {
        instance.raiseEpoch(head.blockEpoch)
        await closeBlocked(instance)
      }
    }
    for (const { instance } of rooms.values()) await staffConnections.check(instance)
    for (const liveId of await changedScripts(liveIds)) await refresh(liveId)
  }

  const flush = async (): Promise<void> => {
    await unlessCritical(presence.connections.flush)
    for (const { liveId, liveUserId } of presence.connections.takeUnasked())
      rooms.get(liveId)?.instance.askPresence(liveUserId)
    const shared = [...rooms].filter(([, { instance }]) => instance.audience.isShared()).map(([liveId]) => liveId)
    if (shared.length > 0) {
      const extra = await presence.store.countedTwice(shared, new Date(clock.ms() - roomLimits.silenceMs))
      for (const liveId of shared) rooms.get(liveId)?.instance.audience.setCountedTwice(extra.get(liveId) ?? 0)
    }
    for (const liveId of rooms.keys()) await refresh(liveId)
  }

  /** After each pulse, of that number. */
  return async (pulses: number): Promise<void> => {
    if (working) return
    working = true
    try {
      if (pulses % pulsesPerCheck === 0) await flushHearts()
      if (pulses % pulsesPerCheck === 0) await check()
      if (pulses % pulsesPerFlush === 0) {
        await flush()
        isAway = false
      } else if (presence.connections.hasChanges() && (!isAway || pulses % pulsesPerCheck === 0)) {
        await unlessCritical(presence.connections.flushChanges)
        isAway = false
      }
    } catch (error) {
      isAway = true
      log.warn({ err: error }, 'rooms: the database could not be read or written')
    } finally {
      working = false
    }
  }
}
