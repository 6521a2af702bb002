import { Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'
import { DropdownMenu, type MenuItem } from './dropdown-menu.tsx'
import { icon16 } from './icon-props.ts'

export type ButtonKind = 'primary' | 'secondary' | 'plain' | 'add' | 'danger' | 'dangerSubmit'

export interface ButtonProps {
  readonly children: ReactNode
  /** One primary a page; add stands below the list that it adds to; danger opens a question, dangerSubmit answers it. */
  readonly kind?: ButtonKind
  /** s: 32 px, for toolbars and page headers; m: 40 px. Both 44 px on phones. */
  readonly size?: 's' | 'm'
  readonly icon?: ReactNode
  /** Shows that the work goes on; clicks do nothing meanwhile. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly wide?: boolean
  /** A path: the button is a link. */
  readonly to?: string
  /** An address outside the console: opens a new tab. */
  readonly href?: string
  readonly type?: 'button' | 'submit'
  readonly onClick?: MouseEventHandler
  readonly className?: string | undefined
  readonly 'aria-label'?: string
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly form?: string
  readonly title?: string
}

export const Button = (props: ButtonProps) => {
  const { children, kind = 'secondary', size = 'm', icon, busy, disabled, wide, to, href, className, onClick } = props
  const classes = clsx(css.button, css[size], kind !== 'secondary' && css[kind], wide && css.wide, className)
  const content = (
    <>
      {busy ? <span className={css.spin} aria-hidden="true" /> : icon}
      {children}
    </>
  )
  if (to !== undefined && !disabled) {
    return (
      <Link to={to} className={classes} aria-label={props['aria-label']} onClick={onClick}>
        {content}
      </Link>
    )
  }
  if (href !== undefined && !disabled) {
    return (
      <a href={href} target="_blank" rel="noreferrer" className={classes} aria-label={props['aria-label']}>
        {content}
      </a>
    )
  }
  return (
    <button
      type={props.type ?? 'button'}
      className={classes}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-label={props['aria-label']}
      aria-haspopup={props['aria-haspopup']}
      aria-expanded={props['aria-expanded']}
      form={props.form}
      title={props.title}
    >
      {content}
    </button>
  )
}

export interface IconButtonProps {
  /** What it does: its accessible name and tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly onClick?: MouseEventHandler
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly className?: string | undefined
  /** Without tooltip, for signs that everybody knows. */
  readonly bare?: boolean
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly 'aria-controls'?: string | undefined
}

export const IconButton = ({ label, icon, className, bare, ...rest }: IconButtonProps) => (
  <Tooltip label={label} disabled={bare === true || rest['aria-expanded'] === true}>
    <button type="button" {...rest} className={clsx(css.icon, className)} aria-label={label}>
      {icon}
    </button>
  </Tooltip>
)

export interface SplitButtonProps extends Omit<ButtonProps, 'kind' | 'wide'> {
  /** What the arrow opens, for screen readers. */
  readonly menuLabel: string
  readonly items: readonly MenuItem[]
}

/** The main action with its variants behind an arrow. */
export const SplitButton = ({ menuLabel, items, ...main }: SplitButtonProps) => (
  <div className={css.split}>
    <Button {...main} kind="primary" />
    <DropdownMenu
      items={items}
      renderTrigger={(trigger) => (
        <Button kind="primary" size={main.size ?? 'm'} aria-label={menuLabel} {...trigger}>
          <IconChevronDown {...icon16} />
        </Button>
      )}
    />
  </div>
)
