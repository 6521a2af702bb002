import type { PreviewFact, PreviewOutline } from '@kaimai/contract/room/preview.protocol.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RoomNow } from '../audience/entry/use-room.ts'
import type { VisitView } from '../audience/entry/visit.ts'
import { OnAir } from '../audience/room/on-air.tsx'
import { withPrices, withStock } from '../audience/shop/offer-state.ts'
import { type Shop, ShopProvider } from '../audience/shop/shop-context.ts'
import { clockAlone, type Picture, videoPicture } from './picture.ts'
import css from './preview-room.module.css'
import { enterAt, goOn, type RoomAt, type PreviewTimeline } from './room-at.ts'
import type { Order, Shown } from './preview-orders.ts'

/** A step of the clock longer than this is a jump, in ms. */
const jumpMs = 2500
const nothing = () => undefined
const noCart = { cart: undefined, wanted: {} } as const

interface PreviewRoomProps {
  readonly shown: Shown
  /** Orders of the studio, as events named `order`. */
  readonly orders: EventTarget
  readonly announce: (fact: PreviewFact) => void
}

/** The room of the audience at a moment of a script that is still being written. */
export const PreviewRoom = ({ shown, orders, announce }: PreviewRoomProps) => {
  const { room, script, videoUrl, lengthMs } = shown
  const box = useRef<HTMLDivElement>(null)
  const picture = useRef<Picture>(undefined)
  const turn = useRef(0)
  const timeline = useRef<PreviewTimeline>({ script, disclosure: room.disclosure, turn: 0 })
  const [at, setAt] = useState<RoomAt>(() => enterAt({ script, disclosure: room.disclosure, turn: 0 }, 0, true))
  const now = useRef(at)
  const [outlined, setOutlined] = useState<readonly PreviewOutline[]>([])

  const show = useCallback((next: RoomAt) => {
    const isNews = next.room !== now.current.room
    now.current = next
    if (isNews) setAt(next)
  }, [])
  const enter = useCallback(
    (ms: number, passing: boolean) => {
      if (!passing) turn.current += 1
      timeline.current = { ...timeline.current, turn: turn.current }
      show(enterAt(timeline.current, ms, passing))
    },
    [show],
  )

  // Another script: the same moment of it.
  useEffect(() => {
    timeline.current = { script, disclosure: room.disclosure, turn: turn.current }
    show(enterAt(timeline.current, now.current.ms, true))
  }, [script, room.disclosure, show])

  useEffect(() => {
    const element = box.current?.querySelector('video')
    const startMs = now.current.ms
    const alone = () => {
      picture.current?.close()
      picture.current = clockAlone(lengthMs, now.current.ms)
      announce({ t: 'noPicture' })
    }
    if (videoUrl === '' || !element) picture.current = clockAlone(lengthMs, startMs)
    else picture.current = videoPicture(element, videoUrl, startMs, alone)
    return () => {
      picture.current?.close()
      picture.current = undefined
    }
  }, [videoUrl, lengthMs, announce])

  useEffect(() => {
    let announced = ''
    let frame = 0
    const tick = () => {
      frame = requestAnimationFrame(tick)
      const clock = picture.current
      if (!clock) return
      const ms = Math.round(clock.nowMs())
      const playing = clock.playing()
      const passed = ms - now.current.ms
      if (passed > 0 && passed < jumpMs && playing) show(goOn(now.current, timeline.current, ms))
      else if (passed !== 0) enter(ms, true)
      const fact = `${ms} ${playing}`
      if (fact !== announced) announce({ t: 'at', ms, playing })
      announced = fact
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [enter, show, announce])

  useEffect(() => {
    const obey = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const order: Order = event.detail
      if (order.t === 'outline') setOutlined(order.things)
      else if (order.t === 'seek') {
        picture.current?.seek(order.ms)
        enter(order.ms, !order.settled)
      } else picture.current?.[order.t]()
    }
    orders.addEventListener('order', obey)
    return () => orders.removeEventListener('order', obey)
  }, [orders, enter])

  const beginAtMs = Date.parse(room.beginAt)
  const roomNowMs = useCallback(() => now.current.ms, [])
  const serverNow = useCallback(() => beginAtMs + now.current.ms, [beginAtMs])
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
      room: at.room,
    }),
    [at.room],
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
      shown: at.room.shown,
      currency: products[0]?.currency ?? 'TWD',
      cart: noCart,
      isOpen: true,
      isBusy: () => false,
      setQuantity: nothing,
      openVariants: nothing,
      openProducts: nothing,
      openCart: nothing,
    }),
    [products, room.infoImages, at.room.shown],
  )
  useOutlines(box, outlined, at)

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

const noNotes: readonly never[] = []

/** Marks what is selected in the studio where the room shows it now. */
const useOutlines = (
  box: React.RefObject<HTMLElement | null>,
  outlined: readonly PreviewOutline[],
  { room, show }: RoomAt,
): void => {
  useEffect(() => {
    const root = box.current
    if (!root) return undefined
    const marked: Element[] = []
    const mark = (element: Element | null | undefined) => {
      if (!element) return
      element.setAttribute('data-outlined', '')
      marked.push(element)
    }
    const part = (name: string) => mark(root.querySelector(`[data-part="${name}"]`))
    const lines = room.events.filter(({ kind }) => kind === 'commented')
    for (const thing of outlined) {
      if (thing.kind === 'audience') part('corner')
      else if (thing.kind === 'product') {
        if (show.shown.at(-1) === thing.productId) part('offer')
      } else if (thing.kind === 'comment') {
        const index = lines.findIndex(({ ms }) => ms === thing.atMs)
        if (index >= 0) mark(root.querySelectorAll('[data-part="chat"] ol > li')[index])
      } else if (thing.kind === 'callToAction') {
        if (
          show.callToAction !== undefined &&
          room.events.findLast(({ kind }) => kind === 'calledToAction')?.ms === thing.atMs
        )
          part('call')
      } else if (room.events.findLast(({ kind }) => kind === 'ticketShown')?.ms === thing.atMs) part('toast')
    }
    return () => {
      for (const element of marked) element.removeAttribute('data-outlined')
    }
  })
}
