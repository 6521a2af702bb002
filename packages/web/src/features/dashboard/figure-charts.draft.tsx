import { noonOf } from '@kaimai/contract/common/taipei.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type ChartPoint, TimeChart, type TimeChartProps } from '../../ui/time-chart.tsx'
import css from './figures.module.css'

interface ChartProps extends Omit<TimeChartProps, 'summary' | 'names' | 'when' | 'tableLabel' | 'hasSimulated'> {
  readonly title: string
  readonly formula: string
  readonly hasSimulated?: boolean
  /** What stands in its place while there is nothing in it. */
  readonly none: string
}

const Chart = ({ title, formula, hasSimulated = false, none, ...chart }: ChartProps) => {
  const t = useText('dashboard')
  const { points, format } = chart
  const highest = points.reduce<ChartPoint | undefined>(
    (best, point) => (best !== undefined && best.real >= point.real ? best : point),
    undefined,
  )
  const isEmpty = points.every(({ real, simulated }) => real === 0 && simulated === 0)
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {title}
        <HelpTip text={formula} />
        {hasSimulated && <span className={css.simulated}>{t('figures.simulated')}</span>}
        {highest !== undefined && !isEmpty && (
          <span className="caption">
            {t('figures.highest', { highest: format(highest.real), when: highest.label })}
          </span>
        )}
      </h3>
      {isEmpty || highest === undefined ? (
        <p className="empty-line">{none}</p>
      ) : (
        <TimeChart
          {...chart}
          summary={t('figures.summary', { title, highest: format(highest.real), when: highest.label })}
          names={{ real: hasSimulated ? t('figures.realOnes') : title, simulated: t('figures.simulated') }}
          when={t('figures.when')}
          tableLabel={t('figures.asTable', { title })}
          hasSimulated={hasSimulated}
        />
      )}
    </section>
  )
}
