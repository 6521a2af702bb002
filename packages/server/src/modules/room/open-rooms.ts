import { heartLimits } from '@kaimai/contract/room/hearts.rules.ts'
import type { CloseReason } from '@kaimai/contract/room/room.protocol.ts'
import { z } from 'zod'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { HeartWriter } from './heart-writer.ts'
import type { Connections } from './connections.ts'
import type { RoomInstance } from './room-instance.ts'
import { loadRoomInstance } from './room-load.ts'
import type { RoomShow } from './room-show.ts'
import type { RoomStore } from './room.store.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'
import type { Tickets } from './tickets.ts'

export interface OpenRoomsDeps {
  readonly store: RoomStore
  readonly presence: { readonly connections: Connections }
  /** The live and what belongs to it; undefined when there is none. */
  readonly showOf: (firmId: string, liveId: string) => Promise<RoomShow | undefined>
  readonly platform: { readonly bus: Bus; readonly clock: Clock; readonly log: Log; readonly secret: Secret }
  readonly tickets: Tickets
  /** Names this process; a new one at every start. */
  readonly node: string
  /** Where the hearts of viewers are kept; without it they are shown and forgotten. */
  readonly hearts?: HeartWriter | undefined
}

interface OpenRoomsEvents {
  /** A hint on the room's topic. */
  readonly follow: (instance: RoomInstance, hint: unknown) => void
  readonly roomOpened: () => void
  readonly lastDropped: () => void
}

export interface OpenRoom {
  readonly liveId: string
  readonly instance: RoomInstance
  emptySinceMs: number | undefined
  readonly unsubscribe: () => void
  /** Reads again what it plays; and the next time, which waits for that. */
  reading: Promise<void>
  next: Promise<void> | undefined
}

/** A room that fails again and again begins anew only so often. */
const beginAnewEveryMs = 10_000

const StockHint = z.record(z.string(), z.number().int())
/** Module product tells on it. */
const stockTopic = (firmId: string): string => `stock/${firmId}`

/** Opens the rooms of a node, each once however many ask, reads them again when their live changes, and drops them. */
export const createOpenRooms = (
  { store, presence, showOf, platform, tickets, node, hearts }: OpenRoomsDeps,
  { follow, roomOpened, lastDropped }: OpenRoomsEvents,
) => {
  const { bus, clock, log } = platform
  const rooms = new Map<string, OpenRoom>()
  /** Of rooms whose timer has thrown: how often, and when they began anew for it, epoch ms. */
  const failures = new Map<string, { readonly count: number; readonly beganAnewMs: number }>()
  const opening = new Map<string, Promise<OpenRoom | undefined>>()

  const heartsOf = ({ firmId, liveId }: { firmId: string; liveId: string }) => ({
    given: (count: number, second: number): void => hearts?.add({ firmId, liveId, second, count }),
    passOn: (count: number): void =>
      bus.publish(roomTopic(liveId), {
        kind: 'hearts',
        node,
        count: Math.min(count, heartLimits.perHint),
      } satisfies RoomHint),
  })

  const load = async (firmId: string, liveId: string): Promise<OpenRoom | undefined> => {
    // Heard first, read afterwards: nothing falls between.
    const waiting: unknown[] = []
    let hear = (hint: unknown): void => void waiting.push(hint)
    const stops = [bus.subscribe(roomTopic(liveId), (hint) => hear(hint))]
    const unsubscribe = () => stops.forEach((stop) => stop())
    try {
      await bus.ready()
      const instance = await loadRoomInstance(
        { store, connections: presence.connections, tickets, platform, hearts: heartsOf },
        { firmId, liveId },
        showOf,
        { recued: () => refreshLater(liveId), failed: (error) => failed(liveId, error) },
      )
      if (instance === undefined) {
        unsubscribe()
        return undefined
      }
      stops.push(
        bus.subscribe(stockTopic(firmId), (message) => {
          const left = StockHint.safeParse(message)
          if (left.success) instance.restock(left.data)
        }),
      )
      const room: OpenRoom = {
        liveId,
        instance,
        emptySinceMs: clock.ms(),
        unsubscribe,
        reading: Promise.resolve(),
        next: undefined,
      }
      rooms.set(liveId, room)
      hear = (hint) => {
        if (rooms.get(liveId) !== room) return
        try {
          follow(instance, hint)
        } catch (error) {
          failed(liveId, error)
        }
      }
      for (const hint of waiting) hear(hint)
      roomOpened()
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
    const { liveId } = room
    guarded(log, 'a room could not be closed in order', () => room.instance.close(reason))()
    guarded(log, 'a room still hears of its live', room.unsubscribe)()
    rooms.delete(liveId)
    if (reason === 'roomEnded') failures.delete(liveId)
    if (rooms.size === 0) lastDropped()
  }

  /**
   * The timer of a room has thrown: nobody knows what it still holds. It is read anew from the database when its viewers
   * come back, which they do by themselves, from where they were. Where it throws again soon after, they stay and
   * are told how things stand by the next tick that works: connections that come and go would help nobody.
   */
  const failed = (liveId: string, error: unknown): void => {
    const room = rooms.get(liveId)
    if (room === undefined) return
    const nowMs = clock.ms()
    const before = failures.get(liveId)
    const isSoon = before !== undefined && nowMs - before.beganAnewMs < beginAnewEveryMs
    const count = (before?.count ?? 0) + 1
    failures.set(liveId, { count, beganAnewMs: isSoon ? before.beganAnewMs : nowMs })
    const { instance } = room
    const [viewers, seq] = [instance.audience.here(), instance.timeline.known()]
    const facts = { err: error, liveId, firmId: instance.firmId, viewers, seq, failures: count }
    if (!isSoon) {
      log.error(facts, 'a room failed and begins anew: its viewers are told to come back')
      drop(room, 'goingAway')
    } else if (Number.isInteger(Math.log2(count))) log.error(facts, 'a room fails again and again')
  }

  const readAgain = async (room: OpenRoom): Promise<void> => {
    const show = await showOf(room.instance.firmId, room.liveId)
    if (rooms.get(room.liveId) !== room) return
    if (show === undefined) drop(room, 'roomEnded')
    else room.instance.change(show)
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

  return {
    rooms,
    open,
    drop,
    failed,
    refresh,
    refreshLater,
    /** Resolves when nothing is being opened. */
    opened: async (): Promise<void> => void (await Promise.allSettled(opening.values())),
  }
}
