import { guarded } from '../guarded.ts'
import type { Log } from '../log/log.ts'

const lookEveryMs = 1_000
/** A migration, a vacuum of a large table, the opening after a crash: they take so many times as long as others may. */
const longFactor = 10

/** A thread that does not answer any more; `code` tells it from one that has died. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
}

export interface SilenceWatchOptions {
  /** The longest that an ordinary statement may take; 0: nobody watches. */
  readonly timeoutMs: number
  readonly log: Pick<Log, 'error'>
  /** Called once. */
  readonly onSilent: (error: DatabaseSilent) => void
}

/**
 * Watches a thread that answers one after the other from outside it, for one that spins can't be asked: how long it has
 * been at the oldest that it was asked. What one thread was not given to run itself (a stopped or starved process) does
 * not count as its silence.
 */
export const createSilenceWatch = ({ timeoutMs, log, onSilent }: SilenceWatchOptions) => {
  const asked = new Map<number, { readonly what: string; readonly isLong: boolean }>()
  let isStrict = false
  let silentMs = 0
  let lookedAt = performance.now()
  let timer: NodeJS.Timeout | undefined

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }

  const look = (): void => {
    const now = performance.now()
    silentMs += Math.min(now - lookedAt, 2 * lookEveryMs)
    lookedAt = now
    const [oldest] = asked.values()
    if (oldest === undefined) return
    const allowedMs = timeoutMs * (oldest.isLong || !isStrict ? longFactor : 1)
    if (silentMs < allowedMs) return
    stop()
    onSilent(
      new DatabaseSilent(
        `The embedded database has not answered for ${Math.round(silentMs / 1000)} s: ${oldest.what.slice(0, 100)}`,
      ),
    )
  }
  if (timeoutMs > 0) {
    timer = setInterval(
      guarded(log, 'the embedded database was not looked after', look),
      Math.min(lookEveryMs, timeoutMs / 4),
    )
    timer.unref()
  }

  return {
    asked: (id: number, what: string, isLong = false): void => {
      if (asked.size === 0) silentMs = 0
      asked.set(id, { what, isLong })
    },
    answered: (id: number): void => {
      asked.delete(id)
      silentMs = 0
    },
    /** From now on ordinary statements have no longer than `timeoutMs`: what is done once at a start is over. */
    beStrict: (): void => {
      isStrict = true
    },
    stop,
  }
}
export type SilenceWatch = ReturnType<typeof createSilenceWatch>
