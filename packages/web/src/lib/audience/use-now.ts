import { useEffect, useState } from 'react'
import { browserClock } from '../clock/clock.ts'

/** Clocks closer than this agree: the rest is the time that the page took to arrive. */
const agreeWithinMs = 15_000

/** Whether the browser took the document from its own store (a reopened tab): its times are old then. */
const isRestored = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.transferSize === 0
}

/** How far the server's clock is ahead of the viewer's, in ms; 0 when they agree or nobody can say. */
export const clockOffset = (serverNowMs: number, viewerNowMs: number, restored: boolean): number => {
  const ahead = serverNowMs - viewerNowMs
  return restored || Math.abs(ahead) < agreeWithinMs ? 0 : ahead
}

/**
 * The time by the server's clock in epoch ms, renewed every `everyMs`. On the server and at hydration it is
 * `serverNow` itself, so that both draw the same; while the page is hidden it stands still.
 */
export const useNow = (serverNow: string, everyMs = 1000): number => {
  const [nowMs, setNowMs] = useState(() => Date.parse(serverNow))
  useEffect(() => {
    const offset = clockOffset(Date.parse(serverNow), browserClock.now(), isRestored())
    let cancel = () => {}
    const tick = () => {
      cancel()
      const now = browserClock.now() + offset
      setNowMs(now)
      if (!document.hidden) cancel = browserClock.after(everyMs - (now % everyMs), tick)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', tick)
    }
  }, [serverNow, everyMs])
  return nowMs
}
