import { clsx } from 'clsx'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import button from './button.module.css'
import css from './hold-button.module.css'

export interface HoldButtonProps {
  readonly children: ReactNode
  /** Called once it was held to the end. */
  readonly onDone: () => void
  /** In ms. */
  readonly holdMs?: number
  readonly busy?: boolean
  readonly size?: 's' | 'm'
  readonly 'aria-describedby'?: string
}

const pressing = new Set(['Enter', ' '])

/**
 * A button for what can't be undone: it is held, by pointer or key, until it is full; letting go before does nothing. A
 * press that can't be held (of a screen reader) fills it by itself, another one stops it.
 */
export const HoldButton = (props: HoldButtonProps) => {
  const { children, onDone, holdMs = 2000, busy = false, size = 'm' } = props
  const [held, setHeld] = useState(false)
  const done = useRef(onDone)
  const byHand = useRef(false)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => {
      setHeld(false)
      done.current()
    }, holdMs)
    return () => clearTimeout(timer)
  }, [held, holdMs])
  const press = () => {
    if (busy) return
    byHand.current = true
    setHeld(true)
  }
  const release = () => setHeld(false)
  const onKey = (event: KeyboardEvent) => {
    if (!pressing.has(event.key)) return
    event.preventDefault()
    if (event.type === 'keyup') release()
    else if (!event.repeat) press()
  }
  return (
    <button
      type="button"
      className={clsx(button.button, button.dangerSubmit, button[size], css.hold)}
      style={{ '--hold-ms': `${holdMs}ms` } as CSSProperties}
      data-held={held}
      aria-busy={busy || undefined}
      aria-describedby={props['aria-describedby']}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={onKey}
      onKeyUp={onKey}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (byHand.current) byHand.current = false
        else if (!busy) setHeld(!held)
      }}
    >
      <i className={css.fill} aria-hidden="true" />
      <span>{children}</span>
    </button>
  )
}
