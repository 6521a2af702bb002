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

const isPress = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '

/** The handlers of a button that is held, by pointer or key, until it is full; letting go before does nothing. */
export const useHold = ({ holdMs, onHeld, onShort, onAsked, busy = false }: Hold) => {
  const [held, setHeld] = useState(false)
  const done = useRef(onHeld)
  /** A click follows a press by hand; only one without is a press that can't be held. */
  const byHand = useRef(false)
  useEffect(() => {
    done.current = onHeld
  })
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => {
      setHeld(false)
      done.current()
    }, holdMs)
    return () => clearTimeout(timer)
  }, [held, holdMs])

  const press = (): void => {
    if (busy || held) return
    byHand.current = true
    setHeld(true)
  }
  const letGo = (): void => {
    if (!held) return
    setHeld(false)
    if (byHand.current) onShort?.()
  }
  /** Let go where no click follows. */
  const leave = (): void => {
    letGo()
    byHand.current = false
  }
  return {
    held,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) press()
      },
      onPointerUp: letGo,
      onPointerLeave: leave,
      onPointerCancel: leave,
      onBlur: leave,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPress(event)) return
        event.preventDefault()
        if (!event.repeat) press()
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (isPress(event)) leave()
      },
      onClick: () => {
        if (byHand.current) byHand.current = false
        else if (busy) return
        else if (onAsked) onAsked()
        else setHeld(!held)
      },
    },
  }
}
