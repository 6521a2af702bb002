import { emptyRoom, type RoomState } from '@kaimai/contract/room/room.state.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Picture, videoPicture } from './picture.ts'
import type { Orders, Shown } from './preview-orders.ts'
import { RoomStage } from './room-stage.tsx'

/** Further from the room's moment than this the picture jumps, in ms. */
const farMs = 1500
const nothing = () => undefined

/** The room of the audience as the staff's own connection knows it: a rehearsal, which no viewer can enter. */
export const RehearsalRoom = ({ shown, orders }: { shown: Shown; orders: Orders }) => {
  const { room, videoUrl } = shown
  const box = useRef<HTMLDivElement>(null)
  /** Server time less this window's own, in ms. */
  const ahead = useRef(0)
  const [state, setState] = useState<RoomState>(emptyRoom)
  const beginAtMs = Date.parse(room.beginAt)
  const roomNowMs = useCallback(() => Math.round(Date.now() + ahead.current - beginAtMs), [beginAtMs])

  useEffect(
    () =>
      orders.subscribe((order) => {
        if (order.t === 'stands') {
          ahead.current = order.nowMs - Date.now()
          setState(order.room)
        } else if (order.t === 'sound') {
          const video = box.current?.querySelector('video')
          if (video) video.muted = !order.on
        }
      }),
    [orders],
  )

  useEffect(() => {
    const element = box.current?.querySelector('video')
    if (videoUrl === '' || !element) return undefined
    const picture: Picture = videoPicture(element, videoUrl, Math.max(0, roomNowMs()), nothing)
    // A browser starts nothing by itself that has sound.
    element.muted = true
    const keepUp = () => {
      const atMs = Math.max(0, roomNowMs())
      if (Math.abs(picture.nowMs() - atMs) > farMs) picture.seek(atMs)
      if (!picture.playing()) picture.play()
    }
    const timer = setInterval(keepUp, 1000)
    return () => {
      clearInterval(timer)
      picture.close()
    }
  }, [videoUrl, roomNowMs])

  return <RoomStage box={box} shown={shown} state={state} roomNowMs={roomNowMs} />
}
