import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './chip.module.css'
import type { ChipColour } from './tag-chip.tsx'

export interface StatusChipProps {
  readonly colour?: ChipColour
  /** Solid red: what is on air now, nothing else. */
  readonly live?: boolean
  readonly children: ReactNode
}

/** The state of a thing in its life, with a dot. */
export const StatusChip = ({ colour = 'grey', live, children }: StatusChipProps) => (
  <span className={clsx(css.chip, css.status, live ? css.live : `soft-${colour}`)}>{children}</span>
)
