import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { type Bucket, fullBucket, isFull, takeMessage } from '@kaimai/contract/room/say.rules.ts'
import type { ViewerConnection } from './viewer-connection.ts'

/** A viewer on this node, with the sockets it has here. */
export interface Viewer {
  readonly liveUserId: string
  /** The newest last. */
  readonly connections: ViewerConnection[]
  /** A member who looks at an own room is served like a viewer and counted as none. */
  readonly isCounted: boolean
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
  const connections = new Set<ViewerConnection>()
  const elsewhere = new Map<string, Elsewhere>()
  /** What each viewer last said in slow mode, and when (epoch ms); a reload doesn't make anybody quicker. */
  const lastSaid = new Map<string, { readonly id: string; readonly atMs: number }>()
  /** Messages that those who spoke may still send; outlive the seats, for a new line brings no new messages. */
  const buckets = new Map<string, Bucket>()
  let counted = 0
  let countedTwice = 0

  return {
    connections: (): ReadonlySet<ViewerConnection> => connections,
    here: (): number => counted,
    find: (liveUserId: string): Viewer | undefined => viewers.get(liveUserId),
    ids: (): string[] => [...viewers.keys()],

    /** Seats someone. `isNew`: it has no other socket here. `replaced`: the oldest of too many sockets. */
    add: (connection: ViewerConnection): { isNew: boolean; replaced: ViewerConnection | undefined } => {
      const { liveUserId } = connection.identity
      let viewer = viewers.get(liveUserId)
      const isNew = viewer === undefined
      if (viewer === undefined) {
        viewer = { liveUserId, connections: [], isCounted: connection.identity.preview !== true }
        if (viewer.isCounted) counted += 1
        viewers.set(liveUserId, viewer)
      }
      viewer.connections.push(connection)
      connections.add(connection)
      const replaced = viewer.connections.length > roomLimits.seatsPerViewer ? viewer.connections.shift() : undefined
      if (replaced) connections.delete(replaced)
      return { isNew, replaced }
    },

    /** True when that was the viewer's last socket here. */
    remove: (connection: ViewerConnection): boolean => {
      if (!connections.delete(connection)) return false
      const viewer = viewers.get(connection.identity.liveUserId)
      if (viewer === undefined) return false
      viewer.connections.splice(viewer.connections.indexOf(connection), 1)
      if (viewer.connections.length > 0) return false
      viewers.delete(viewer.liveUserId)
      if (viewer.isCounted) counted -= 1
      return true
    },

    /**
     * How many milliseconds this viewer has to wait, undefined when it just spoke. In slow mode that is once in so many
     * seconds; the message that was said last may come again, for its answer may be lost. `loggedMs`: when its newest
     * comment stood in the log, whichever node it came by; epoch ms.
     */
    speak: (
      viewer: Viewer,
      nowMs: number,
      slowSeconds = 0,
      id = '',
      loggedMs?: number,
    ): { readonly wait: number; readonly isSlow: boolean } | undefined => {
      const last = slowSeconds > 0 ? lastSaid.get(viewer.liveUserId) : undefined
      const saidMs = slowSeconds > 0 ? Math.max(last?.atMs ?? 0, loggedMs ?? 0) : 0
      if (saidMs > 0 && last?.id !== id) {
        const wait = saidMs + slowSeconds * 1000 - nowMs
        if (wait > 0) return { wait: Math.min(wait, slowSeconds * 1000), isSlow: true }
      }
      const taken = takeMessage(buckets.get(viewer.liveUserId) ?? fullBucket(nowMs), nowMs)
      buckets.set(viewer.liveUserId, taken.bucket)
      if (taken.retryAfterMs !== undefined) return { wait: taken.retryAfterMs, isSlow: false }
      if (slowSeconds > 0 && last?.id !== id) lastSaid.set(viewer.liveUserId, { id, atMs: nowMs })
      return undefined
    },
    /** Who spoke longer ago than slow mode asks for is forgotten, and so is who may say as much as somebody new. */
    forgetSaid: (nowMs: number, slowSeconds: number): void => {
      for (const [liveUserId, { atMs }] of lastSaid) if (atMs + slowSeconds * 1000 <= nowMs) lastSaid.delete(liveUserId)
      for (const [liveUserId, bucket] of buckets) if (isFull(bucket, nowMs)) buckets.delete(liveUserId)
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
      let count = counted
      for (const [node, one] of elsewhere) {
        if (nowMs - one.atMs > nodeSilenceMs) elsewhere.delete(node)
        else count += one.viewers
      }
      if (elsewhere.size === 0) countedTwice = 0
      return Math.max(counted, count - countedTwice)
    },
  }
}
export type Audience = ReturnType<typeof createAudience>
