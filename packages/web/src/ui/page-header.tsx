import { IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { icon12 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import css from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** One line on what the page is for. */
  readonly lead?: ReactNode
  /** The way here, without the page itself. */
  readonly crumbs?: readonly { readonly label: string; readonly to: string }[]
  /** The one main action last. */
  readonly actions?: ReactNode
}

/** Title of the page, also the browser's. */
export const PageHeader = ({ title, lead, crumbs, actions }: PageHeaderProps) => {
  const labels = useLabels()
  useEffect(() => {
    document.title = `${title} · Kaimai 開賣`
  }, [title])
  return (
    <div className={clsx('part-head', css.head)}>
      <div className={clsx('grow', css.words)}>
        {crumbs && (
          <nav className={css.crumbs} aria-label={labels.breadcrumbs}>
            <ol>
              {crumbs.map(({ label, to }) => (
                <li className="row-s" key={to}>
                  <Link to={to}>{label}</Link>
                  <IconChevronRight {...icon12} />
                </li>
              ))}
              <li className="row-s" aria-current="page">
                {title}
              </li>
            </ol>
          </nav>
        )}
        <h1>{title}</h1>
        {lead !== undefined && <p className={clsx('lead-line', css.lead)}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={clsx('row-s', css.actions)}>{actions}</div>}
    </div>
  )
}
