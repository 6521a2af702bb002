import { Link } from 'react-router'
import css from './steps.module.css'

export interface LinkTab {
  readonly label: string
  /** Where the tab leads; filters live in the URL. */
  readonly to: string
  readonly current: boolean
  readonly count?: number | undefined
  /** A red dot: something here is live. */
  readonly live?: boolean
}

/** One list seen by its states, each with its count. */
export const LinkTabs = ({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) => (
  <nav className={css.tabs} aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.label} to={tab.to} className={css.step} aria-current={tab.current ? 'page' : undefined}>
        {tab.live && <span className={css.dot} aria-hidden="true" />}
        {tab.label}
        {tab.count !== undefined && <span className="caption">{tab.count}</span>}
      </Link>
    ))}
  </nav>
)
