import type { Desk } from '@kaimai/contract/control-room/control-room.schema.ts'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { browserClock } from '../../lib/clock/clock.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { roomSocketUrl } from '../room/room-client.ts'
import { openBrowserLine } from '../room/room-socket.ts'
import { deskCallsOf } from './control-room-calls.ts'
import { createDeskStore, type DeskStore } from './control-room-store.ts'
import { type DeskView, deskView } from './control-room-view.ts'

/** The desk of a room with its line, while the component stands; another room needs another component. */
export const useDeskStore = (liveId: string): DeskStore => {
  const t = useText('control-room')
  const language = useLanguage()
  const [store] = useState(() =>
    createDeskStore({
      calls: deskCallsOf(liveId),
      url: roomSocketUrl(location),
      language,
      clock: browserClock,
      openLine: openBrowserLine,
      random: Math.random,
      onFailed: (error) => toast.bad(t('failed.act', { why: error instanceof Error ? error.message : '' })),
    }),
  )
  useEffect(() => {
    store.start()
    const wake = () => {
      if (document.visibilityState === 'visible') store.wake()
    }
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
      store.stop()
    }
  }, [store])
  return store
}

/** A room that stands, and its store. */
export interface OpenDesk {
  readonly liveId: string
  readonly store: DeskStore
  readonly desk: Desk
}

const DeskContext = createContext<OpenDesk | undefined>(undefined)

export const DeskProvider = ({ open, children }: { open: OpenDesk; children: ReactNode }) => (
  <DeskContext value={open}>{children}</DeskContext>
)

export const useDesk = (): OpenDesk => {
  const open = useContext(DeskContext)
  if (open === undefined) throw new Error('DeskProvider is missing')
  return open
}

/** What the room shows now; renders again with whatever is told. */
export const useViewOf = (store: DeskStore): DeskView =>
  deskView(useSyncExternalStore(store.state.subscribe, store.state.get))

export const useDeskView = (): DeskView => useViewOf(useDesk().store)

/** Server time in epoch ms, every second as the room's clock goes. */
export const useRoomNow = (store: DeskStore, beginAt: string): number => {
  const [nowMs, setNowMs] = useState(store.serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const now = store.serverNow()
      setNowMs(now)
      const into = (((now - Date.parse(beginAt)) % 1000) + 1000) % 1000
      timer = setTimeout(tick, 1010 - into)
    }
    tick()
    return () => clearTimeout(timer)
  }, [store, beginAt])
  return nowMs
}
