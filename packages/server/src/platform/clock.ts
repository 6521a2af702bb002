/** Where time comes from: nothing else in the server asks the machine (or SQL's now()) what time it is. */
export interface Clock {
  now(): Date
  /** Milliseconds since 1970, as Date.now(). */
  ms(): number
  /** Milliseconds that only grow, also where the machine's clock is put back: to tell how long ago something was. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  ms: () => Date.now(),
  monotonicMs: () => performance.now(),
}

export interface ManualClock extends Clock {
  advance(ms: number): void
  set(date: Date): void
}

/** A clock that stands still until it is moved: for tests. */
export const manualClock = (start: Date | string): ManualClock => {
  let at = new Date(start).getTime()
  let passed = 0
  if (!Number.isFinite(at)) throw new Error(`manualClock: not a date: ${String(start)}`)
  return {
    now: () => new Date(at),
    ms: () => at,
    monotonicMs: () => passed,
    advance: (ms) => {
      at += ms
      passed += Math.max(0, ms)
    },
    set: (date) => {
      passed += Math.max(0, date.getTime() - at)
      at = date.getTime()
    },
  }
}
