import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import css from './hold-button.module.css'

/** How long it has to be held, in ms. */
const holdMs = 2_000

/**
 * Acts only after it was held for two seconds, by pointer or by Enter or Space. A click that no hold can come with (a
 * screen reader's) asks instead.
 */
export const HoldButton = ({
  label,
  icon,
  children,
  onHeld,
  onShort,
  onAsked,
}: {
  label: string
  icon: ReactNode
  children: ReactNode
  onHeld: () => void
  /** Let go too early. */
  onShort: () => void
  onAsked: () => void
}) => {
  const [held, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const begun = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const begin = () => {
    if (held) return
    begun.current = true
    setHeld(true)
    timer.current = setTimeout(() => {
      setHeld(false)
      onHeld()
    }, holdMs)
  }
  const release = () => {
    clearTimeout(timer.current)
    if (held) onShort()
    setHeld(false)
  }
  const isKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '
  return (
    <button
      type="button"
      className={css.hold}
      data-held={held}
      aria-label={label}
      title={label}
      onPointerDown={(event) => {
        if (event.button === 0) begin()
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => {
        if (isKey(event)) release()
      }}
      onBlur={release}
      onClick={(event) => {
        if (event.detail === 0 && !begun.current) onAsked()
        begun.current = false
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}
