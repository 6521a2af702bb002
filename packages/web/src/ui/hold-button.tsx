import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import button from './button.module.css'
import css from './hold-button.module.css'
import { useHold } from './use-hold.ts'

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

/**
 * A button for what can't be undone: it is held, by pointer or key, until it is full; letting go before does nothing. A
 * press that can't be held (of a screen reader) fills it by itself, another one stops it.
 */
export const HoldButton = (props: HoldButtonProps) => {
  const { children, onDone, holdMs = 2000, busy = false, size = 'm' } = props
  const { held, handlers } = useHold({ holdMs, busy, onHeld: onDone })
  return (
    <button
      type="button"
      className={clsx(button.button, button.dangerSubmit, button[size], css.hold)}
      style={{ '--hold-ms': `${holdMs}ms` } as CSSProperties}
      data-held={held}
      aria-busy={busy || undefined}
      aria-describedby={props['aria-describedby']}
      {...handlers}
    >
      <i className={css.fill} aria-hidden="true" />
      <span>{children}</span>
    </button>
  )
}
