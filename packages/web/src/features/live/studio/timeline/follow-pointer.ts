interface PointerFollower {
  /** The pointer moved, with its button down. */
  readonly move: (event: PointerEvent) => void
  /** It was let go; `cancelled` when the browser or a key took it away: what was dragged goes back. */
  readonly end: (cancelled: boolean) => void
}

/** A pointer that moves less is a click, in px. */
const clickPx = 3

/**
 * Follows the pointer that went down until it is let go. The element holds the pointer from the first real move on: over
 * the preview's frame and outside the window it is still heard, and a click without a move keeps its own target. The
 * browser's own dragging of a picture or of chosen words never takes the pointer over. The answer ends it as cancelled.
 */
export const followPointer = (
  event: { readonly pointerId: number; readonly clientX: number; readonly clientY: number },
  holder: Element,
  follower: PointerFollower,
): (() => void) => {
  const { pointerId, clientX, clientY } = event
  const ending = new AbortController()
  const finish = (cancelled: boolean) => {
    if (ending.signal.aborted) return
    ending.abort()
    if (holder.hasPointerCapture(pointerId)) holder.releasePointerCapture(pointerId)
    follower.end(cancelled)
  }
  const own = (run: (one: PointerEvent) => void) => (one: PointerEvent) => {
    if (one.pointerId === pointerId) run(one)
  }
  const move = own((one) => {
    const isFar = Math.hypot(one.clientX - clientX, one.clientY - clientY) >= clickPx
    if (isFar && !holder.hasPointerCapture(pointerId)) holder.setPointerCapture(pointerId)
    follower.move(one)
  })
  const { signal } = ending
  addEventListener('pointermove', move, { signal })
  addEventListener(
    'pointerup',
    own(() => finish(false)),
    { signal },
  )
  addEventListener(
    'pointercancel',
    own(() => finish(true)),
    { signal },
  )
  addEventListener('dragstart', (drag) => drag.preventDefault(), { signal, capture: true })
  return () => finish(true)
}
