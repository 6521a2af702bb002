import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { type RefObject, useCallback, useMemo } from 'react'
import type { RoomNow } from '../audience/entry/use-room.ts'
import type { VisitView } from '../audience/entry/visit.ts'
import { OnAir } from '../audience/room/on-air.tsx'
import { withPrices, withStock } from '../audience/shop/offer-state.ts'
import { type Shop, ShopProvider } from '../audience/shop/shop-context.ts'
import css from './preview-room.module.css'
import type { Shown } from './preview-orders.ts'

const nothing = () => undefined
const noCart = { cart: undefined, wanted: {} } as const
const noNotes: readonly never[] = []

/** The room of the audience as it stands at a moment, to be looked at: nothing in it can be pressed. */
export const RoomStage = ({
  box,
  shown,
  state,
  roomNowMs,
}: {
  box: RefObject<HTMLDivElement | null>
  shown: Shown
  state: RoomState
  /** Milliseconds since the live's begin. */
  roomNowMs: () => number
}) => {
  const { room } = shown
  const beginAtMs = Date.parse(room.beginAt)
  const serverNow = useCallback(() => beginAtMs + roomNowMs(), [beginAtMs, roomNowMs])
  const roomNow = useMemo<RoomNow>(
    () => ({
      // The picture is attached to the room's stage by hand: there is no live to play yet.
      room: { ...room, playlistUrl: '', posterUrl: shown.posterUrl },
      status: 'live',
      serverClock: { now: serverNow, learn: nothing },
      refresh: nothing,
      look: async () => 'live',
    }),
    [room, shown.posterUrl, serverNow],
  )
  const view = useMemo<VisitView>(
    () => ({
      viewer: undefined,
      failure: undefined,
      replaced: false,
      socket: 'open',
      full: false,
      asked: false,
      room: state,
    }),
    [state],
  )
  const products = useMemo(
    () => withStock(withPrices(room.products, { nowMs: beginAtMs, place: 'room' }), {}),
    [room.products, beginAtMs],
  )
  const shop = useMemo<Shop>(
    () => ({
      products,
      listed: products,
      infoImages: room.infoImages,
      shown: state.shown,
      currency: products[0]?.currency ?? 'TWD',
      selling: { live: room, place: 'room', serverNow },
      cart: noCart,
      isOpen: true,
      isBusy: () => false,
      setQuantity: nothing,
      openVariants: nothing,
      openProducts: nothing,
      openCart: nothing,
    }),
    [products, room, serverNow, state.shown],
  )
  return (
    <div ref={box} className={css.room} inert>
      <ShopProvider value={shop}>
        <OnAir
          now={roomNow}
          view={view}
          notes={noNotes}
          serverNow={serverNow}
          roomNowMs={roomNowMs}
          isPaying={false}
          keysUp={false}
          onSay={nothing}
          onChoose={nothing}
          onShare={undefined}
          onCalendar={nothing}
        />
      </ShopProvider>
    </div>
  )
}
