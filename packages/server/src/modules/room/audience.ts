import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { type Bucket, fullBucket, takeMessage } from '@kaimai/contract/room/say.rules.ts'
import type { Seat } from './seat.ts'

/** A viewer on this node, with the sockets it has here. */
export interface Viewer {
  readonly liveUserId: string
  /** The newest last. */
  readonly seats: Seat[]
  bucket: Bucket
}

/** What another node said of its viewers. */
interface Elsewhere {
  readonly viewers: number
  readonly atMs: number
}

/** A node that has been silent for so long has no viewers. */
const nodeSilenceMs = 4_000

/** Who is in a room: people, not sockets. */
export const createAudience = () => {
  const viewers = new Map<string, Viewer>()
  const seats = new Set<Seat>()
  const elsewhere = new Map<string, Elsewhere>()
  let countedTwice = 0

  return {
    seats: (): ReadonlySet<Seat> => seats,
    here: (): number => viewers.size,
    find: (liveUserId: string): Viewer | undefined => viewers.get(liveUserId),
    ids: (): string[] => [...viewers.keys()],

    /** Seats someone. `isNew`: it has no other socket here. `replaced`: the oldest of too many sockets. */
    add: (seat: Seat, nowMs: number): { isNew: boolean; replaced: Seat | undefined } => {
      const { liveUserId } = seat.identity
      let viewer = viewers.get(liveUserId)
      const isNew = viewer === undefined
      if (viewer === undefined) {
        viewer = { liveUserId, seats: [], bucket: fullBucket(nowMs) }
        viewers.set(liveUserId, viewer)
      }
      viewer.seats.push(seat)
      seats.add(seat)
      const replaced = viewer.seats.length > roomLimits.seatsPerViewer ? viewer.seats.shift() : undefined
      if (replaced) seats.delete(replaced)
      return { isNew, replaced }
    },

    /** True when that was the viewer's last socket here. */
    remove: (seat: Seat): boolean => {
      if (!seats.delete(seat)) return false
      const viewer = viewers.get(seat.identity.liveUserId)
      if (viewer === undefined) return false
      viewer.seats.splice(viewer.seats.indexOf(seat), 1)
      if (viewer.seats.length > 0) return false
      viewers.delete(viewer.liveUserId)
      return true
    },

    /** Milliseconds until this viewer may speak, undefined when it just did. */
    speak: (viewer: Viewer, nowMs: number): number | undefined => {
      const taken = takeMessage(viewer.bucket, nowMs)
      viewer.bucket = taken.bucket
      return taken.retryAfterMs
    },

    hearOf: (node: string, count: number, atMs: number): void => {
      elsewhere.set(node, { viewers: count, atMs })
    },
    /** Viewers with sockets on more than one node, counted once too often for each further one. */
    setCountedTwice: (count: number): void => {
      countedTwice = count
    },
    /** Whether other nodes hold viewers of this room. */
    isShared: (): boolean => elsewhere.size > 0,

    /** Distinct viewers over all nodes. */
    online: (nowMs: number): number => {
      let count = viewers.size
      for (const [node, one] of elsewhere) {
        if (nowMs - one.atMs > nodeSilenceMs) elsewhere.delete(node)
        else count += one.viewers
      }
      if (elsewhere.size === 0) countedTwice = 0
      return Math.max(viewers.size, count - countedTwice)
    },
  }
}
export type Audience = ReturnType<typeof createAudience>
