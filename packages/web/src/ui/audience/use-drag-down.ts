import { type PointerEvent, useRef } from 'react'

/** Pulled further than this, it closes, in pixels. */
const closesAt = 90

const move = (grip: HTMLElement, px: number): void => {
  const panel = grip.parentElement
  if (panel) panel.style.transform = px > 0 ? `translateY(${px}px)` : ''
}

/** Lets a sheet be pulled down by its head, which stands directly in it. */
export const useDragDown = (onClose: () => void) => {
  const from = useRef<number>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || (event.target instanceof Element && event.target.closest('button'))) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== undefined) move(event.currentTarget, event.clientY - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const pulled = from.current === undefined ? 0 : event.clientY - from.current
      from.current = undefined
      if (pulled > closesAt) onClose()
      else move(event.currentTarget, 0)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      from.current = undefined
      move(event.currentTarget, 0)
    },
  }
}
