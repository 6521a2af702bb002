import { useEffect, useState } from 'react'

export interface Fetched<T> {
  /** Undefined until it is there. */
  readonly part: T | undefined
  readonly isFailed: boolean
  readonly retry: () => void
}

/** What is fetched when the first one that needs it is drawn: others do without its library. `load` is the same at each call. */
export const useFetched = <T>(load: () => Promise<T>): Fetched<T> => {
  const [fetched, setFetched] = useState<{ readonly part: T }>()
  const [attempt, setAttempt] = useState(0)
  const [failedAt, setFailedAt] = useState<number>()
  useEffect(() => {
    let isGone = false
    load().then(
      (part) => {
        if (!isGone) setFetched({ part })
      },
      () => {
        if (!isGone) setFailedAt(attempt)
      },
    )
    return () => {
      isGone = true
    }
  }, [attempt, load])
  return { part: fetched?.part, isFailed: failedAt === attempt, retry: () => setAttempt(attempt + 1) }
}
