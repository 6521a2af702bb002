import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './card-container.module.css'

/** A box for what floats or is live; everything else is split by hairlines. */
export const CardContainer = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <div className={clsx(css.card, className)}>{children}</div>
)
