import type { Page } from '@kaimai/contract/common/page.ts'
import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { type CallError, isCallError } from '../../../lib/http/call-error.ts'

/** What a part of the page shows: undefined until it has come; a failure stands until the next try. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: CallError | undefined
  readonly reload: () => void
}

/** Asked anew whenever `input` is another; what was there stays until the new has come. */
export const useLoaded = <T>(load: () => Promise<T>, input: string, onSignedOut: () => void): Loaded<T> => {
  const [data, setData] = useState<T>()
  const [error, setError] = useState<CallError>()
  const [tries, setTries] = useState(0)
  const latest = useLatest({ load, onSignedOut })
  useEffect(() => {
    let isLeft = false
    latest.current.load().then(
      (found) => {
        if (isLeft) return
        setData(() => found)
        setError(undefined)
      },
      (failure: unknown) => {
        if (!isCallError(failure)) throw failure
        if (isLeft) return
        if (failure.errorName === 'signedOut') latest.current.onSignedOut()
        else setError(failure)
      },
    )
    return () => {
      isLeft = true
    }
  }, [input, tries, latest])
  const reload = useCallback(() => {
    setError(undefined)
    setTries((before) => before + 1)
  }, [])
  return { data, error, reload }
}

export interface LoadedPages<T> extends Loaded<readonly T[]> {
  /** Undefined: all of it is here. */
  readonly more: (() => void) | undefined
  readonly isBusy: boolean
}

/** A list that comes in pages: the first by itself, the others by `more`, which also tries one again that failed. */
export const usePages = <T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  onSignedOut: () => void,
): LoadedPages<T> => {
  const first = useLoaded(() => read(undefined), '', onSignedOut)
  const [later, setLater] = useState<readonly Page<T>[]>([])
  const [error, setError] = useState<CallError>()
  const [isBusy, setBusy] = useState(false)
  const last = later.at(-1) ?? first.data
  const cursor = last?.cursor

  const fetchMore = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const page = await read(cursor)
      setLater((before) => [...before, page])
    } catch (failure) {
      if (!isCallError(failure)) throw failure
      if (failure.errorName === 'signedOut') onSignedOut()
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    data: first.data && [first.data, ...later].flatMap(({ items }) => items),
    error: first.error ?? error,
    reload: first.reload,
    more: cursor === undefined ? undefined : () => void fetchMore(),
    isBusy,
  }
}
