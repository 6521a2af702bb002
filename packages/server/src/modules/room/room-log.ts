import { setTimeout as sleep } from 'node:timers/promises'
import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import { isQuestion } from '@kaimai/contract/room/question.rules.ts'
import { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { isUnavailable, isUniqueViolation } from '../../platform/db/database.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Log } from '../../platform/log/log.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'
import type { LoggedEvent, NewRow, RoomStore } from './room.store.ts'

/** Whose log, and from when its time counts. */
export interface RoomRef {
  readonly firmId: string
  readonly liveId: string
  readonly beginAtMs: number
}

type WithoutPlace<E> = E extends unknown ? Omit<E, 'seq' | 'ms'> : never

export interface NewEntry {
  readonly event: WithoutPlace<RealEvent>
  /** Who caused it, if a viewer did. */
  readonly liveUserId: string | null
  /** The same key of the same viewer (or of nobody) is the same event, for ever. */
  readonly key: string
  /** Seen by its sender alone, and by the staff. */
  readonly held?: boolean
  /** Of a comment: what it orders; stands in the log until that has been carried out. */
  readonly asked?: CommentReading
}

export interface Written {
  readonly seq: number
  /** Milliseconds since the live's begin. */
  readonly ms: number
  /** It stood in the log already. */
  readonly repeated: boolean
}

export interface RoomLog {
  /** Resolves after the commit, with the event's place for ever. Call it outside transactions: it has its own. */
  append(place: RoomRef, entry: NewEntry): Promise<Written>
  /** Called with what this node has committed, in the order of seq. Must not throw. */
  onCommit(listener: (liveId: string, events: readonly LoggedEvent[]) => void): void
}

interface Waiting {
  readonly entry: NewEntry
  /** As it will be told, without its place yet. */
  readonly event: RealEvent
  resolve(written: Written): void
  reject(error: unknown): void
}

interface Queue {
  readonly waiting: Waiting[]
  /** By sender and key: the same message sent twice at once. */
  readonly inFlight: Map<string, Promise<Written>>
}

/** Rows of one commit. */
const batchSize = 400
/** Between the begins of two commits of a room: frames go out every 100 ms, so many small commits gain nobody anything. */
const commitPauseMs = 25

const nameOf = (liveUserId: string | null, key: string): string => `${liveUserId ?? ''} ${key}`

const rowOf = ({ event, entry }: Waiting): NewRow => {
  const { kind, seq: _seq, ms: _ms, ...payload } = event
  const { liveUserId, key, held = false, asked = null } = entry
  const question =
    event.kind === 'commented' && liveUserId !== null && (event.question === true || isQuestion(event.text))
  return { kind, payload, liveUserId, messageKey: key, held, asked, question }
}

/**
 * The log of the rooms. Events of a room that arrive while a commit of that room runs, or shortly after it, wait and
 * are committed together by the next one: the row of the counter is taken once for all of them, and under load the
 * commits grow, not their number. Several nodes may append to one room: the lock on the counter puts their commits in a row.
 */
export const createRoomLog = (deps: { store: RoomStore; clock: Clock; bus: Bus; log: Pick<Log, 'error'> }): RoomLog => {
  const { store, clock, bus, log } = deps
  const queues = new Map<string, Queue>()
  const listeners: ((liveId: string, events: readonly LoggedEvent[]) => void)[] = []

  const write = async (place: RoomRef, rows: readonly NewRow[]): Promise<{ firstSeq: number; ms: number }> => {
    const { firmId, liveId } = place
    const at = clock.now()
    const now = { at, ms: at.getTime() - place.beginAtMs }
    const written = await store.append(firmId, liveId, rows, now)
    if (written !== undefined) return written
    await store.open(firmId, liveId, at)
    const second = await store.append(firmId, liveId, rows, now)
    if (second === undefined) throw new Error('room log: no such room of this firm')
    return second
  }

  const notify = (place: RoomRef, events: readonly LoggedEvent[], lastSeq: number): void => {
    for (const listener of listeners) {
      try {
        listener(place.liveId, events)
      } catch (error) {
        log.error({ err: error }, 'room log: a listener has thrown')
      }
    }
    bus.publish(roomTopic(place.liveId), { kind: 'seq', seq: lastSeq } satisfies RoomHint)
  }

  /** Answers those of the batch that stand in the log already, and gives back the others. */
  const answerRepeated = async (place: RoomRef, batch: readonly Waiting[]): Promise<Waiting[]> => {
    const keys = batch.map(({ entry }) => entry.key)
    const rows = await store.byKeys(place.firmId, place.liveId, keys)
    const known = new Map(rows.map((row) => [nameOf(row.liveUserId, row.messageKey), row]))
    return batch.filter((one) => {
      const row = known.get(nameOf(one.entry.liveUserId, one.entry.key))
      if (row !== undefined) one.resolve({ seq: row.seq, ms: row.roomMs, repeated: true })
      return row === undefined
    })
  }

  const commit = async (place: RoomRef, batch: readonly Waiting[]): Promise<void> => {
    try {
      const { firstSeq, ms } = await write(place, batch.map(rowOf))
      const events = batch.map(
        ({ entry, event }, index): LoggedEvent => ({
          event: { ...event, seq: firstSeq + index, ms },
          held: entry.held ?? false,
          liveUserId: entry.liveUserId,
        }),
      )
      for (const [index, one] of batch.entries()) one.resolve({ seq: firstSeq + index, ms, repeated: false })
      notify(place, events, firstSeq + batch.length - 1)
    } catch (error) {
      if (isUniqueViolation(error, 'room_event_message')) {
        const rest = await answerRepeated(place, batch)
        if (rest.length === batch.length) throw error
        if (rest.length > 0) await commit(place, rest)
      } else if (batch.length > 1 && !isUnavailable(error)) {
        // One that the database refuses must not take the others with it.
        for (const one of batch) await commit(place, [one]).catch(one.reject)
      } else throw error
    }
  }

  const queueName = ({ firmId, liveId, beginAtMs }: RoomRef): string => `${firmId} ${liveId} ${beginAtMs}`

  const drain = async (place: RoomRef, queue: Queue): Promise<void> => {
    // What arrives within the same turn of the event loop goes along.
    await Promise.resolve()
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, batchSize)
      const began = performance.now()
      try {
        await commit(place, batch)
      } catch (error) {
        for (const one of batch) one.reject(error)
      }
      await sleep(Math.max(0, began + commitPauseMs - performance.now()))
    }
    queues.delete(queueName(place))
  }

  return {
    append: async (place, entry) => {
      const event = RealEvent.parse({ ...entry.event, seq: 1, ms: 0 })
      let queue = queues.get(queueName(place))
      if (queue === undefined) {
        queue = { waiting: [], inFlight: new Map() }
        queues.set(queueName(place), queue)
        guarded(log, 'room log: what waits was left', drain)(place, queue)
      }
      const { waiting, inFlight } = queue
      const name = nameOf(entry.liveUserId, entry.key)
      const twin = inFlight.get(name)
      if (twin !== undefined) return twin.then((written) => ({ ...written, repeated: true }))
      const promise = new Promise<Written>((resolve, reject) =>
        waiting.push({ entry, event, resolve, reject }),
      ).finally(() => inFlight.delete(name))
      inFlight.set(name, promise)
      return promise
    },
    onCommit: (listener) => void listeners.push(listener),
  }
}
