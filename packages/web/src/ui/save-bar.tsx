import type { ReactNode } from 'react'
import css from './save-bar.module.css'

export interface SaveBarProps {
  /** Shown while there is something to save or to publish. */
  readonly open: boolean
  /** How things stand (「有尚未儲存的變更」), said again with problems. */
  readonly state: ReactNode
  readonly tone?: 'changed' | 'bad'
  /** Buttons, the main one last. */
  readonly children: ReactNode
}

/** Fixed at the bottom of a form; announces its state. */
export const SaveBar = ({ open, state, tone = 'changed', children }: SaveBarProps) =>
  open ? (
    <div className={css.bar}>
      <div className={css.state} role="status" data-tone={tone}>
        <span>{state}</span>
      </div>
      {children}
    </div>
  ) : null
