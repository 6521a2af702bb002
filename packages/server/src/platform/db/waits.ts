const windowMs = 30_000

export interface Waits {
  add(ms: number): void
  /** The longest within the last 30 to 60 seconds. */
  max(): number
}

export const trackWaits = (nowMs: () => number = () => performance.now()): Waits => {
  let started = nowMs()
  let current = 0
  let previous = 0
  const turn = () => {
    const windows = Math.floor((nowMs() - started) / windowMs)
    if (windows === 0) return
    previous = windows === 1 ? current : 0
    current = 0
    started += windows * windowMs
  }
  return {
    add: (ms) => {
      turn()
      current = Math.max(current, ms)
    },
    max: () => {
      turn()
      return Math.max(current, previous)
    },
  }
}
