import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { type RoomState, seenEvents } from '@kaimai/contract/room/room.state.ts'
import { mergePlaced } from '@kaimai/contract/room/event-order.rules.ts'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { lateApi } from '../entry/lazy-api.ts'
import { historyTexts } from './history-texts.ts'
import { heldWith, historyMax, historyPage, placeBefore } from './chat-history.ts'
import { type AfterPage, OlderLines } from './older-lines.tsx'

export interface LiveHistoryProps {
  readonly streamId: string
  readonly viewerKey: string
  readonly room: RoomState
  /** What the reader sees instead of the room's own, shorter list; undefined: reads back no more. */
  readonly onHeld: (events: readonly RoomEvent[] | undefined) => void
}

/** While somebody reads back in a live: keeps what the room forgets, and asks for what was said before. */
const LiveHistory = ({ streamId, viewerKey, room, onHeld }: LiveHistoryProps) => {
  const { events, muted, removed, removedLines, you } = room
  const held = useRef(events)
  const latest = useLatest({ room, onHeld })
  const show = useCallback(
    () => latest.current.onHeld(seenEvents({ events: held.current, muted, removed, removedLines, you })),
    [latest, muted, removed, removedLines, you],
  )

  useLayoutEffect(() => {
    held.current = heldWith(held.current, events)
    show()
  }, [events, show])
  useEffect(() => () => latest.current.onHeld(undefined), [latest])

  const load = useCallback(async (): Promise<AfterPage> => {
    const { showHistory } = await lateApi()
    const place = placeBefore(held.current, latest.current.room.seq)
    const { events: older } = await showHistory(viewerKey, { streamId, limit: historyPage, ...place })
    held.current = mergePlaced(held.current, older, historyMax)
    show()
    if (older.length < historyPage) return 'begin'
    return held.current.length < historyMax ? 'more' : 'enough'
  }, [streamId, viewerKey, latest, show])

  return <OlderLines load={load} isBegin={events.length < historyPage} />
}

/** The history with its own texts. */
export const loadLiveHistory = () => withTexts(historyTexts, LiveHistory)
