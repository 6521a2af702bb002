import type { Clock } from './clock.ts'

export interface HeldOptions {
  /** How long an answer may be given again, in milliseconds from when it was asked for. */
  readonly forMs: number
  /** Answers that are kept at most; the oldest go first. */
  readonly max: number
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/**
 * Answers that are the same for all who ask within a moment: they are read once, and many who ask at once wait for one
 * reading. What a change makes wrong is dropped by its key; what nobody tells of is wrong for `forMs` at most.
 */
export const createHeld = <V>({ forMs, max, clock }: HeldOptions) => {
  const answers = new Map<string, { readonly askedAtMs: number; readonly answer: Promise<V> }>()
  return {
    /** The answer under a key; `read` finds it anew. One that failed is not kept. */
    get: (key: string, read: () => Promise<V>): Promise<V> => {
      const now = clock.monotonicMs()
      const known = answers.get(key)
      if (known && now - known.askedAtMs < forMs) return known.answer
      const asked = { askedAtMs: now, answer: read() }
      answers.delete(key)
      answers.set(key, asked)
      asked.answer.catch(() => {
        if (answers.get(key) === asked) answers.delete(key)
      })
      const [oldest] = answers.keys()
      if (answers.size > max && oldest !== undefined) answers.delete(oldest)
      return asked.answer
    },
    /** Drops the answers whose keys begin so. */
    drop: (prefix: string): void => {
      for (const key of answers.keys()) if (key.startsWith(prefix)) answers.delete(key)
    },
  }
}
export type Held<V> = ReturnType<typeof createHeld<V>>
