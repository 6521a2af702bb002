import { useEffect, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'

/** Whole seconds until a moment of room time, counted each second; 0 once it is there. */
export const useWaits = (untilMs: number, roomNowMs: () => number): number => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      const leftMs = Math.max(0, untilMs - roomNowMs())
      setLeft(Math.ceil(leftMs / 1000))
      if (leftMs > 0) cancel = browserClock.after(leftMs % 1000 || 1000, tick)
    }
    tick()
    return () => cancel()
  }, [untilMs, roomNowMs])
  return left
}
