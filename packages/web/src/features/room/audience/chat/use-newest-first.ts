import { startTransition, useEffect, useState } from 'react'

/** What a phone shows beside a video, in lines. */
const atOnce = 8
/** So many more take a slow phone a few milliseconds. */
const aTurn = 8

/**
 * The newest lines at once, the older above them in turns of their own: who comes an hour late gets hundreds, and the
 * room answers while they are drawn.
 */
export const useNewestFirst = <T>(rows: readonly T[]): readonly T[] => {
  const [drawn, setDrawn] = useState(atOnce)
  const older = drawn < rows.length
  useEffect(() => {
    if (!older) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + aTurn)), 0)
    return () => clearTimeout(timer)
  }, [older, drawn])
  return older ? rows.slice(-drawn) : rows
}
