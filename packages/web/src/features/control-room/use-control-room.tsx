import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { browserClock } from '../../lib/clock/clock.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { roomSocketUrl } from '../room/room-client.ts'
import { openBrowserSocket } from '../room/room-socket.ts'
import { controlRoomCallsOf } from './control-room-calls.ts'
import { createControlRoomStore, type ControlRoomStore } from './control-room-store.ts'
import { type ControlRoomView, controlRoomView } from './control-room-view.ts'
import { createQuietState } from './quiet-state.ts'

/** The control room with its socket, as long as the component is mounted; another room needs another component. */
export const useControlRoomStore = (liveId: string): ControlRoomStore => {
  const t = useText('control-room')
  const language = useLanguage()
  const [store] = useState(() =>
    createControlRoomStore({
      calls: controlRoomCallsOf(liveId),
      url: roomSocketUrl(location),
      language,
      clock: browserClock,
      openSocket: openBrowserSocket,
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
export interface OpenControlRoom {
  readonly liveId: string
  readonly store: ControlRoomStore
  readonly controlRoom: ControlRoom
}

const ControlRoomContext = createContext<OpenControlRoom | undefined>(undefined)

export const ControlRoomProvider = ({ open, children }: { open: OpenControlRoom; children: ReactNode }) => (
  <ControlRoomContext value={open}>{children}</ControlRoomContext>
)

export const useControlRoom = (): OpenControlRoom => {
  const open = useContext(ControlRoomContext)
  if (open === undefined) throw new Error('DeskProvider is missing')
  return open
}

/** The room's present state with its talk; the component renders again with each event. */
export const useViewOf = (store: ControlRoomStore): ControlRoomView =>
  controlRoomView(useSyncExternalStore(store.state.subscribe, store.state.get))

const quietStates = new WeakMap<ControlRoomStore, ReturnType<typeof createQuietState>>()
const quietStateOf = (store: ControlRoomStore): ReturnType<typeof createQuietState> => {
  const known = quietStates.get(store)
  if (known !== undefined) return known
  const made = createQuietState(store.state.get)
  quietStates.set(store, made)
  return made
}

/** The same without the talk, whose rows it may show as they were; the component renders again when anything else changes. */
export const useQuietViewOf = (store: ControlRoomStore): ControlRoomView =>
  controlRoomView(useSyncExternalStore(store.state.subscribe, quietStateOf(store)))

/** For all that stands beside the list of the talk. */
export const useControlRoomView = (): ControlRoomView => useQuietViewOf(useControlRoom().store)

/** Server time in epoch ms, every second as the room's clock goes. */
export const useRoomNow = (store: ControlRoomStore, beginAt: string): number => {
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
