import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './figure.module.css'

/** 'today 20:00' begins a cell: 'Today 20:00'. Chinese and digits stay. */
const begun = (text: ReactNode): ReactNode =>
  typeof text === 'string' ? text.charAt(0).toUpperCase() + text.slice(1) : text

/** A figure with its unit smaller beside it; nothing is a muted dash. */
export const Figure = ({ value, unit }: { value: string | undefined; unit?: string }) =>
  value === undefined ? (
    <span className={css.none}>—</span>
  ) : (
    <span className={css.figure}>
      {begun(value)}
      {unit !== undefined && <span className={css.unit}>{unit}</span>}
    </span>
  )

/** Money as the app formats it; `struck`: the price before. */
export const MoneyText = ({ value, struck }: { value: string | undefined; struck?: boolean }) =>
  value === undefined ? (
    <span className={css.none}>—</span>
  ) : (
    <span className={clsx(css.figure, struck && 'struck')}>{value}</span>
  )

/** An instant for people and machines; `iso` undefined shows a dash. */
export const TimeText = ({ iso, children }: { iso: string | undefined; children: ReactNode }) =>
  iso === undefined ? (
    <span className={css.none}>—</span>
  ) : (
    <time dateTime={iso} className={css.figure}>
      {begun(children)}
    </time>
  )

/** A cell of two lines: the fact, and its context in small. */
export const TwoLines = ({ children, sub }: { children: ReactNode; sub?: ReactNode }) => (
  <span className={css.two}>
    {children}
    {sub !== undefined && <span className={clsx('caption-line', css.sub)}>{sub}</span>}
  </span>
)
