import { noonOf } from '@kaimai/contract/common/taipei.ts'
import { stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type ChartMark, type ChartPoint, TimeChart, type TimeChartProps } from '../../ui/time-chart.tsx'
import { axisOf, filled } from './chart-axis.ts'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import type { RowsOf } from './figures.api.ts'
import css from './figures.module.css'
import { StageLane } from './stage-lane.tsx'
import { FoldedTable } from './text-table.tsx'
import { useSpanText } from './use-span-text.ts'

interface ChartProps extends Omit<TimeChartProps, 'summary' | 'names' | 'failed'>, OpensRows {
  readonly title: string
  readonly formula: string
  /** The lines of its table, where they are other than its points. */
  readonly lines?: readonly ChartPoint[] | undefined
  /** What a line of the table was counted from. */
  readonly behind?: (line: ChartPoint) => readonly [RowFigure, RowsOf]
  readonly hasSimulated?: boolean
  /** What stands in its place while there is nothing in it. */
  readonly none: string
}

const Chart = ({ title, formula, lines, behind, onRows, hasSimulated = false, none, ...chart }: ChartProps) => {
  const t = useText('dashboard')
  const { points, format } = chart
  const highest = points.reduce<ChartPoint | undefined>(
    (best, point) => (best !== undefined && best.real >= point.real ? best : point),
    undefined,
  )
  const isEmpty = points.every(({ real, simulated }) => real === 0 && simulated === 0)
  const valueOf = (line: ChartPoint): ReactNode => {
    const value = format(line.real)
    if (behind === undefined || onRows === undefined || line.real === 0) return value
    const [figure, of] = behind(line)
    return (
      <RowsButton
        value={value}
        name={`${t(`figures.rows.title.${figure}`)} · ${line.label}`}
        onOpen={() => onRows(figure, of, line.label)}
      >
        {value}
      </RowsButton>
    )
  }
  const [real, simulated] = [hasSimulated ? t('figures.realOnes') : title, t('figures.simulated')]
  return (
    <section className={css.part}>
      <div className={css.chartHead}>
        <h3 className={css.title}>
          {title}
          <HelpTip text={formula} />
        </h3>
        {!isEmpty && highest !== undefined && (
          <p className={css.legend}>
            {hasSimulated && <span className={css.realSwatch}>{real}</span>}
            {hasSimulated && <span className={css.simulatedSwatch}>{simulated}</span>}
            <span>{t('figures.highest', { highest: format(highest.real), when: highest.label })}</span>
          </p>
        )}
      </div>
      {isEmpty || highest === undefined ? (
        <p className="empty-line">{none}</p>
      ) : (
        <>
          <TimeChart
            {...chart}
            summary={t('figures.summary', { title, highest: format(highest.real), when: highest.label })}
            names={{ real, simulated }}
            failed={t('figures.chartFailed')}
          />
          <FoldedTable
            label={t('figures.asTable', { title })}
            heads={[t('figures.when'), hasSimulated ? real : title, ...(hasSimulated ? [simulated] : [])]}
            rows={(lines ?? points).map((line) => [
              line.label,
              valueOf(line),
              ...(hasSimulated ? [format(line.simulated)] : []),
            ])}
          />
        </>
      )}
    </section>
  )
}

interface RoomChartsProps extends OpensRows {
  readonly data: Dashboard
  readonly live: NonNullable<Dashboard['live']>
  readonly withSimulated: boolean
}

/** How long a live is, in seconds. */
const lengthOf = ({ beginAt, endAt }: RoomChartsProps['live']): number =>
  (Date.parse(endAt) - Date.parse(beginAt)) / 1000

/** Who was in a live's room when, with what stood on its stage, and what they said. */
export const RoomCharts = ({ data, live, withSimulated, onRows }: RoomChartsProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const spanText = useSpanText()
  const seconds = lengthOf(live)
  const step = stepOf(seconds)
  const { until, ticks } = axisOf(seconds)
  const pointsOf = (points: Dashboard['concurrentOnlineChart']): ChartPoint[] =>
    points.map(({ second, real, simulated }) => ({ at: second, label: f.duration(second), real, simulated }))
  const at = data.concurrentOnlineChart.at(-1)?.second ?? 0
  // What stands on the stage of a running live has not stood there longer than until now.
  const stageEnd = live.status === 'live' ? at + step : until
  const marks = data.showings.map(
    (showing): ChartMark => ({
      from: showing.fromSecond,
      until: showing.untilSecond ?? stageEnd,
      isDrawn: true,
      name: showing.productName || t('figures.goneProduct'),
      note: t('figures.soldOnStage', {
        count: showing.orders,
        paid: f.money({ amount: showing.paid, currency: data.currency }),
      }),
    }),
  )
  const left = Math.round((seconds - at) / 60)
  const shared = { until, ticks, tick: f.duration, format: f.number, short: f.short, hasSimulated: withSimulated }
  return (
    <>
      <Chart
        {...shared}
        kind="area"
        title={t('figures.online')}
        formula={t('figures.formula.online')}
        none={t('figures.none.online')}
        points={pointsOf(data.concurrentOnlineChart)}
        behind={({ at }) => ['present', { second: at }]}
        onRows={onRows}
        marks={marks}
        now={live.status === 'live' ? { at, label: t('figures.minutesLeft', { count: left }) } : undefined}
        lane={
          data.showings.length === 0 ? undefined : (
            <StageLane
              until={until}
              items={data.showings.map((showing, place) => ({
                kind: 'product',
                from: showing.fromSecond,
                until: showing.untilSecond ?? stageEnd,
                name: `${marks[place]?.name ?? ''} · ${spanText(showing)}`,
              }))}
            />
          )
        }
      />
      <Chart
        {...shared}
        kind="bars"
        title={t('figures.comments')}
        formula={t('figures.formula.comments')}
        none={t('figures.none.comments')}
        points={filled(pointsOf(data.commentPeriodChart), until, f.duration)}
        lines={pointsOf(data.commentPeriodChart)}
        behind={({ at }) => ['comments', { said: `${at}-${at + step}` }]}
        onRows={onRows}
      />
    </>
  )
}

/** What was paid when: by day, or by second of a live. */
export const SalesChart = ({ data, onRows }: { readonly data: Dashboard } & OpensRows) => {
  const t = useText('dashboard')
  const f = useFormat()
  const money = (amount: number) => f.money({ amount, currency: data.currency })
  const sales = data.salesReportChart.map(({ day, second, paid }, place): ChartPoint => {
    const at = second ?? place
    return { at, label: day === null ? f.duration(at) : f.day(noonOf(day)), real: paid, simulated: 0 }
  })
  const salesOfSeconds = data.salesBySecond.map(
    ({ second, paid }): ChartPoint => ({ at: second, label: f.duration(second), real: paid, simulated: 0 }),
  )
  const { live } = data
  const ofDay = (place: number): RowsOf => {
    const day = data.salesReportChart[place]?.day ?? ''
    return { from: day, to: day }
  }
  const span = live === null ? undefined : axisOf(lengthOf(live))
  return (
    <Chart
      kind="bars"
      title={t('figures.sales')}
      formula={t(live === null ? 'figures.formula.salesByDay' : 'figures.formula.salesBySecond')}
      none={t('figures.none.sales')}
      points={span === undefined ? sales : filled(sales, span.until, f.duration)}
      lines={live === null ? undefined : salesOfSeconds}
      behind={({ at }) => ['payments', live === null ? ofDay(at) : { placed: `${at}-${at + 1}` }]}
      onRows={onRows}
      until={span?.until ?? sales.length}
      ticks={span?.ticks}
      tick={span === undefined ? (at) => sales[at]?.label ?? '' : f.duration}
      format={money}
      short={(amount) => f.short(amount / 100)}
    />
  )
}
