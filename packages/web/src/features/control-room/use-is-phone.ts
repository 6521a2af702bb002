import { useSyncExternalStore } from 'react'

/** As in the style sheets. */
const query = '(max-width: 900px)'

let media: MediaQueryList | undefined
/** Made once: a component asks each time it renders. */
const phoneQuery = (): MediaQueryList => (media ??= matchMedia(query))
const isPhone = (): boolean => phoneQuery().matches
const onChange = (listener: () => void): (() => void) => {
  const listened = phoneQuery()
  listened.addEventListener('change', listener)
  return () => listened.removeEventListener('change', listener)
}

/** Whether tabs take the place of the columns. */
export const useIsPhone = (): boolean => useSyncExternalStore(onChange, isPhone)
