/** Time as the browser's code sees it, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The year in which the page was opened, for the copyright line. */
export const yearAtStart = new Date().getFullYear()

/** Waits `ms` milliseconds; rejects with the signal's reason when it is aborted before. */
export const sleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })

export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** What is left until a moment, in whole seconds; all nought once it has come. */
export const timeLeft = (untilMs: number, nowMs: number): TimeLeft => {
  const all = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  }
}

export interface TestClock extends Clock {
  /** Moves time on, running what falls due in order and letting promises settle in between. */
  forward(ms: number): Promise<void>
}

export const createTestClock = (startMs = 0): TestClock => {
  let now = startMs
  let nextId = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const settle = async () => {
    for (let i = 0; i < 100; i++) await Promise.resolve()
  }
  return {
    now: () => now,
    after: (ms, run) => {
      const id = nextId++
      timers.set(id, { at: now + Math.max(0, ms), run })
      return () => timers.delete(id)
    },
    forward: async (ms) => {
      const until = now + ms
      await settle()
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.at <= until)
          .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].run()
        await settle()
      }
      now = until
      await settle()
    },
  }
}
