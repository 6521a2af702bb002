import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../platform/log/log.ts'
import type { LoggedEvent } from './room.store.ts'

export interface LogFollowerDeps {
  /** Events after a seq from the log, oldest first. */
  readonly read: (afterSeq: number) => Promise<readonly LoggedEvent[]>
  readonly log: Pick<Log, 'warn'>
  /** Takes each event once, in the order of seq. */
  readonly push: (event: LoggedEvent) => void
  /** Told of each event that the log grew by since the start. */
  readonly noticed: (event: LoggedEvent['event']) => void
}

/** Between two reads of the log, so that a stream of hints from another node makes one read a tick, not one a message. */
const readPauseMs = 40

/** Follows the log of a room without a gap, whichever node wrote it: what is missing is read from the database. */
export const createLogFollower = ({ read, log, push, noticed }: LogFollowerDeps) => {
  let known = 0
  let wanted = 0
  let reading: Promise<void> | undefined
  let readAtMs = 0

  const take = (one: LoggedEvent): void => {
    known = one.event.seq
    push(one)
  }

  const catchUp = async (): Promise<void> => {
    try {
      while (wanted > known) {
        await sleep(Math.max(0, readAtMs + readPauseMs - performance.now()))
        readAtMs = performance.now()
        const events = await read(known)
        if (events.length === 0) break
        accept(events)
      }
    } catch (error) {
      log.warn({ err: error }, 'a room could not read its log')
    } finally {
      reading = undefined
      // A later hint tries again.
      wanted = Math.min(wanted, known)
    }
  }

  /** The log has grown up to `seq`: what is missing is read. */
  const hint = (seq: number): void => {
    wanted = Math.max(wanted, seq)
    if (wanted > known) reading ??= catchUp()
  }

  /** Events in the order of seq. What is known is left out; after a gap they wait for the log to be read. */
  const accept = (events: readonly LoggedEvent[]): void => {
    for (const one of events) {
      if (one.event.seq <= known) continue
      if (one.event.seq > known + 1) return hint(events.at(-1)?.event.seq ?? 0)
      take(one)
      noticed(one.event)
    }
  }

  return {
    accept,
    hint,
    /** The newest seq without a gap before it. */
    known: (): number => known,
    /** Resolves when nothing is being read. */
    settled: async (): Promise<void> => reading,
    /** Begins after `seq`, with the newest events that are read already. */
    start: (seq: number, newest: readonly LoggedEvent[]): void => {
      known = seq
      for (const one of newest) take(one)
    },
  }
}
