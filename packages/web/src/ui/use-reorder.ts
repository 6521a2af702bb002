import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

interface ReorderOptions {
  readonly count: number
  readonly onMove: (from: number, to: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/**
 * Puts the things of a list in another order, by dragging a handle (mouse, pen, finger) or by arrow keys on it. Each
 * thing carries `data-place`; the handle gets the answer of `handle(index)`.
 */
export const useReorder = ({ count, onMove }: ReorderOptions) => {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<number>(undefined)
  const [dragged, setDragged] = useState<number>()

  const grab = (index: number | undefined) => {
    held.current = index
    setDragged(index)
  }
  /** Where the pointer is: the thing whose box holds it. */
  const placeAt = (x: number, y: number): number | undefined => {
    const things = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-place]') ?? [])]
    const found = things.findIndex((thing) => {
      const { left, right, top, bottom } = thing.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    })
    return found < 0 ? undefined : found
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return false
    onMove(from, to)
    return true
  }
  const handle = (index: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grab(index)
    },
    onPointerMove: (event: PointerEvent) => {
      const from = held.current
      if (from === undefined) return
      const to = placeAt(event.clientX, event.clientY)
      if (to !== undefined && move(from, to)) grab(to)
    },
    onPointerUp: () => grab(undefined),
    onPointerCancel: () => grab(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      move(index, index + step)
    },
  })
  return { list, dragged, handle }
}
