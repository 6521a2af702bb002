import { useSyncExternalStore } from 'react'

/** As in the style sheets. */
const query = '(max-width: 900px)'

/** Whether tabs take the place of the columns. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
