import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './icon-tap.module.css'

/** A round 44 px target with an icon; `count` above 0 stands on it as a badge. */
export const IconTap = ({
  label,
  icon,
  filled,
  count = 0,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  readonly label: string
  readonly icon: ReactNode
  readonly filled?: 'soft' | 'accent'
  readonly count?: number
}) => (
  <button type="button" aria-label={label} {...rest} className={clsx(css.tap, filled && css[filled])}>
    {icon}
    {count > 0 && (
      <span className={css.badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
    )}
  </button>
)
