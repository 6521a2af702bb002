import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './chip.module.css'

export type ChipColour = 'green' | 'red' | 'purple' | 'yellow' | 'blue' | 'grey'

/** A word that sorts a thing. Purple is kept for what is simulated. */
export const TagChip = ({ colour = 'grey', children }: { colour?: ChipColour; children: ReactNode }) => (
  <span className={clsx(`soft-${colour}`, css.chip)}>{children}</span>
)
