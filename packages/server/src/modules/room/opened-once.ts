import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { CueStore } from './cue.store.ts'
import type { OpenedOnceStore } from './opened-once.store.ts'
import type { RoomInstance } from './room-instance.ts'
import type { RoomRef } from './room-log.ts'

type Scripted = Extract<ScriptItem, { kind: 'poll' | 'giveaway' }>
type Room = Pick<RoomInstance, 'live' | 'isEmpty' | 'status' | 'script'>

export interface OpenedOnceDeps {
  readonly db: Database
  /** The lock of a room's row. */
  readonly cues: Pick<CueStore, 'lock'>
  readonly live: (firmId: string, liveId: string) => Promise<LiveRecord | undefined>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** How one of the two kinds is told to its room. */
export interface OpenedOnceKind<Item extends Scripted, Stored> {
  readonly isItem: (item: ScriptItem) => item is Item
  readonly store: OpenedOnceStore<Stored>
  readonly hasEnded: (stored: Stored) => boolean
  readonly publishOpened: (place: RoomRef, stored: Stored) => Promise<void>
  readonly publishEnded: (place: RoomRef, stored: Stored) => Promise<void>
  /** Ends one before its time, for another takes its place. */
  readonly endNow: (place: RoomRef, stored: Stored) => Promise<void>
}

export interface Opening {
  readonly untilAt: Date
  readonly itemId: string | null
  readonly id?: string
}

const dueAtOnce = 100

export const placeOfRoom = (room: Pick<RoomInstance, 'live'>): RoomRef => {
  const { firmId, id: liveId, beginAtMs } = room.live()
  return { firmId, liveId, beginAtMs }
}

/** Opens and ends polls or giveaways: each once, whichever nodes do it, and after a restart. */
export const createOpenedOnce = <
  Item extends Scripted,
  Stored extends { readonly id: string; readonly firmId: string; readonly liveId: string },
>(
  { db, cues, live: liveOf, clock, log }: OpenedOnceDeps,
  { isItem, store, hasEnded, publishOpened, publishEnded, endNow }: OpenedOnceKind<Item, Stored>,
) => {
  /** Items of scripts that this node has seen opened, by room. */
  const known = new WeakMap<object, Set<string>>()
  let working = false

  /** One stands at a time: those before it are ended first. False: the item of a script had its own already. */
  const open = async (
    place: RoomRef,
    made: Stored,
    itemId: string | null,
    add: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> => {
    const { firmId, liveId } = place
    const before = await db.transaction(async (tx) => {
      await cues.lock(firmId, liveId, tx)
      const standing = await store.open(firmId, liveId, tx)
      return (await add(tx)) ? standing : undefined
    })
    if (before === undefined) {
      // The node that made it may have died before it told.
      const there = itemId === null ? undefined : await store.ofItem(firmId, liveId, itemId)
      if (there !== undefined && !hasEnded(there)) await publishOpened(place, there)
      return false
    }
    for (const each of before) await endNow(place, each)
    await publishOpened(place, made)
    return true
  }

  /** What the script asks now: one that a node missed while it was away is opened late, for what is left of it. */
  const playScript = async (room: Room, openItem: (item: Item, opening: Opening) => Promise<unknown>) => {
    const { beginAtMs, endAtMs } = room.live()
    const roomMs = clock.ms() - beginAtMs
    const seen = known.get(room) ?? new Set<string>()
    known.set(room, seen)
    for (const item of room.script().filter(isItem)) {
      const { id: itemId, atMs, seconds } = item
      if (atMs > roomMs || roomMs >= atMs + seconds * 1000 || seen.has(itemId)) continue
      await openItem(item, { untilAt: new Date(Math.min(beginAtMs + atMs + seconds * 1000, endAtMs)), itemId })
      seen.add(itemId)
    }
  }

  return {
    open,
    playScript,

    /** Of the rooms of this node where somebody sits; a second round begins when the one before is done. */
    everySecond: async <R extends Room>(rooms: Iterable<R>, workOf: (room: R) => Promise<void>): Promise<void> => {
      if (working) return
      working = true
      try {
        for (const room of rooms) if (!room.isEmpty()) await workOf(room)
      } catch (error) {
        log.warn({ err: error }, 'what stands in a room could not be read or written')
      } finally {
        working = false
      }
    },

    /** Ends what a viewer sees as over: the one of that id, where no other node has told yet. */
    endOne: async (place: RoomRef, id: string): Promise<void> => {
      for (const standing of await store.open(place.firmId, place.liveId))
        if (standing.id === id) await publishEnded(place, standing)
    },

    /** Ends what stands, before its time. */
    endAll: async (place: RoomRef): Promise<Stored | undefined> => {
      const standing = await store.open(place.firmId, place.liveId)
      for (const each of standing) await endNow(place, each)
      return standing.at(-1)
    },

    /** Ends what was over by then in rooms that nobody sits in: for a job. */
    endDue: async (by: Date): Promise<void> => {
      for (const each of await store.due(by, dueAtOnce)) {
        const { firmId, liveId, id } = each
        const live = await liveOf(firmId, liveId)
        if (live === undefined) await store.setPublished(id)
        else await publishEnded({ firmId, liveId, beginAtMs: live.beginAtMs }, each)
      }
    },
  }
}
