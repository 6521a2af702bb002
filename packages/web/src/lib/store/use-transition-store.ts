import { startTransition, useEffect, useState } from 'react'
import type { Store } from './store.ts'

/**
 * The value of a store that changes often and shows in much of a page: it is drawn in short turns, so that a phone goes
 * on scrolling and typing meanwhile. One component reads it and hands it on: two could show different states.
 */
export const useTransitionStore = <T extends object>(store: Pick<Store<T>, 'get' | 'subscribe'>): T => {
  const [value, setValue] = useState<T>(store.get)
  useEffect(() => {
    const take = () => startTransition(() => setValue(store.get()))
    take()
    return store.subscribe(take)
  }, [store])
  return value
}
