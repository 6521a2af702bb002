import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './state-mark.module.css'

export type MarkTone = 'good' | 'wait' | 'bad' | 'calm'

/** The round sign beside a state that is also written out. */
export const StateMark = ({ tone, large, icon }: { tone: MarkTone; large?: boolean; icon: ReactNode }) => (
  <span className={clsx(css.mark, css[tone], large && css.large)} aria-hidden="true">
    {icon}
  </span>
)
