import { clsx } from 'clsx'
import { useId } from 'react'
import css from './bar-chart.module.css'

export interface Bar {
  /** Names it in the table and on hover: a day, a time. */
  readonly label: string
  readonly real: number
  /** Hatched and purple, on top of the real; 0: none. */
  readonly simulated: number
}

export interface BarChartProps {
  /** What it shows in one sentence, with its highest value. */
  readonly summary: string
  readonly bars: readonly Bar[]
  /** The lines of the table, where they are finer than the bars. */
  readonly rows?: readonly Bar[] | undefined
  readonly format: (value: number) => string
  /** The heads of the table. */
  readonly heads: { readonly label: string; readonly real: string; readonly simulated: string }
  /** Opens the table. */
  readonly tableLabel: string
  readonly hasSimulated: boolean
}

const height = 120
const step = 10
/** A bar of anything at all can be seen. */
const least = 2

/** Bars over time, readable without colour; the same as a table below. */
export const BarChart = ({ summary, bars, rows = bars, format, heads, tableLabel, hasSimulated }: BarChartProps) => {
  const hatch = useId()
  const highest = Math.max(1, ...bars.map(({ real, simulated }) => real + simulated))
  const heightOf = (value: number): number =>
    value <= 0 ? 0 : Math.max(least, Math.round((value / highest) * height * 10) / 10)
  const named = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)]
  return (
    <figure className={css.chart}>
      <div className={css.plot}>
        <span className={clsx('caption', css.highest)} aria-hidden="true">
          {format(highest)}
        </span>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${Math.max(1, bars.length) * step} ${height}`}
          preserveAspectRatio="none"
        >
          <defs>
            <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className={css.simulatedGround} width="4" height="4" />
              <line className={css.simulatedLine} x1="0" y1="0" x2="0" y2="4" />
            </pattern>
          </defs>
          {bars.map(({ label, real, simulated }, at) => {
            const [realHeight, simulatedHeight] = [heightOf(real), heightOf(simulated)]
            return (
              <g key={label}>
                <title>
                  {[label, format(real), ...(simulated > 0 ? [`${heads.simulated} ${format(simulated)}`] : [])].join(
                    ' · ',
                  )}
                </title>
                <rect className={css.hit} x={at * step} y="0" width={step} height={height} />
                <rect
                  className={css.real}
                  x={at * step + 1}
                  y={height - realHeight}
                  width={step - 2}
                  height={realHeight}
                />
                <rect
                  fill={`url(#${hatch})`}
                  x={at * step + 1}
                  y={height - realHeight - simulatedHeight}
                  width={step - 2}
                  height={simulatedHeight}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <p className={clsx('caption', css.axis)} aria-hidden="true">
        {named.map((bar, at) => (
          <span key={at}>{bar?.label}</span>
        ))}
      </p>
      <details className={css.table}>
        <summary>{tableLabel}</summary>
        <div tabIndex={0} role="region" aria-label={tableLabel}>
          <table>
            <thead>
              <tr>
                <th scope="col">{heads.label}</th>
                <th scope="col">{heads.real}</th>
                {hasSimulated && <th scope="col">{heads.simulated}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, real, simulated }) => (
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
