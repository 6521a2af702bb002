import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export interface Hold {
  /** In ms. */
  readonly holdMs: number
  /** It was held to the end. */
  readonly onHeld: () => void
  /** Let go too early. */
  readonly onShort?: () => void
  /** A press that can't be held (of a screen reader). Without it such a press fills by itself, another one stops it. */
  readonly onAsked?: () => void
  readonly busy?: boolean
}

/** In ms, by the clock of events. */
interface Timed {
  readonly timeStamp: number
}

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '

/**
 * The handlers of a button that is held, by pointer or key, until it is full; letting go before does nothing. How long it
 * was held is said by the events' own times: a page that is busy hears of a release late, and a browser serves it before
 * a timer that is due.
 */
export const useHold = ({ holdMs, onHeld, onShort, onAsked, busy = false }: Hold) => {
  const [held, setHeld] = useState(false)
  const done = useRef(onHeld)
  /** A click follows a press by hand; only one without is a press that can't be held. */
  const byHand = useRef(false)
  /** When the press began, by its event's clock; undefined for a press that fills by itself. */
  const pressedAt = useRef<number>(undefined)
  useEffect(() => {
    done.current = onHeld
  })
  /** Whether this press has still to end: its timer and its release may both come before the page is drawn again. */
  const open = useRef(false)
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => {
      if (!open.current) return
      open.current = false
      setHeld(false)
      done.current()
    }, holdMs)
    return () => clearTimeout(timer)
  }, [held, holdMs])

  const begin = (at: number | undefined): void => {
    pressedAt.current = at
    open.current = true
    setHeld(true)
  }
  const press = ({ timeStamp }: Timed): void => {
    if (busy || held) return
    byHand.current = true
    begin(timeStamp)
  }
  const letGo = ({ timeStamp }: Timed): void => {
    if (!open.current) return
    open.current = false
    setHeld(false)
    if (pressedAt.current !== undefined && timeStamp - pressedAt.current >= holdMs) onHeld()
    else if (byHand.current) onShort?.()
  }
  /** Let go where no click follows. */
  const leave = (event: Timed): void => {
    letGo(event)
    byHand.current = false
  }
  return {
    held,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) press(event)
      },
      onPointerUp: letGo,
      onPointerLeave: leave,
      onPointerCancel: leave,
      onBlur: leave,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPress(event)) return
        event.preventDefault()
        if (!event.repeat) press(event)
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (isPress(event)) leave(event)
      },
      onClick: () => {
        if (byHand.current) byHand.current = false
        else if (busy) return
        else if (onAsked) onAsked()
        else if (open.current) {
          open.current = false
          setHeld(false)
        } else begin(undefined)
      },
    },
  }
}
