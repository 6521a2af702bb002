import { IconArrowLeft } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import css from './back-link.module.css'
import { icon18 } from './icon-props.ts'

export interface BackLinkProps {
  readonly to: string
  /** Where it leads: its accessible name. */
  readonly label: string
  readonly title?: string
  readonly className?: string | undefined
}

/** Out of a page that fills the window, to the list that it came from. */
export const BackLink = ({ to, label, title, className }: BackLinkProps) => (
  <Link to={to} className={clsx(css.back, className)} aria-label={label} title={title}>
    <IconArrowLeft {...icon18} />
  </Link>
)
