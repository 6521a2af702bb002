import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { leastForShare } from '@kaimai/contract/figure/share.rules.ts'
import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon14 } from '../../ui/icon-props.ts'
import css from './figure-change.module.css'
import { choiceBefore } from './choice-before.ts'
import { dashboardFigures, type FigureChoice } from './figures.api.ts'

/** Nothing to compare with: before that the shop was not there. */
const isEmpty = ({ liveWatchTimes, liveSignupTimes, liveJoinTimes, money }: Dashboard): boolean =>
  liveWatchTimes + liveSignupTimes + liveJoinTimes === 0 && money.every(({ payments }) => payments === 0)

/** The same figures of the live before, or of as many days before; undefined: there are none, or they are on their way. */
export const useFiguresBefore = (choice: FigureChoice, lives: readonly LiveRow[]): Dashboard | undefined => {
  const before = choiceBefore(choice, lives)
  const { data } = useQuery({ ...dashboardFigures(before ?? choice, false), enabled: before !== undefined })
  if (before === undefined || data === undefined) return undefined
  // Those of what was chosen before stand in until they come.
  const isOfBefore = before.live === '' ? data.days?.from === before.from : data.live?.id === before.live
  return isOfBefore && !isEmpty(data) ? data : undefined
}

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** How many persons, visits or payments the figure before is of. */
  readonly counted: number
  readonly format: (value: number) => string
  /** What it is compared with. */
  readonly than: string
}

/** By how much a figure is more or less than before: a percentage where there were enough for one. */
export const Change = ({ now, before, counted, format, than }: ChangeProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const difference = now - before
  const size = Math.abs(difference)
  const amount = counted < leastForShare || before === 0 ? format(size) : f.percent(size / before)
  const Arrow = difference > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <small className="caption-line">
      {difference === 0 ? (
        t('figures.change.none')
      ) : (
        <span className={clsx(css.change, difference > 0 ? css.more : css.less)}>
          <Arrow {...icon14} />
          <span className="sr-only">{t(difference > 0 ? 'figures.change.more' : 'figures.change.less')}</span>
          {amount}
        </span>
      )}{' '}
      {than}
    </small>
  )
}
