import type { CloseReason } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { Connections } from './connections.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import type { Standing } from '../viewer/viewer.service.ts'
import { createDeskDoor, type DeskDoorNeeds } from './staff-join.ts'
import type { DeskSeat } from './staff-connections.ts'
import type { Floor, Held } from './room-instance.ts'
import { loadFloor } from './room-load.ts'
import type { RoomLog } from './room-log.ts'
import { createRoomUpkeep } from './room-upkeep.ts'
import type { RoomShow } from './room-show.ts'
import type { RoomStore } from './room.store.ts'
import { RoomHint, roomTopic } from './room.topics.ts'
import type { Seat } from './viewer-connection.ts'
import type { DeskIdentity, Identity, Tickets } from './tickets.ts'

export interface RoomHubNeeds {
  readonly store: RoomStore
  readonly presence: { readonly store: ConnectionStore; readonly connections: Connections }
  readonly roomLog: Pick<RoomLog, 'onCommit'>
  /** The live and what belongs to it; undefined when there is none. */
  readonly showOf: (firmId: string, liveId: string) => Promise<RoomShow | undefined>
  /** Of those lives, which have another script than this process holds. */
  readonly changedScripts: (liveIds: readonly string[]) => Promise<readonly string[]>
  /** Whether a viewer may still come in, asked of the database. */
  readonly standingOf: (firmId: string, liveUserId: string) => Promise<Standing>
  readonly platform: { readonly bus: Bus; readonly clock: Clock; readonly log: Log; readonly secret: Secret }
  readonly tickets: Tickets
  /** Of the staff's lines; without it nobody of the staff gets in. */
  readonly desks?: Pick<DeskDoorNeeds, 'sessionStands' | 'history'>
  /** Names this process; a new one at every start. */
  readonly node: string
}

interface OpenRoom {
  readonly liveId: string
  readonly floor: Floor
  emptySinceMs: number | undefined
  readonly unsubscribe: () => void
  /** Reads again what it plays; and the next time, which waits for that. */
  reading: Promise<void>
  next: Promise<void> | undefined
}

const pulseMs = 1_000
/** A room that its last viewer left is kept for so long: most come back at once. */
const keepEmptyMs = 30_000

const LiveHint = z.object({ liveId: z.string() })
const FirmHint = z.object({ firmId: z.string() })
const StockHint = z.record(z.string(), z.number().int())

/** The topics of others that rooms listen to (modules live and product tell on them). */
const liveTopic = 'live'
const firmTopic = 'firm'
const stockTopic = (firmId: string): string => `stock/${firmId}`

/** The rooms that have viewers on this node. Nothing here is state: it all comes from the database and the clock. */
export const createRoomHub = (needs: RoomHubNeeds) => {
  const { store, presence, showOf, tickets, node } = needs
  const { bus, clock, log } = needs.platform
  const { sessionStands = async () => false, history = async () => [] }: Partial<DeskDoorNeeds> = needs.desks ?? {}
  const desks = createDeskDoor({ bus, clock, log, node, sessionStands, history })
  const rooms = new Map<string, OpenRoom>()
  const opening = new Map<string, Promise<OpenRoom | undefined>>()
  let pulses = 0
  let pulse: NodeJS.Timeout | undefined
  let closed = false

  const follow = (liveId: string, given: unknown): void => {
    const floor = rooms.get(liveId)?.floor
    const hint = RoomHint.safeParse(given)
    if (floor === undefined || !hint.success) return
    const { data } = hint
    if (data.kind === 'seq') floor.timeline.hint(data.seq)
    else if (data.kind === 'barred') {
      floor.raiseEpoch(data.epoch)
      floor.bar(data.liveUserId, 'blocked')
    } else if (data.kind === 'staff') desks.hear(floor, data.node, data.mates)
    else if (data.node !== node) {
      floor.timeline.hint(data.seq)
      floor.audience.hearOf(data.node, data.viewers, clock.ms())
    }
  }

  const load = async (firmId: string, liveId: string): Promise<OpenRoom | undefined> => {
    // Heard first, read afterwards: nothing falls between.
    const waiting: unknown[] = []
    let hear = (hint: unknown): void => void waiting.push(hint)
    const stops = [bus.subscribe(roomTopic(liveId), (hint) => hear(hint))]
    const unsubscribe = () => stops.forEach((stop) => stop())
    try {
      await bus.ready()
      const floor = await loadFloor(
        { store, connections: presence.connections, tickets, platform: needs.platform },
        { firmId, liveId },
        showOf,
        () => refreshLater(liveId),
      )
      if (floor === undefined) {
        unsubscribe()
        return undefined
      }
      stops.push(
        bus.subscribe(stockTopic(firmId), (given) => {
          const left = StockHint.safeParse(given)
          if (left.success) floor.restock(left.data)
        }),
      )
      const room: OpenRoom = {
        liveId,
        floor,
        emptySinceMs: clock.ms(),
        unsubscribe,
        reading: Promise.resolve(),
        next: undefined,
      }
      rooms.set(liveId, room)
      hear = (hint) => follow(liveId, hint)
      for (const hint of waiting) hear(hint)
      pulse ??= setInterval(() => {
        beat().catch((error: unknown) => log.error({ err: error }, 'the rooms missed a second'))
      }, pulseMs)
      return room
    } catch (error) {
      unsubscribe()
      throw error
    }
  }

  const open = (firmId: string, liveId: string): Promise<OpenRoom | undefined> => {
    const present = rooms.get(liveId)
    if (present !== undefined) return Promise.resolve(present)
    let promise = opening.get(liveId)
    if (promise === undefined) {
      promise = load(firmId, liveId).finally(() => opening.delete(liveId))
      opening.set(liveId, promise)
    }
    return promise
  }

  const drop = (room: OpenRoom, reason: CloseReason): void => {
    room.floor.close(reason)
    room.unsubscribe()
    rooms.delete(room.liveId)
    if (rooms.size > 0) return
    clearInterval(pulse)
    pulse = undefined
    presence.connections.flush().catch((error: unknown) => log.warn({ err: error }, 'presences could not be written'))
  }

  const readAgain = async (room: OpenRoom): Promise<void> => {
    const show = await showOf(room.floor.firmId, room.liveId)
    if (rooms.get(room.liveId) !== room) return
    if (show === undefined) drop(room, 'roomEnded')
    else room.floor.change(show)
  }

  /** One after another: of two that read at once the older one could come last, and stand. */
  const refresh = (liveId: string): Promise<void> => {
    const room = rooms.get(liveId)
    if (room === undefined) return Promise.resolve()
    room.next ??= room.reading
      .catch(() => undefined)
      .then(() => {
        room.next = undefined
        room.reading = readAgain(room)
        return room.reading
      })
    return room.next
  }

  const refreshLater = (liveId: string): void => {
    refresh(liveId).catch((error: unknown) => log.warn({ err: error }, 'a room could not be read again'))
  }

  const { standingOf, changedScripts } = needs
  const upkeep = createRoomUpkeep({ rooms, store, presence, standingOf, changedScripts, desks, refresh, clock, log })

  const beatRoom = (room: OpenRoom, nowMs: number): void => {
    const { floor, liveId } = room
    const status = floor.status()
    if (status !== 'open' && status !== 'live') return drop(room, 'roomEnded')
    floor.pulse()
    const viewers = floor.audience.here()
    desks.pulse(liveId, floor)
    room.emptySinceMs = floor.isEmpty() ? (room.emptySinceMs ?? nowMs) : undefined
    if (room.emptySinceMs !== undefined && nowMs - room.emptySinceMs > keepEmptyMs) drop(room, 'roomEnded')
    else if (viewers > 0) {
      bus.publish(roomTopic(liveId), { kind: 'here', node, seq: floor.timeline.known(), viewers } satisfies RoomHint)
    }
  }

  const beat = async (): Promise<void> => {
    pulses += 1
    const nowMs = clock.ms()
    for (const room of rooms.values()) {
      try {
        beatRoom(room, nowMs)
      } catch (error) {
        log.error({ err: error, liveId: room.liveId }, 'a room missed a second')
      }
    }
    await upkeep(pulses)
  }

  needs.roomLog.onCommit((liveId, events) => rooms.get(liveId)?.floor.timeline.accept(events))
  const unsubscribeLive = bus.subscribe(liveTopic, (given) => {
    const hint = LiveHint.safeParse(given)
    if (!hint.success) return
    refreshLater(hint.data.liveId)
  })

  const unsubscribeFirm = bus.subscribe(firmTopic, (given) => {
    const hint = FirmHint.safeParse(given)
    if (!hint.success) return
    for (const { liveId, floor } of rooms.values()) {
      if (floor.firmId !== hint.data.firmId) continue
      refreshLater(liveId)
    }
  })

  /** Whether the ticket of a viewer still holds; asked of the database only when someone was barred since. */
  const mayEnter = async (floor: Floor, identity: Identity): Promise<CloseReason | undefined> => {
    // The page then asks for another ticket, and is told to sign up.
    if (identity.anonymous && floor.live().anonymousAllowed === false) return 'badTicket'
    let checked = identity.epoch
    while (checked !== floor.epoch()) {
      checked = floor.epoch()
      const { blocked, keyVersion } = await needs.standingOf(identity.firmId, identity.liveUserId)
      if (blocked) return 'blocked'
      if (keyVersion !== identity.keyVersion) return 'badTicket'
    }
    return undefined
  }

  /** The room, which knows at least what this client holds. */
  const openFor = async (who: { firmId: string; liveId: string }, held: Held): Promise<OpenRoom | undefined> => {
    const room = await open(who.firmId, who.liveId)
    // Who claims more than this node has read may have been at another one, a moment ago.
    if (room !== undefined && held.seq > room.floor.timeline.told().seq) {
      room.floor.timeline.hint(held.seq)
      await room.floor.timeline.settled()
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
      seatIn: (identity: Identity, floor: Floor) => Seat | undefined,
    ): Promise<CloseReason | undefined> => {
      if (closed) return 'goingAway'
      const room = await openFor(identity, held)
      if (room === undefined) return 'roomEnded'
      const { floor } = room
      const refused = await mayEnter(floor, identity)
      if (refused !== undefined) return refused
      const status = floor.status()
      if (status !== 'open' && status !== 'live') return 'roomEnded'
      if (closed || rooms.get(identity.liveId) !== room) return 'goingAway'
      const seat = seatIn({ ...identity, epoch: floor.epoch() }, floor)
      if (seat !== undefined) floor.enter(seat, held)
      return undefined
    },

    /** The same for one of the staff. */
    enterDesk: async (
      member: DeskIdentity,
      held: Held,
      seatIn: (floor: Floor) => DeskSeat | undefined,
    ): Promise<CloseReason | undefined> => {
      if (closed) return 'goingAway'
      const room = await openFor(member, held)
      if (room === undefined) return 'roomEnded'
      return desks.enter(member, held, room.floor, (floor) =>
        closed || rooms.get(member.liveId) !== room ? undefined : seatIn(floor),
      )
    },

    /** One of the staff looks elsewhere. */
    look: (seat: DeskSeat, floor: Floor, look: DeskSeat['look']): void => {
      floor.desks.look(seat, look)
      desks.looked(seat.member.liveId, floor)
    },

    /** Of a room that is open here: real viewers over all nodes, and those that are simulated. */
    viewers: (liveId: string): { real: number; simulated: number } | undefined => {
      const floor = rooms.get(liveId)?.floor
      return floor === undefined || floor.isEmpty()
        ? undefined
        : { real: floor.real(), simulated: floor.online() - floor.real() }
    },

    /** Viewers of a room over all nodes, simulated ones included, as shown; undefined without viewers here. */
    online: (liveId: string): number | undefined => {
      const floor = rooms.get(liveId)?.floor
      return floor === undefined || floor.audience.here() === 0 ? undefined : floor.online()
    },

    /** For tests: what happens every second, now. */
    beat,

    /** For the page of figures. */
    counts: () => ({
      rooms: rooms.size,
      seats: [...rooms.values()].reduce((sum, { floor }) => sum + floor.audience.seats().size, 0),
    }),

    /** Says goodbye to all and writes when they left. */
    close: async (): Promise<void> => {
      if (closed) return
      closed = true
      unsubscribeLive()
      unsubscribeFirm()
      await Promise.allSettled(opening.values())
      for (const room of rooms.values()) drop(room, 'goingAway')
      await presence.connections.flush()
    },
  }
}
export type RoomHub = ReturnType<typeof createRoomHub>
