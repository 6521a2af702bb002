import { useMemo, useSyncExternalStore } from 'react'
import { browserTimeZone, homeZone, unknownZone } from '../i18n/browser-time-zone.ts'
import { createFormat, type Format } from '../i18n/format.ts'
import { useLanguage } from '../i18n/use-text.tsx'

const never = () => () => {}

/** Whether the page is the browser's by now: false on the server and while it hydrates. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

let known: string | undefined
/** It stays while the page stands, and is asked for at every drawing. */
const browserZone = (): string => (known ??= browserTimeZone() ?? unknownZone)

/** The viewer's own zone (IANA); the shop's until the page stands. */
export const useViewerZone = (): string => useSyncExternalStore(never, browserZone, () => homeZone)

/** Dates and money in the viewer's language and zone. `nowMs` is what is relative to. */
export const useViewerFormat = (nowMs: number): Format => {
  const language = useLanguage()
  const timeZone = useViewerZone()
  const minute = Math.floor(nowMs / 60_000)
  return useMemo(() => createFormat(language, timeZone, () => minute * 60_000), [language, timeZone, minute])
}

const listenOnline = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the browser believes that it has a line. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    listenOnline,
    () => navigator.onLine,
    () => true,
  )
