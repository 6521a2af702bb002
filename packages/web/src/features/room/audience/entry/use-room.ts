import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserClock, sleep } from '../../../../lib/clock/clock.ts'
import { steadyClock } from '../../../../lib/clock/steady-clock.ts'
import { isFailedCall } from '../../../../lib/http/failed-call.ts'
import { nextChangeMs, roomStatusAt } from './room-status.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import { lateApi } from './lazy-api.ts'

/** Timers longer than this are set again: browsers hold them back, and clocks are corrected meanwhile. */
const longestWaitMs = 30_000
/** The room is fetched again a moment after it ended: then the server says so too, and whether there is a replay. */
const afterEndMs = 1_500
/** All viewers receive a change at once; they fetch within this time, in ms. */
const spreadMs = 800

export interface RoomNow {
  readonly room: PublicRoom
  readonly status: LiveStatus
  readonly serverClock: ServerClock
  /** Asks the server again, soon: its times, products or end may have changed. */
  readonly refresh: () => void
  /** Asks the server again, now; undefined when there was no answer. */
  readonly look: () => Promise<LiveStatus | undefined>
}

/** The room as the server sent it, with its status by the server's clock: a room opens and ends by itself. */
export const useRoom = (announced: PublicRoom): RoomNow => {
  const [room, setRoom] = useState(announced)
  const [serverClock] = useState(() => createServerClock(Date.parse(announced.now)))
  const [status, setStatus] = useState(() => roomStatusAt(announced, Date.parse(announced.now)))
  const look = useCallback(async (): Promise<LiveStatus | undefined> => {
    try {
      const { showRoom } = await lateApi()
      const sentMs = steadyClock.now()
      const fresh = await showRoom(announced.streamId)
      serverClock.learn({ sentMs, receivedMs: steadyClock.now(), serverMs: Date.parse(fresh.now) })
      const statusNow = roomStatusAt(fresh, serverClock.now())
      setRoom(fresh)
      setStatus(statusNow)
      return statusNow
    } catch (error) {
      // Any other error passes by the next turn.
      if (!isFailedCall(error, 'notFound')) return undefined
      // Taken away meanwhile: as good as cancelled.
      setStatus('cancelled')
      return 'cancelled'
    }
  }, [announced.streamId, serverClock])

  /** Of the question under way; asked for once more meanwhile, it is asked again. */
  const asking = useRef<'no' | 'yes' | 'again'>('no')

  const refresh = useCallback(() => {
    if (asking.current !== 'no') {
      asking.current = 'again'
      return
    }
    asking.current = 'yes'
    const ask = async (): Promise<void> => {
      await sleep(browserClock, Math.random() * spreadMs)
      await look()
      const isAgain = asking.current === 'again'
      asking.current = isAgain ? 'yes' : 'no'
      if (isAgain) await ask()
    }
    void ask()
  }, [look])

  useEffect(() => {
    let cancel: (() => void) | undefined
    const look = () => {
      const nowMs = serverClock.now()
      setStatus(roomStatusAt(room, nowMs))
      const changeMs = nextChangeMs(room, nowMs)
      if (changeMs === undefined) return
      cancel = browserClock.after(Math.min(longestWaitMs, Math.max(20, changeMs - nowMs)), look)
    }
    look()
    const seen = () => {
      cancel?.()
      look()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      cancel?.()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [room, serverClock])

  const isOver = status === 'ended'
  const knowsOfEnd = room.status === 'ended'
  useEffect(() => {
    if (!isOver || knowsOfEnd) return undefined
    return browserClock.after(afterEndMs, refresh)
  }, [isOver, knowsOfEnd, refresh])

  return { room, status, serverClock, refresh, look }
}

/** The server's time, updated with each of its seconds; `toldMs` until the page is hydrated. */
export const useServerSecond = (serverNow: () => number, sentMs: number): number => {
  const [nowMs, setNowMs] = useState(sentMs)
  useEffect(() => {
    let cancel: () => void
    const tick = () => {
      const atMs = serverNow()
      setNowMs(atMs)
      cancel = browserClock.after(1000 - (((atMs % 1000) + 1000) % 1000) + 5, tick)
    }
    tick()
    return () => cancel()
  }, [serverNow])
  return nowMs
}
