import { useEffect, useState, startTransition } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { steadyClock } from '../../../../lib/clock/steady-clock.ts'
import { useLanguage } from '../../../../lib/i18n/use-text.tsx'
import type { RoomClientOptions } from '../../room-client.ts'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { yieldToMain } from '../../../../lib/clock/yield-to-main.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { lateApi } from './lazy-api.ts'
import { createVisit, type Visit, type VisitOptions, type VisitView } from './visit.ts'
import type { Store } from '../../../../lib/store/store.ts'

/**
 * The value of a store that changes often and shows in much of a page: it is drawn in short turns, so that a phone goes
 * on scrolling and typing meanwhile. One component reads it and hands it on: two could show different states.
 */
const useTransitionStore = <T extends object>(store: Pick<Store<T>, 'get' | 'subscribe'>): T => {
  const [value, setValue] = useState<T>(store.get)
  useEffect(() => {
    const take = () => startTransition(() => setValue(store.get()))
    take()
    return store.subscribe(take)
  }, [store])
  return value
}

/** The protocol and its schemas are no part of the first load. */
const loadClient = async () => {
  await yieldToMain()
  const { createRoomClient, roomSocketUrl } = await import('../../room-client.ts')
  return (options: Omit<RoomClientOptions, 'url'>) => createRoomClient({ ...options, url: roomSocketUrl(location) })
}

/** The door may open a moment later than our clock says. */
const earlyMs = 1_500

type Announced = Pick<VisitOptions, 'look' | 'anonymousAllowed' | 'onRefused' | 'onEnded'>

/** The viewer's stay in a room, while `isOpen`; what was seen stays when it closes. */
export const useVisit = (
  input: Pick<VisitOptions, 'streamId' | 'userId' | 'serverClock'> & Announced & { readonly isOpen: boolean },
): { readonly view: VisitView; readonly visit: Visit } => {
  const { streamId, userId, serverClock, isOpen } = input
  const language = useLanguage()
  const announced = useLatest<Announced>(input)
  const [visit] = useState(() =>
    createVisit({
      streamId,
      userId,
      serverClock,
      language,
      loadJoin: async () => (await lateApi()).joinRoom,
      loadClient,
      memory: deviceMemory,
      clock: steadyClock,
      look: () => announced.current.look(),
      anonymousAllowed: () => announced.current.anonymousAllowed(),
      onRefused: (refused) => announced.current.onRefused(refused),
      onEnded: () => announced.current.onEnded(),
    }),
  )
  useEffect(() => () => visit.leave(), [visit])

  useEffect(() => {
    if (!isOpen) return undefined
    visit.enter()
    const wake = () => {
      if (document.visibilityState !== 'visible') return
      const { failure, replaced } = visit.view.get()
      if (failure === undefined && !replaced) visit.enter()
      visit.wake()
    }
    const end = new AbortController()
    document.addEventListener('visibilitychange', wake, { signal: end.signal })
    addEventListener('online', wake, { signal: end.signal })
    addEventListener('pageshow', wake, { signal: end.signal })
    return () => end.abort()
  }, [visit, isOpen])

  const view = useTransitionStore(visit.view)
  const isEarly = isOpen && view.failure === 'notOpenYet'
  useEffect(() => (isEarly ? browserClock.after(earlyMs, () => visit.enter()) : undefined), [visit, isEarly])
  return { view, visit }
}
