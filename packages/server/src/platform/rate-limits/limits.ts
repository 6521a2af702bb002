export interface LimitRule {
  /** Takes allowed within any window. */
  readonly limit: number
  readonly windowMs: number
}

export type Taken = { readonly ok: true; readonly left: number } | { readonly ok: false; readonly retryAfterMs: number }

/**
 * Limits that protect accounts and money: they hold over all processes and outlive a restart. One key is always used
 * with one rule. Keys are hashed before they are stored, so they may hold addresses and accounts.
 */
export interface Limits {
  /**
   * Counts one take, or so many as `amount` says at once, unless more than `limit` would be taken within the window that
   * ends now: a larger `amount` is never taken, not even by the first who asks. Call it outside transactions: a take must outlive the failure of what it guards. Throws `fail('busy')` when
   * the store can't be reached.
   */
  take(key: string, rule: LimitRule, amount?: number): Promise<Taken>
  /** Forgets all takes of a key (after a right password). */
  reset(key: string): Promise<void>
  /** Deletes what no longer counts; a job calls it every hour. Answers how many rows went. */
  sweep(): Promise<number>
}
