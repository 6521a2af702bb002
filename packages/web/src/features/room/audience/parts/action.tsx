import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './action.module.css'

export interface ActionProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** main: the one filled button of a screen. */
  readonly kind?: 'main' | 'quiet' | 'plain'
  /** 52 px high over the whole width: the button at the bottom of a screen. */
  readonly big?: boolean
  /** Works: it can't be pressed again, and says so. */
  readonly busy?: boolean
  readonly icon?: ReactNode
}

export const Action = ({ kind = 'main', big, busy, icon, children, disabled, ...rest }: ActionProps) => (
  <button
    type="button"
    {...rest}
    className={clsx(css.action, css[kind], big && css.big)}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  >
    {busy ? <span className={css.spin} aria-hidden="true" /> : icon}
    {children}
  </button>
)

/** A link that looks like an action. */
export const ActionLink = ({
  kind = 'main',
  big,
  icon,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & Pick<ActionProps, 'kind' | 'big' | 'icon'>) => (
  <a {...rest} className={clsx(css.action, css[kind], big && css.big)}>
    {icon}
    {children}
  </a>
)
