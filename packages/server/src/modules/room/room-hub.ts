import { type CloseReason, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { Connections } from './connections.ts'
import type { ConnectionStore } from './connection.store.ts'
import type { Standing } from './live-user.service.ts'
import { createFloor, type Floor, type Held, type RoomShow } from './room-floor.ts'
import type { RoomLog } from './room-log.ts'
import type { RoomStore } from './room.store.ts'
import { RoomHint, roomTopic } from './room.topics.ts'
import type { Seat } from './seat.ts'
import type { Identity, Tickets } from './tickets.ts'

export interface RoomHubNeeds {
  readonly store: RoomStore
  readonly presence: { readonly store: ConnectionStore; readonly connections: Connections }
  readonly roomLog: Pick<RoomLog, 'onCommit'>
  /** The live and what belongs to it; undefined when there is none. */
  readonly showOf: (firmId: string, liveId: string) => Promise<RoomShow | undefined>
  /** Whether a viewer may still come in, asked of the database. */
  readonly standingOf: (firmId: string, liveUserId: string) => Promise<Standing>
  readonly platform: { readonly bus: Bus; readonly clock: Clock; readonly log: Log; readonly secret: Secret }
  readonly tickets: Tickets
  /** Names this process; a new one at every start. */
  readonly node: string
}

interface OpenRoom {
  readonly liveId: string
  readonly floor: Floor
  emptySinceMs: number | undefined
  readonly unsubscribe: () => void
}

const pulseMs = 1_000
/** A room that its last viewer left is kept for so long: most come back at once. */
const keepEmptyMs = 30_000
/** Pulses between two looks at the database for what a lost hint would have told. */
const pulsesPerCheck = 5
const pulsesPerFlush = 15
const readAtOnce = 500

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
  const { bus, clock, log, secret } = needs.platform
  const rooms = new Map<string, OpenRoom>()
  const opening = new Map<string, Promise<OpenRoom | undefined>>()
  let pulses = 0
  let pulse: NodeJS.Timeout | undefined
  let checking = false
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
    } else if (data.node !== node) {
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
      const show = await showOf(firmId, liveId)
      if (show === undefined) {
        unsubscribe()
        return undefined
      }
      const { lastSeq, blockEpoch } = await store.open(firmId, liveId, clock.now())
      const [newest, marked] = await Promise.all([
        store.newest(firmId, liveId, lastSeq, roomLimits.resumeLength),
        store.marksUpTo(firmId, liveId, lastSeq),
      ])
      const floor = createFloor(
        {
          clock,
          secret,
          log,
          read: (afterSeq) => store.after(firmId, liveId, afterSeq, readAtOnce),
          resumeFor: tickets.resumeFor,
          arrived: presence.connections.arrived,
          gone: presence.connections.gone,
        },
        show,
        blockEpoch,
      )
      floor.timeline.load(lastSeq, newest, marked)
      stops.push(
        bus.subscribe(stockTopic(firmId), (given) => {
          const left = StockHint.safeParse(given)
          if (left.success) floor.restock(left.data)
        }),
      )
      const room: OpenRoom = { liveId, floor, emptySinceMs: clock.ms(), unsubscribe }
      rooms.set(liveId, room)
      hear = (hint) => follow(liveId, hint)
      for (const hint of waiting) hear(hint)
      pulse ??= setInterval(() => void beat(), pulseMs)
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

  const refresh = async (liveId: string): Promise<void> => {
    const room = rooms.get(liveId)
    if (room === undefined) return
    const show = await showOf(room.floor.firmId, liveId)
    if (rooms.get(liveId) !== room) return
    if (show === undefined) drop(room, 'roomEnded')
    else room.floor.change(show)
  }

  const barTheBarred = async (room: OpenRoom): Promise<void> => {
    for (const liveUserId of room.floor.audience.ids()) {
      const standing = await needs.standingOf(room.floor.firmId, liveUserId)
      if (standing.blocked) room.floor.bar(liveUserId, 'blocked')
    }
  }

  /** What a hint would have told, had it arrived. */
  const check = async (): Promise<void> => {
    const liveIds = [...rooms.keys()]
    if (liveIds.length === 0) return
    for (const head of await store.heads(liveIds)) {
      const room = rooms.get(head.liveId)
      if (room === undefined) continue
      room.floor.timeline.hint(head.lastSeq)
      if (head.blockEpoch > room.floor.epoch()) {
        room.floor.raiseEpoch(head.blockEpoch)
        await barTheBarred(room)
      }
    }
  }

  const flush = async (): Promise<void> => {
    await presence.connections.flush()
    const shared = [...rooms.values()].filter(({ floor }) => floor.audience.isShared()).map(({ liveId }) => liveId)
    if (shared.length > 0) {
      const extra = await presence.store.countedTwice(shared, new Date(clock.ms() - roomLimits.silenceMs))
      for (const liveId of shared) rooms.get(liveId)?.floor.audience.setCountedTwice(extra.get(liveId) ?? 0)
    }
    for (const liveId of rooms.keys()) await refresh(liveId)
  }

  const upkeep = async (): Promise<void> => {
    if (checking) return
    checking = true
    try {
      if (pulses % pulsesPerCheck === 0) await check()
      if (pulses % pulsesPerFlush === 0) await flush()
    } catch (error) {
      log.warn({ err: error }, 'rooms: the database could not be read or written')
    } finally {
      checking = false
    }
  }

  const beat = async (): Promise<void> => {
    pulses += 1
    const nowMs = clock.ms()
    for (const room of rooms.values()) {
      const { floor, liveId } = room
      const status = floor.status()
      if (status !== 'open' && status !== 'live') {
        drop(room, 'roomEnded')
        continue
      }
      floor.pulse()
      const viewers = floor.audience.here()
      room.emptySinceMs = viewers === 0 ? (room.emptySinceMs ?? nowMs) : undefined
      if (room.emptySinceMs !== undefined && nowMs - room.emptySinceMs > keepEmptyMs) drop(room, 'roomEnded')
      else if (viewers > 0) {
        bus.publish(roomTopic(liveId), { kind: 'here', node, seq: floor.timeline.known(), viewers } satisfies RoomHint)
      }
    }
    await upkeep()
  }

  needs.roomLog.onCommit((liveId, events) => rooms.get(liveId)?.floor.timeline.accept(events))
  const unsubscribeLive = bus.subscribe(liveTopic, (given) => {
    const hint = LiveHint.safeParse(given)
    if (!hint.success) return
    refresh(hint.data.liveId).catch((error: unknown) => log.warn({ err: error }, 'a room could not be read again'))
  })

  const unsubscribeFirm = bus.subscribe(firmTopic, (given) => {
    const hint = FirmHint.safeParse(given)
    if (!hint.success) return
    for (const { liveId, floor } of rooms.values()) {
      if (floor.firmId !== hint.data.firmId) continue
      refresh(liveId).catch((error: unknown) => log.warn({ err: error }, 'a room could not be read again'))
    }
  })

  /** Whether the ticket of a viewer still holds; asked of the database only when someone was barred since. */
  const mayEnter = async (floor: Floor, identity: Identity): Promise<CloseReason | undefined> => {
    let checked = identity.epoch
    while (checked !== floor.epoch()) {
      checked = floor.epoch()
      const { blocked, keyVersion } = await needs.standingOf(identity.firmId, identity.liveUserId)
      if (blocked) return 'blocked'
      if (keyVersion !== identity.keyVersion) return 'badTicket'
    }
    return undefined
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
      const room = await open(identity.firmId, identity.liveId)
      if (room === undefined) return 'roomEnded'
      const { floor } = room
      // Who claims more than this node has read may have been at another one, a moment ago.
      if (held.seq > floor.timeline.told().seq) {
        floor.timeline.hint(held.seq)
        await floor.timeline.settled()
      }
      const refused = await mayEnter(floor, identity)
      if (refused !== undefined) return refused
      const status = floor.status()
      if (status !== 'open' && status !== 'live') return 'roomEnded'
      if (closed || rooms.get(identity.liveId) !== room) return 'goingAway'
      const seat = seatIn({ ...identity, epoch: floor.epoch() }, floor)
      if (seat !== undefined) floor.enter(seat, held)
      return undefined
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
