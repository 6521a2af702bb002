import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './phone-frame.module.css'
import { useScrollArea } from './scroll-area.ts'

export interface PhoneFrameProps {
  /** What is shown, for screen readers. */
  readonly label: string
  readonly dark?: boolean
  readonly children: ReactNode
}

/** A phone of 304 × 648 px of screen around a preview. */
export const PhoneFrame = ({ label, dark, children }: PhoneFrameProps) => {
  const area = useScrollArea()
  return (
    <div className={clsx(css.phone, dark && css.dark)} role="group" aria-label={label}>
      <div className={css.screen}>
        <div className={css.bar} aria-hidden="true">
          <span>9:41</span>
          <svg viewBox="0 0 44 12">
            <path d="M0 9h3v3H0zM5 6h3v6H5zM10 3h3v9h-3z" />
            <rect x="22" y="1" width="20" height="10" rx="3" />
          </svg>
        </div>
        <div ref={area} className={css.content}>
          {children}
        </div>
      </div>
    </div>
  )
}
