import { noonOf } from '@kaimai/contract/common/taipei.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { type Bar, BarChart } from '../../ui/bar-chart.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import css from './figures.module.css'

interface ChartProps {
  readonly title: string
  readonly formula: string
  readonly bars: readonly Bar[]
  /** The lines of its table, where they are finer. */
  readonly rows?: readonly Bar[] | undefined
  readonly format: (value: number) => string
  readonly hasSimulated?: boolean
  /** What stands in its place while there is nothing in it. */
  readonly none: string
  readonly legend?: ReactNode
}

const Chart = ({ title, formula, bars, rows, format, hasSimulated = false, none, legend }: ChartProps) => {
  const t = useText('dashboard')
  const highest = bars.reduce<Bar | undefined>(
    (best, bar) => (best !== undefined && best.real >= bar.real ? best : bar),
    undefined,
  )
  const isEmpty = bars.every(({ real, simulated }) => real === 0 && simulated === 0)
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {title}
        <HelpTip text={formula} />
        {legend}
      </h3>
      {isEmpty || highest === undefined ? (
        <p className="empty-line">{none}</p>
      ) : (
        <BarChart
          summary={t('figures.summary', { title, highest: format(highest.real), when: highest.label })}
          bars={bars}
          rows={rows}
          format={format}
          heads={{ label: t('figures.when'), real: title, simulated: t('figures.simulated') }}
          tableLabel={t('figures.asTable', { title })}
          hasSimulated={hasSimulated}
        />
      )}
    </section>
  )
}

/** What happened when: money by day, or by second of a live, with who was there and what they said. */
export const FigureCharts = ({
  data,
  withSimulated,
}: {
  readonly data: Dashboard
  readonly withSimulated: boolean
}) => {
  const t = useText('dashboard')
  const f = useFormat()
  const timeBars = (points: Dashboard['concurrentOnlineChart']): Bar[] =>
    points.map(({ second, real, simulated }) => ({ label: f.duration(second), real, simulated }))
  const sales = data.salesReportChart.map(
    ({ day, second, paid }): Bar => ({
      label: day === null ? f.duration(second ?? 0) : f.day(noonOf(day)),
      real: paid,
      simulated: 0,
    }),
  )
  const salesOfSeconds = data.salesBySecond.map(
    ({ second, paid }): Bar => ({ label: f.duration(second), real: paid, simulated: 0 }),
  )
  const legend = withSimulated && <span className={css.simulated}>{t('figures.simulated')}</span>
  return (
    <>
      {data.live !== null && (
        <div className={css.pair}>
          <Chart
            title={t('figures.online')}
            formula={t('figures.formula.online')}
            bars={timeBars(data.concurrentOnlineChart)}
            format={f.number}
            hasSimulated={withSimulated}
            none={t('figures.none.online')}
            legend={legend}
          />
          <Chart
            title={t('figures.comments')}
            formula={t('figures.formula.comments')}
            bars={timeBars(data.commentPeriodChart)}
            format={f.number}
            hasSimulated={withSimulated}
            none={t('figures.none.comments')}
            legend={legend}
          />
        </div>
      )}
      <Chart
        title={t('figures.sales')}
        formula={t(data.live === null ? 'figures.formula.salesByDay' : 'figures.formula.salesBySecond')}
        bars={sales}
        rows={data.live === null ? undefined : salesOfSeconds}
        format={(amount) => f.money({ amount, currency: data.currency })}
        none={t('figures.none.sales')}
      />
    </>
  )
}
