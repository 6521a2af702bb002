import type { PreviewFact, PreviewOutline } from '@kaimai/contract/room/preview.protocol.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { clockAlone, type Picture, videoPicture } from './picture.ts'
import { enterAt, goOn, type RoomAt, type PreviewTimeline } from './room-at.ts'
import type { Orders, Shown } from './preview-orders.ts'
import { RoomStage } from './room-stage.tsx'

/** A step of the clock longer than this is a jump, in ms. */
const jumpMs = 2500

interface PreviewRoomProps {
  readonly shown: Shown
  readonly orders: Orders
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

  useEffect(
    () =>
      orders.subscribe((order) => {
        if (order.t === 'outline') setOutlined(order.things)
        else if (order.t === 'seek') {
          picture.current?.seek(order.ms)
          enter(order.ms, !order.settled)
        } else if (order.t === 'play' || order.t === 'pause') picture.current?.[order.t]()
      }),
    [orders, enter],
  )

  const roomNowMs = useCallback(() => now.current.ms, [])
  useOutlines(box, outlined, at)

  return <RoomStage box={box} shown={shown} state={at.room} roomNowMs={roomNowMs} />
}

/** Marks what is selected in the studio where the room shows it now. */
const useOutlines = (
  box: React.RefObject<HTMLElement | null>,
  outlined: readonly PreviewOutline[],
  { room, show, ms }: RoomAt,
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
        if (callNow(room)?.ms === thing.atMs) part('call')
      } else if (thing.kind === 'poll') {
        if (room.polls.opened?.ms === thing.atMs) part('poll')
      } else if (thing.kind === 'hearts') {
        if (thing.atMs <= ms && ms <= thing.atMs + thing.seconds * 1000) part('heart')
      } else if (thing.kind === 'giveaway') {
        if (room.giveaways.opened?.ms === thing.atMs) part('gift')
      } else if (room.events.findLast(({ kind }) => kind === 'ticketShown')?.ms === thing.atMs) part('toast')
    }
    return () => {
      for (const element of marked) element.removeAttribute('data-outlined')
    }
  })
}
