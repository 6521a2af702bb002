import type { Clock } from '../clock/clock.ts'

/** The spec's throttle for calls to the main back end. */
export const throttle = { maxRunning: 3, gapMs: 333 } as const

export interface TaskOptions {
  /** Tasks of one lane never run at the same time as each other (upload chunks). */
  readonly lane?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Scheduler {
  /** Starts the task when its turn comes; settles as the task does, or rejects with the signal's reason. */
  run<T>(task: () => Promise<T>, options?: TaskOptions): Promise<T>
}

interface Waiting {
  readonly lane: string | undefined
  readonly start: () => Promise<void>
}

/**
 * First come, first served, at most `maxRunning` at once and `gapMs` between two starts. A task whose lane is busy
 * lets the ones behind it pass.
 */
export const createScheduler = (limits: { maxRunning: number; gapMs: number; clock: Clock }): Scheduler => {
  const { maxRunning, gapMs, clock } = limits
  const waiting: Waiting[] = []
  const busyLanes = new Set<string>()
  let running = 0
  let lastStart = Number.NEGATIVE_INFINITY
  let cancelTimer: (() => void) | undefined

  const pump = (): void => {
    if (running >= maxRunning || cancelTimer) return
    const index = waiting.findIndex(({ lane }) => lane === undefined || !busyLanes.has(lane))
    const next = waiting[index]
    if (!next) return
    const wait = lastStart + gapMs - clock.now()
    if (wait > 0) {
      cancelTimer = clock.after(wait, () => {
        cancelTimer = undefined
        pump()
      })
      return
    }
    waiting.splice(index, 1)
    lastStart = clock.now()
    running += 1
    if (next.lane !== undefined) busyLanes.add(next.lane)
    void next.start().then(() => {
      running -= 1
      if (next.lane !== undefined) busyLanes.delete(next.lane)
      pump()
    })
    pump()
  }

  return {
    run: (task, { lane, signal } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const onAbort = () => {
          const index = waiting.indexOf(entry)
          if (index >= 0) waiting.splice(index, 1)
          reject(signal?.reason)
        }
        const entry: Waiting = {
          lane,
          start: async () => {
            signal?.removeEventListener('abort', onAbort)
            try {
              resolve(await task())
            } catch (error) {
              reject(error)
            }
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.push(entry)
        pump()
      }),
  }
}
