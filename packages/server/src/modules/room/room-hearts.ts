import type { LiveInstants } from '@kaimai/contract/live/live.rules.ts'
import {
  fullHearts,
  type HeartBucket,
  heartsBetween,
  heartSpansOf,
  isFullOfHearts,
  takeHearts,
} from '@kaimai/contract/room/hearts.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import type { Clock } from '../../platform/clock.ts'

/** A live as far as its hearts are concerned. */
interface HeartedShow {
  readonly live: Pick<LiveInstants, 'beginAtMs' | 'endAtMs'> & { readonly heartsAllowed?: boolean }
  readonly script: Script
  readonly disclosure: boolean
}

/** What a frame says of them. */
export interface FrameHearts {
  readonly hearts: number | undefined
  readonly simulatedHearts: number | undefined
}

/** After a longer pause nobody is shown what flew meanwhile. */
const longestStepMs = 2_000
const sweepEveryMs = 1_000

export interface RoomHeartsDeps {
  readonly clock: Clock
  readonly show: () => HeartedShow
  /** Whether what this viewer does is shown to others and counted: not muted, and no time-out. */
  readonly counts: (publicId: string) => boolean
  /** So many were given by viewers of this node, in a second of the live: for the records. */
  readonly given?: ((count: number, second: number) => void) | undefined
  /** So many since the last frame: for the other nodes. */
  readonly passOn?: ((count: number) => void) | undefined
}

/**
 * The hearts of a room on one node: what its viewers give, within bounds, what other nodes say of theirs, and what the
 * script lets fly. All of a tick goes out as one number.
 */
export const createRoomHearts = ({ clock, show, counts, given, passOn }: RoomHeartsDeps) => {
  const buckets = new Map<string, HeartBucket>()
  let [own, others] = [0, 0]
  let playedMs = clock.ms()
  let sweptMs = playedMs

  const isOn = (): boolean => show().live.heartsAllowed !== false

  const simulatedTo = (nowMs: number): number => {
    const { live, script } = show()
    const fromMs = Math.max(playedMs, nowMs - longestStepMs) - live.beginAtMs
    playedMs = Math.max(playedMs, nowMs)
    return isOn() ? heartsBetween(heartSpansOf(script), fromMs, Math.min(nowMs, live.endAtMs) - live.beginAtMs) : 0
  }

  /** Who may give as many as somebody new is forgotten. */
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptMs < sweepEveryMs) return
    sweptMs = nowMs
    for (const [liveUserId, bucket] of buckets) if (isFullOfHearts(bucket, nowMs)) buckets.delete(liveUserId)
  }

  return {
    /** A viewer gives some; answers how many count. Nothing is said of the others. */
    give: ({ liveUserId, publicId }: { liveUserId: string; publicId: string }, count: number): number => {
      const { live } = show()
      const nowMs = clock.ms()
      if (!isOn() || nowMs < live.beginAtMs || nowMs >= live.endAtMs || !counts(publicId)) return 0
      const { bucket, taken } = takeHearts(buckets.get(liveUserId) ?? fullHearts(nowMs), count, nowMs)
      buckets.set(liveUserId, bucket)
      own += taken
      if (taken > 0) given?.(taken, Math.floor((nowMs - live.beginAtMs) / 1000))
      return taken
    },

    /** Another node says so many of its viewers. */
    hear: (count: number): void => {
      others += count
    },

    /** All since it was asked last, for one frame. */
    take: (): FrameHearts => {
      const nowMs = clock.ms()
      sweep(nowMs)
      const simulated = simulatedTo(nowMs)
      const all = own + others + simulated
      if (own > 0) passOn?.(own)
      own = 0
      others = 0
      return {
        hearts: all > 0 ? all : undefined,
        simulatedHearts: simulated > 0 && show().disclosure ? simulated : undefined,
      }
    },
  }
}
export type RoomHearts = ReturnType<typeof createRoomHearts>
