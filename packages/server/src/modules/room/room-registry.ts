import type { CloseReason } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'
import type { Connections } from './connections.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { Blocks } from '../viewer/viewer.service.ts'
import type { Voting } from './poll-vote.ts'
import type { Giveaways } from './giveaways.service.ts'
import type { Polls } from './polls.service.ts'
import { createStaffJoin, type StaffJoinDeps } from './staff-join.ts'
import type { StaffConnection } from './staff-connections.ts'
import type { RoomInstance } from './room-instance.ts'
import { createOpenRooms, type OpenRoom, type OpenRoomsDeps } from './open-rooms.ts'
import type { RoomLog } from './room-log.ts'
import type { ShownOnline } from './room.present.ts'
import { createRoomUpkeep } from './room-upkeep.ts'
import { RoomHint, roomTopic } from './room.topics.ts'
import { createDiskGate, type DiskGate } from './disk-gate.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Held, ViewerConnection } from './viewer-connection.ts'
import type { ControlRoomIdentity, Identity } from './tickets.ts'

export interface RoomRegistryDeps extends OpenRoomsDeps {
  readonly presence: { readonly store: ConnectionStore; readonly connections: Connections }
  readonly roomLog: Pick<RoomLog, 'onCommit'>
  /** Of those lives, which have another script than this process holds. */
  readonly changedScripts: (liveIds: readonly string[]) => Promise<readonly string[]>
  /** Whether a viewer may still come in, asked of the database. */
  readonly blocksOf: (firmId: string, liveUserId: string) => Promise<Blocks>
  /** Of the staff's lines; without it nobody of the staff gets in. */
  readonly staffConnections?: Pick<StaffJoinDeps, 'isSessionValid' | 'history'>
  /** Whether the disk has room for what this node writes by itself; without it always. */
  readonly gate?: Pick<DiskGate, 'unlessCritical' | 'unlessFull'>
  readonly polls?: Pick<Polls, 'everySecond'> & Pick<Voting, 'entered'>
  readonly giveaways?: Pick<Giveaways, 'everySecond'>
}

const everySecondMs = 1_000
/** A room that its last viewer left is kept for so long: most come back at once. */
const keepEmptyMs = 30_000

const LiveHint = z.object({ liveId: z.string() })
const FirmHint = z.object({ firmId: z.string() })

/** The topics of others that rooms listen to (module live tells on them). */
const liveTopic = 'live'
const firmTopic = 'firm'

/** The rooms that have viewers on this node. Nothing here is state: it all comes from the database and the clock. */
export const createRoomRegistry = (deps: RoomRegistryDeps) => {
  const { store, presence, node, gate = createDiskGate(deps.platform) } = deps
  const { bus, clock, log } = deps.platform
  const { isSessionValid = async () => false, history = async () => [] }: Partial<StaffJoinDeps> =
    deps.staffConnections ?? {}
  const staffConnections = createStaffJoin({ bus, clock, log, node, isSessionValid, history })
  let pulses = 0
  let everySecond: NodeJS.Timeout | undefined
  let closed = false

  const flushHearts = async (): Promise<void> => {
    await deps.hearts?.flush().catch((error: unknown) => log.warn({ err: error }, 'hearts could not be written'))
  }

  const follow = (instance: RoomInstance, message: unknown): void => {
    const hint = RoomHint.safeParse(message)
    if (!hint.success) return
    const { data } = hint
    if (data.kind === 'seq') instance.timeline.hint(data.seq)
    else if (data.kind === 'blocked') {
      instance.raiseEpoch(data.epoch)
      instance.bar(data.liveUserId, 'blocked')
    } else if (data.kind === 'crew') {
      staffConnections.check(instance).catch((error: unknown) => log.warn({ err: error }, 'a crew could not be read'))
    } else if (data.kind === 'staff') staffConnections.hear(instance, data.node, data.mates)
    else if (data.kind === 'hearts') {
      if (data.node !== node) instance.hearts.hear(data.count)
    } else if (data.node !== node) {
      instance.timeline.hint(data.seq)
      instance.audience.hearOf(data.node, data.viewers, clock.ms())
    }
  }

  const { rooms, open, drop, failed, refresh, refreshLater, opened } = createOpenRooms(deps, {
    follow,
    roomOpened: () => {
      everySecond ??= setInterval(onSecond, everySecondMs)
    },
    lastDropped: () => {
      clearInterval(everySecond)
      everySecond = undefined
      guarded(log, 'presences could not be written', presence.connections.flush)()
      guarded(log, 'hearts could not be written', flushHearts)()
    },
  })

  const onSecond = guarded(log, 'the rooms missed a second', () => beat())
  const { blocksOf, changedScripts } = deps
  const upkeep = createRoomUpkeep({
    rooms,
    store,
    presence,
    blocksOf,
    changedScripts,
    staffConnections,
    refresh,
    flushHearts: () => gate.unlessFull(flushHearts),
    unlessCritical: gate.unlessCritical,
    clock,
    log,
  })

  const beatRoom = (room: OpenRoom, nowMs: number): void => {
    const { instance, liveId } = room
    const status = instance.status()
    if (status !== 'open' && status !== 'live') return drop(room, 'roomEnded')
    instance.everySecond()
    const viewers = instance.audience.here()
    staffConnections.everySecond(liveId, instance)
    room.emptySinceMs = instance.isEmpty() ? (room.emptySinceMs ?? nowMs) : undefined
    if (room.emptySinceMs !== undefined && nowMs - room.emptySinceMs > keepEmptyMs) drop(room, 'roomEnded')
    else if (viewers > 0) {
      bus.publish(roomTopic(liveId), { kind: 'here', node, seq: instance.timeline.known(), viewers } satisfies RoomHint)
    }
  }

  const beat = async (): Promise<void> => {
    pulses += 1
    const nowMs = clock.ms()
    for (const room of rooms.values()) {
      try {
        beatRoom(room, nowMs)
      } catch (error) {
        failed(room.liveId, error)
      }
    }
    const instances = [...rooms.values()].map(({ instance }) => instance)
    await deps.polls?.everySecond(instances)
    await deps.giveaways?.everySecond(instances)
    await upkeep(pulses)
  }

  deps.roomLog.onCommit((liveId, events) => {
    try {
      rooms.get(liveId)?.instance.timeline.accept(events)
    } catch (error) {
      failed(liveId, error)
    }
  })
  const unsubscribeLive = bus.subscribe(liveTopic, (message) => {
    const hint = LiveHint.safeParse(message)
    if (!hint.success) return
    refreshLater(hint.data.liveId)
  })

  const unsubscribeFirm = bus.subscribe(firmTopic, (message) => {
    const hint = FirmHint.safeParse(message)
    if (!hint.success) return
    for (const { liveId, instance } of rooms.values()) {
      if (instance.firmId !== hint.data.firmId) continue
      refreshLater(liveId)
    }
  })

  /** Whether the ticket of a viewer still holds; asked of the database only when someone was barred since. */
  const mayEnter = async (instance: RoomInstance, identity: Identity): Promise<CloseReason | undefined> => {
    // The page then asks for another ticket, and is told to sign up.
    if (identity.anonymous && instance.live().anonymousAllowed === false) return 'badTicket'
    let checked = identity.epoch
    while (checked !== instance.epoch()) {
      checked = instance.epoch()
      const { blocked, keyVersion } = await deps.blocksOf(identity.firmId, identity.liveUserId)
      if (blocked) return 'blocked'
      if (keyVersion !== identity.keyVersion) return 'badTicket'
    }
    return undefined
  }

  /** The room, which knows at least what this client holds. */
  const openFor = async (who: { firmId: string; liveId: string }, held: Held): Promise<OpenRoom | undefined> => {
    const room = await open(who.firmId, who.liveId)
    // Who claims more than this node has read may have been at another one, a moment ago.
    if (room !== undefined && held.seq > room.instance.timeline.sent().seq) {
      room.instance.timeline.hint(held.seq)
      await room.instance.timeline.settled()
    }
    return room
  }

  return {
    /**
     * Seats a viewer: undefined, or why not. `seatIn` makes the seat at the last moment, undefined when the line has
     * been lost meanwhile.
     */
    enter: async (
      identity: Identity,
      held: Held,
      seatIn: (identity: Identity, instance: RoomInstance) => ViewerConnection | undefined,
    ): Promise<CloseReason | undefined> => {
      if (closed) return 'goingAway'
      const room = await openFor(identity, held)
      if (room === undefined) return 'roomEnded'
      const { instance } = room
      const refused = await mayEnter(instance, identity)
      if (refused !== undefined) return refused
      const status = instance.status()
      if (status !== 'open' && status !== 'live') return 'roomEnded'
      if (closed || rooms.get(identity.liveId) !== room) return 'goingAway'
      const connection = seatIn({ ...identity, epoch: instance.epoch() }, instance)
      if (connection !== undefined) {
        instance.enter(connection, held)
        deps.polls?.entered(instance, connection)
      }
      return undefined
    },

    /** The same for one of the staff. */
    enterControlRoom: async (
      member: ControlRoomIdentity,
      held: Held,
      seatIn: (instance: RoomInstance) => StaffConnection | undefined,
    ): Promise<CloseReason | undefined> => {
      if (closed) return 'goingAway'
      const room = await openFor(member, held)
      if (room === undefined) return 'roomEnded'
      return staffConnections.enter(member, held, room.instance, (instance) =>
        closed || rooms.get(member.liveId) !== room ? undefined : seatIn(instance),
      )
    },

    /** One of the staff looks elsewhere. */
    look: (connection: StaffConnection, instance: RoomInstance, look: StaffConnection['look']): void => {
      instance.staffConnections.look(connection, look)
      staffConnections.looked(connection.member.liveId, instance)
    },

    /** Of a room that is open here: real viewers over all nodes, and those that are simulated. */
    viewers: (liveId: string): { real: number; simulated: number } | undefined => {
      const instance = rooms.get(liveId)?.instance
      return instance === undefined || instance.isEmpty()
        ? undefined
        : { real: instance.real(), simulated: instance.online() - instance.real() }
    },

    /** Viewers of a room over all nodes as shown, and whether it is said that some are simulated; undefined without viewers here. */
    online: (liveId: string): ShownOnline | undefined => {
      const instance = rooms.get(liveId)?.instance
      if (instance === undefined || instance.audience.here() === 0) return undefined
      return { online: instance.online(), simulated: instance.saysSimulated() }
    },

    /** For tests: what happens every second, now. */
    beat,

    /** For tests: resolves when the room here, if it is open, plays what the database says. */
    refresh,

    /** For the page of figures. */
    counts: () => ({
      rooms: rooms.size,
      connections: [...rooms.values()].reduce((sum, { instance }) => sum + instance.audience.connections().size, 0),
    }),

    /** Says goodbye to all and writes when they left. */
    close: async (): Promise<void> => {
      if (closed) return
      closed = true
      unsubscribeLive()
      unsubscribeFirm()
      await opened()
      for (const room of rooms.values()) drop(room, 'goingAway')
      await presence.connections.flush()
      await flushHearts()
    },
  }
}
export type RoomRegistry = ReturnType<typeof createRoomRegistry>
