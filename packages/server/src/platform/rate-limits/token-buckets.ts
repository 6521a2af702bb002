import type { Clock } from '../clock.ts'

/** A full bucket holds a burst; so much drops in every second. */
export interface BucketRule {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  readonly left: number
  readonly atMs: number
}

const sweepAt = 10_000

/**
 * How fast somebody may act, by a key, within this process: a burst, then so many a second. For what is turned away
 * thousands of times a minute and must cost nothing then; what protects accounts and money is `Limits`.
 */
export const createTokenBuckets = (clock: Pick<Clock, 'ms'>, { burst, perSecond }: BucketRule) => {
  const buckets = new Map<string, Bucket>()

  /** A clock that steps back gives nothing. */
  const leftIn = ({ left, atMs }: Bucket, nowMs: number): number =>
    Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond)

  const sweep = (nowMs: number): void => {
    for (const [key, bucket] of buckets) if (leftIn(bucket, nowMs) >= burst) buckets.delete(key)
  }

  return {
    /** Takes one, or says in how many milliseconds there will be one; 0: taken. */
    take: (key: string): number => {
      const nowMs = clock.ms()
      const bucket = buckets.get(key) ?? { left: burst, atMs: nowMs }
      const left = leftIn(bucket, nowMs)
      if (buckets.size >= sweepAt && !buckets.has(key)) sweep(nowMs)
      const atMs = Math.max(nowMs, bucket.atMs)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, atMs })
      return left >= 1 ? 0 : Math.ceil(((1 - left) / perSecond) * 1000)
    },
    size: () => buckets.size,
  }
}
export type TokenBuckets = ReturnType<typeof createTokenBuckets>
