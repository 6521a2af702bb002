import { useEffect, useState } from 'react'
import { browserClock } from '../clock/clock.ts'

const slowAfterMs = 5_000

/** Whether something has been going on for so long that it should be shown. */
export const useSlow = (going: boolean, afterMs = slowAfterMs): boolean => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!going) return undefined
    const cancel = browserClock.after(afterMs, () => setSlow(true))
    return () => {
      cancel()
      setSlow(false)
    }
  }, [going, afterMs])
  return slow
}
