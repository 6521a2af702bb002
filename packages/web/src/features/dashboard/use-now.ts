import { useEffect, useState } from 'react'

const everyMs = 1000

/** The time in epoch ms, a second at a time. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
