import type { Log } from '../../platform/log/log.ts'
import { guarded } from '../../platform/guarded.ts'

export interface RoomTimerDeps {
  readonly log: Pick<Log, 'error'>
  readonly tick: () => void
  /** Called after the first tick that went well after one that did not: connections may have missed what that one was to tell. */
  readonly recovered: () => void
  /** Asked before each tick: milliseconds until it. */
  readonly intervalMs: () => number
  /** A tick has thrown; the timer runs on until it is stopped. Without it the error is logged. */
  readonly failed?: ((error: unknown) => void) | undefined
}

/** The beat of one room: a tick that throws ends neither the beat nor the process. */
export const createRoomTimer = ({ log, tick, recovered, intervalMs, failed }: RoomTimerDeps) => {
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  const schedule = (): void => {
    timer = setTimeout(onTimer, intervalMs())
  }
  const onTimer = guarded(log, 'the timer of a room failed', () => {
    schedule()
    try {
      tick()
      if (hasFailed) recovered()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      if (failed === undefined) throw error
      failed(error)
    }
  })

  return {
    /** Does nothing while it runs. */
    start: (): void => {
      if (timer === undefined) schedule()
    },
    stop: (): void => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
