import type { HeartStore, HeartSum } from './heart.store.ts'

/** Seconds of lives that wait to be written; of more than that the oldest are given up. */
const maxWaiting = 20_000

/**
 * Hearts of this node on their way to the database: summed by live and second, written in one statement every few
 * seconds. A killed process loses what it had not written, which no viewer has been promised.
 */
export const createHeartWriter = (store: Pick<HeartStore, 'add'>) => {
  let waiting = new Map<string, HeartSum>()
  let flushing: Promise<void> | undefined

  const add = (sum: HeartSum): void => {
    const name = `${sum.liveId} ${sum.second}`
    waiting.set(name, { ...sum, count: sum.count + (waiting.get(name)?.count ?? 0) })
    const [oldest] = waiting.keys()
    if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest)
  }

  const save = async (): Promise<void> => {
    if (waiting.size === 0) return
    const sums = [...waiting.values()]
    waiting = new Map()
    try {
      await store.add(sums)
    } catch (error) {
      // A database that is away for a while loses nothing.
      const since = [...waiting.values()]
      waiting = new Map()
      for (const sum of [...sums, ...since]) add(sum)
      throw error
    }
  }

  return {
    add,
    /** Writes what waits, one batch at a time. */
    flush: async (): Promise<void> => {
      await flushing?.catch(() => undefined)
      flushing ??= save().finally(() => {
        flushing = undefined
      })
      await flushing
    },
  }
}
export type HeartWriter = ReturnType<typeof createHeartWriter>
