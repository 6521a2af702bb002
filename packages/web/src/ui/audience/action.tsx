import { clsx } from 'clsx'
import type { MouseEventHandler, ReactNode } from 'react'
import css from './action.module.css'

export interface ActionProps {
  readonly children: ReactNode
  /** filled: the one thing to do; quiet: beside it; plain and soft: in passing. */
  readonly kind?: 'filled' | 'quiet' | 'plain' | 'soft'
  /** 52 px and as wide as it may. */
  readonly big?: boolean
  readonly icon?: ReactNode
  /** Shows that the work goes on; presses do nothing meanwhile. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly type?: 'button' | 'submit'
  readonly onClick?: MouseEventHandler
  readonly className?: string | undefined
  readonly 'aria-expanded'?: boolean
  readonly 'aria-controls'?: string | undefined
  readonly 'aria-label'?: string
}

const classesOf = ({ kind = 'filled', big, className }: Pick<ActionProps, 'kind' | 'big' | 'className'>) =>
  clsx(css.action, css[kind], big && css.big, className)

export const Action = (props: ActionProps) => (
  <button
    type={props.type ?? 'button'}
    className={classesOf(props)}
    disabled={props.disabled}
    aria-busy={props.busy || undefined}
    aria-expanded={props['aria-expanded']}
    aria-controls={props['aria-controls']}
    aria-label={props['aria-label']}
    onClick={props.busy ? (event) => event.preventDefault() : props.onClick}
  >
    {props.busy ? <span className={css.spin} aria-hidden="true" /> : props.icon}
    {props.children}
  </button>
)

export interface ActionLinkProps extends Pick<ActionProps, 'children' | 'kind' | 'big' | 'icon' | 'className'> {
  readonly href: string
  /** Another site: opens beside this page and learns nothing of it. */
  readonly away?: boolean
  /** A file by this name rather than a page. */
  readonly download?: string
  readonly onClick?: MouseEventHandler
}

export const ActionLink = (props: ActionLinkProps) => (
  <a
    href={props.href}
    className={classesOf(props)}
    download={props.download}
    onClick={props.onClick}
    {...(props.away ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
  >
    {props.icon}
    {props.children}
  </a>
)
