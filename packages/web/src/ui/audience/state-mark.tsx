import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './state-mark.module.css'

export type MarkTone = 'good' | 'wait' | 'bad' | 'calm'

const softOf: Readonly<Record<MarkTone, string | undefined>> = {
  good: css.good,
  wait: 'soft-yellow',
  bad: 'soft-red',
  calm: 'soft-grey',
}

/** The round sign beside a state that is also written out. */
export const StateMark = ({ tone, large, icon }: { tone: MarkTone; large?: boolean; icon: ReactNode }) => (
  <span className={clsx(css.mark, softOf[tone], large && css.large)} aria-hidden="true">
    {icon}
  </span>
)
