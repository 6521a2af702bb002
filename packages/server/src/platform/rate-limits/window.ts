import { createHash } from 'node:crypto'
import type { LimitRule } from './limits.ts'

/**
 * The arithmetic of a sliding window. Takes are kept as the slots of time they fell in, with a count each: to the
 * millisecond for small limits, else in slots of 1/64 of the window, so that a row stays small whatever the limit.
 * A slot counts until all of it has left the window: never too many takes, at most a slot's wait too long.
 */
export interface Slots {
  readonly slots: readonly number[]
  readonly counts: readonly number[]
}

const exactUpTo = 64

/** Clocks of two machines may differ by this much and no take is lost. */
export const keepSkewMs = 10_000

/** Milliseconds of one slot. */
export const granuleOf = (rule: LimitRule): number =>
  rule.limit <= exactUpTo ? 1 : Math.max(1, Math.ceil(rule.windowMs / exactUpTo))

const within = (taken: Slots, rule: LimitRule, now: number): { slot: number; count: number }[] =>
  taken.slots
    .map((slot, index) => ({ slot, count: taken.counts[index] ?? 0 }))
    .filter(({ slot }) => slot > now - rule.windowMs - granuleOf(rule))

export const takenWithin = (taken: Slots, rule: LimitRule, now: number): number =>
  within(taken, rule, now).reduce((sum, { count }) => sum + count, 0)

/** Milliseconds until so many takes would be allowed, if nobody else takes. More than the limit never are: a window's length. */
export const retryAfter = (taken: Slots, rule: LimitRule, now: number, amount = 1): number => {
  if (amount > rule.limit) return rule.windowMs
  let count = takenWithin(taken, rule, now)
  for (const one of within(taken, rule, now).sort((a, b) => a.slot - b.slot)) {
    count -= one.count
    if (count + amount <= rule.limit) return Math.max(1, one.slot + rule.windowMs + granuleOf(rule) - now)
  }
  return 1
}

/** Keys hold addresses and accounts: what is stored is their hash. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url')
