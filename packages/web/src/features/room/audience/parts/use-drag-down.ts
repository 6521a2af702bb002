import { type PointerEvent, type RefObject, useRef } from 'react'

/** Pulled further than this, it closes, in pixels. */
const closesAt = 90

/** Lets a sheet be pulled down by its head. */
export const useDragDown = (panel: RefObject<HTMLElement | null>, onClose: () => void) => {
  const from = useRef<number>(undefined)
  const move = (px: number): void => {
    if (panel.current) panel.current.style.transform = px > 0 ? `translateY(${px}px)` : ''
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || (event.target instanceof Element && event.target.closest('button'))) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== undefined) move(event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const pulled = from.current === undefined ? 0 : event.clientY - from.current
      from.current = undefined
      if (pulled > closesAt) onClose()
      else move(0)
    },
    onPointerCancel: () => {
      from.current = undefined
      move(0)
    },
  }
}
