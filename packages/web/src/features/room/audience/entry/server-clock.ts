import { type Heartbeat, keepBeat, offsetBy } from '@kaimai/contract/room/heartbeat.rules.ts'
import type { Clock } from '../../../../lib/clock/clock.ts'
import { steadyClock } from '../../../../lib/clock/steady-clock.ts'

/** The server's time as far as it is known here: nobody's own clock opens or closes a room. */
export interface ServerClock {
  /** Epoch milliseconds. */
  now(): number
  /** One more answer that carried the server's time; the quickest of the last ones counts. */
  learn(beat: Heartbeat): void
}

/** `toldMs`: the server's time as the page was made, good enough until the first answer. */
export const createServerClock = (sentMs: number, clock: Clock = steadyClock): ServerClock => {
  let offsetMs = sentMs - clock.now()
  let beats: readonly Heartbeat[] = []
  return {
    now: () => clock.now() + offsetMs,
    learn: (beat) => {
      beats = keepBeat(beats, beat)
      offsetMs = offsetBy(beats)
    },
  }
}
