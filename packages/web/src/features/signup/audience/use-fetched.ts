import { useEffect, useState } from 'react'
import { useLatest } from '../../../lib/audience/use-latest.ts'

/**
 * A part of the page whose code is loaded apart; undefined until it is there. `input` names what it is needed for;
 * undefined: not needed yet. A failure is passed to `onFail`, and another `input` tries again.
 */
export const useFetched = <T>(
  load: () => Promise<T>,
  input: string | undefined,
  onFail?: () => void,
): T | undefined => {
  const [fetched, setFetched] = useState<{ readonly part: T }>()
  const [failed, setFailed] = useState<string>()
  const latest = useLatest({ load, onFail })
  const isDone = fetched !== undefined
  if (input === undefined && failed !== undefined) setFailed(undefined)
  useEffect(() => {
    if (input === undefined || isDone || failed === input) return
    let isLeft = false
    latest.current.load().then(
      (part) => {
        if (!isLeft) setFetched({ part })
      },
      () => {
        if (isLeft) return
        setFailed(input)
        latest.current.onFail?.()
      },
    )
    return () => {
      isLeft = true
    }
  }, [input, isDone, failed, latest])
  return fetched?.part
}
