import type { ViewerConnection } from './viewer-connection.ts'

/** At a tick a third of them is told, but never more than so many. */
const mostAtOnce = 500
const turns = 3

type Due = readonly (readonly [connection: ViewerConnection, frames: Buffer])[]

/**
 * Viewers of whom nobody knows whether they are people: a script can bring thousands of them. They are told in turns, at
 * each of which one gets in one piece all that was sent since its last, so that they take little of the moment in which
 * everybody else is told.
 */
export const createTurns = () => {
  /** How many frames each was told; who waits longest is first. */
  const framesSent = new Map<ViewerConnection, number>()
  /** The last frames, the newest last: at least those that somebody was not told yet. */
  let recent: Buffer[] = []
  let count = 0
  let joint: { readonly from: number; readonly to: number; readonly bytes: Buffer } | undefined

  const framesSince = (from: number): Buffer => {
    if (joint?.from !== from || joint.to !== count)
      joint = { from, to: count, bytes: Buffer.concat(recent.slice(from - count)) }
    return joint.bytes
  }

  const add = (connection: ViewerConnection): void => {
    framesSent.delete(connection)
    framesSent.set(connection, count)
  }

  const take = (connection: ViewerConnection): Buffer | undefined => {
    const from = framesSent.get(connection)
    if (from === undefined || from === count) return undefined
    add(connection)
    return framesSince(from)
  }

  const due = (atMost: number): Due => {
    const first: ViewerConnection[] = []
    for (const connection of framesSent.keys()) {
      if (first.length === atMost) break
      first.push(connection)
    }
    const found = first.flatMap((connection) => {
      const frames = take(connection)
      return frames === undefined ? [] : [[connection, frames] as const]
    })
    const [oldest = count] = framesSent.values()
    recent = oldest === count ? [] : recent.slice(oldest - count)
    return found
  }

  return {
    has: (connection: ViewerConnection): boolean => framesSent.has(connection),
    size: (): number => framesSent.size,
    /** From now on this one waits for its turns. It knows all that was sent so far. */
    add,
    /** What this one was not told yet; from now on it counts as told. */
    take,
    /** From now on this one is told at once; what it was not told yet. */
    remove: (connection: ViewerConnection): Buffer | undefined => {
      const frames = take(connection)
      framesSent.delete(connection)
      return frames
    },
    /** A frame that all are told. */
    push: (frame: Buffer): void => {
      if (framesSent.size === 0) return
      recent.push(frame)
      count += 1
    },
    /** Whose turn it is, with what each was not told yet. */
    next: (): Due => due(Math.min(mostAtOnce, Math.ceil(framesSent.size / turns))),
    /** All that were not told everything. */
    rest: (): Due => due(framesSent.size),
  }
}
