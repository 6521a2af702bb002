import type { ReactNode } from 'react'
import { useHold } from '../../ui/use-hold.ts'
import css from './hold-button.module.css'

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
  const { held, handlers } = useHold({ holdMs, onHeld, onShort, onAsked })
  return (
    <button type="button" className={css.hold} data-held={held} aria-label={label} title={label} {...handlers}>
      {icon}
      <span>{children}</span>
    </button>
  )
}
