import { type RefObject, useInsertionEffect, useRef } from 'react'

/** The newest value, for what is called later and should not be made anew each time it changes. */
export const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
