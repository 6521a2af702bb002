import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './details.module.css'
import { Figure } from './figure.tsx'

/** A record's sections: what is read first on the left, what is looked up on the right; one below the other on a phone. */
export const DetailColumns = ({ children }: { children: ReactNode }) => <div className={css.columns}>{children}</div>

export const DetailSections = ({ children }: { children: ReactNode }) => <div className={css.sections}>{children}</div>

interface DetailSectionProps {
  /** Without one the content brings its own heading. */
  readonly title?: ReactNode
  /** Stands at the end of the title's line. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const DetailSection = ({ title, action, children }: DetailSectionProps) => (
  <section className={css.section}>
    {title !== undefined && (
      <div className={css.head}>
        <h3>{title}</h3>
        {action}
      </div>
    )}
    {children}
  </section>
)

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={clsx('stack-s', css.facts)}>{children}</dl>
)

/** A fact with its name; an empty text is a muted dash. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children === '' ? <Figure value={undefined} /> : children}</dd>
  </div>
)
