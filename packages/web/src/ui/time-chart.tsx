import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import css from './time-chart.module.css'
import type { ChartPoint, PlotProps } from './time-plot.tsx'

export type { ChartMark, ChartPoint } from './time-plot.tsx'

const TimePlot = lazy(() => import('./time-plot.tsx').then((module) => ({ default: module.TimePlot })))

type Line = Pick<ChartPoint, 'label' | 'real' | 'simulated'>

export interface TimeChartProps extends PlotProps {
  /** What it shows in one sentence, with its highest value. */
  readonly summary: string
  /** Under the plot, along its axis of time. */
  readonly lane?: ReactNode
  /** The lines of the table, where they are finer than the points. */
  readonly rows?: readonly Line[] | undefined
  /** The head of the table's first column. */
  readonly when: string
  /** Opens the table. */
  readonly tableLabel: string
  readonly hasSimulated: boolean
}

/** What was when: under the pointer, by the arrow keys, without colour, and the same as a table below. */
export const TimeChart = ({ summary, lane, rows, when, tableLabel, hasSimulated, ...plot }: TimeChartProps) => {
  const { points, format, names } = plot
  return (
    <figure className={css.chart}>
      <figcaption className="sr-only">{summary}</figcaption>
      <div className={clsx(css.plot, css[plot.kind])}>
        <Suspense fallback={null}>
          <TimePlot {...plot} />
        </Suspense>
      </div>
      {lane !== undefined && <div className={css.lane}>{lane}</div>}
      <details className={css.table}>
        <summary>{tableLabel}</summary>
        <div tabIndex={0} role="region" aria-label={tableLabel}>
          <table>
            <thead>
              <tr>
                <th scope="col">{when}</th>
                <th scope="col">{names.real}</th>
                {hasSimulated && <th scope="col">{names.simulated}</th>}
              </tr>
            </thead>
            <tbody>
              {(rows ?? points).map(({ label, real, simulated }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{format(real)}</td>
                  {hasSimulated && <td>{format(simulated)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
