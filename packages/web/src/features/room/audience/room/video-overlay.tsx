import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { lastWordsOf } from '../chat/chat-rows.ts'
import { Shelf } from '../shop/shelf.tsx'
import { Head } from './head.tsx'
import { LazyLiveToast } from './lazy-parts.ts'
import { Corner } from './overlays.tsx'
import css from './room.module.css'
import wide from './room-wide.module.css'

export interface VideoOverlayProps {
  readonly room: PublicRoom
  readonly events: readonly RoomEvent[]
  readonly online: number
  /** Some of them are simulated. */
  readonly simulated: boolean
  readonly roomNowMs: () => number
  readonly onShare: (() => void) | undefined
  readonly onMenu: (() => void) | undefined
  readonly onShowProducts: () => void
}

/** The parts at and under the picture of a live: its state, the seller, the products of wide screens. */
export const VideoOverlay = ({
  room,
  events,
  online,
  simulated,
  roomNowMs,
  onShare,
  onMenu,
  onShowProducts,
}: VideoOverlayProps) => {
  const words = useMemo(
    () => lastWordsOf(events) ?? { name: room.firm.name, text: room.liveName },
    [events, room.firm.name, room.liveName],
  )
  return (
    <>
      <Corner camera={room.platformType !== 'video'} online={online} simulated={simulated} />
      <LazyLiveToast room={room} events={events} roomNowMs={roomNowMs} />
      <Head room={room} onShare={onShare} onMenu={onMenu} />
      <Shelf onOpen={onShowProducts} />
      <p className={clsx(css.words, wide.words)}>
        <b>{words.name}</b>
        {words.text}
      </p>
    </>
  )
}
