import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useLabels } from './labels.tsx'
import css from './time-chart.module.css'
import type { PlotProps } from './time-plot.tsx'
import { useFetched } from './use-fetched.ts'

export type { ChartMark, ChartPoint } from './time-plot.tsx'

const fetchPlot = () => import('./time-plot.tsx')

export interface TimeChartProps extends PlotProps {
  /** Under the plot, along its axis of time. */
  readonly lane?: ReactNode
  /** Said in its place where its drawing can't be fetched. */
  readonly failed: string
}

/** What was when: under the pointer, by the arrow keys and without colour. Its table stands beside it. */
export const TimeChart = ({ lane, failed, ...plot }: TimeChartProps) => {
  const labels = useLabels()
  const { part, isFailed, retry } = useFetched(fetchPlot)
  return (
    <figure className={css.chart}>
      <div className={clsx(css.plot, css[plot.kind])} aria-busy={!part && !isFailed}>
        {part && <part.TimePlot {...plot} />}
        {!part && isFailed && (
          <div className={css.failed} role="alert">
            {failed}
            <Button size="s" onClick={retry}>
              {labels.retry}
            </Button>
          </div>
        )}
      </div>
      {lane !== undefined && <div className={css.lane}>{lane}</div>}
    </figure>
  )
}
