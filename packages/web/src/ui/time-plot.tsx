import { useId } from 'react'
import { Area, Bar, CartesianGrid, ComposedChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import css from './time-chart.module.css'

/** What was at an instant, or from it until the next. */
export interface ChartPoint {
  /** Where it stands: seconds of a live, or its place among days. */
  readonly at: number
  /** Names it in the table and under the pointer: a time, a day. */
  readonly label: string
  readonly real: number
  /** Hatched and purple, on top of the real; 0: none. */
  readonly simulated: number
}

/** Something that began then, said under the pointer. */
export interface ChartMark {
  readonly at: number
  readonly name: string
  readonly note: string
}

export interface PlotProps {
  /** `area`: how many there are, level from one instant to the next; `bars`: how much came between two. */
  readonly kind: 'area' | 'bars'
  readonly points: readonly ChartPoint[]
  /** Between two points. */
  readonly step: number
  /** Where the axis ends: further than the last point while a live runs. */
  readonly until: number
  readonly format: (value: number) => string
  /** Names a place on the axis of time. */
  readonly tick: (at: number) => string
  /** Names a height on the axis of values, in few signs. */
  readonly short: (value: number) => string
  readonly names: { readonly real: string; readonly simulated: string }
  readonly marks?: readonly ChartMark[] | undefined
}

const margin = { top: 8, right: 8, bottom: 0, left: 0 }
const axisLine = { stroke: 'var(--line-strong)' }
/** Fifths of the time, as far as they are whole. */
const ticksOf = (until: number): number[] => [...new Set([0, 1, 2, 3, 4].map((part) => Math.round((until * part) / 4)))]

interface HintProps extends Pick<PlotProps, 'format' | 'names'> {
  readonly point: ChartPoint
  readonly marks: readonly ChartMark[]
}

const Hint = ({ point, marks, format, names }: HintProps) => (
  <div className={css.hint}>
    <b>{point.label}</b>
    <p>
      {names.real} {format(point.real)}
    </p>
    {point.simulated > 0 && (
      <p className={css.hintSimulated}>
        {names.simulated} {format(point.simulated)}
      </p>
    )}
    {marks.map(({ name, note }, place) => (
      <p key={place}>
        <b>{name}</b>
        <br />
        {note}
      </p>
    ))}
  </div>
)

/** The drawing of a chart; it is fetched with its library by the frame around it. */
export const TimePlot = ({ kind, points, step, until, format, tick, short, names, marks = [] }: PlotProps) => {
  const hatch = useId()
  const marksFrom = ({ at }: ChartPoint): ChartMark[] => marks.filter((mark) => mark.at >= at && mark.at < at + step)
  const time =
    kind === 'area' ? (
      <XAxis
        dataKey="at"
        type="number"
        domain={[0, until]}
        ticks={ticksOf(until)}
        tickFormatter={tick}
        axisLine={axisLine}
        tickLine={false}
      />
    ) : (
      <XAxis dataKey="at" tickFormatter={tick} minTickGap={32} axisLine={axisLine} tickLine={false} />
    )
  const shared = { isAnimationActive: false, stackId: 'all' } as const
  const simulated = points.some((point) => point.simulated > 0)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={margin}>
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={css.hatchGround} width="6" height="6" />
            <line className={css.hatchLine} x1="0" y1="0" x2="0" y2="6" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        {time}
        <YAxis width={56} allowDecimals={false} tickCount={4} tickFormatter={short} axisLine={false} tickLine={false} />
        <Tooltip
          isAnimationActive={false}
          cursor={kind === 'area' ? { stroke: 'var(--ink-2)' } : { fill: 'var(--hover)' }}
          content={({ active, payload }) => {
            const point: ChartPoint | undefined = payload[0]?.payload
            return active && point !== undefined ? (
              <Hint point={point} marks={marksFrom(point)} format={format} names={names} />
            ) : null
          }}
        />
        {marks.map(({ at }, place) => (
          <ReferenceLine key={place} x={at} stroke="var(--line-strong)" />
        ))}
        {kind === 'area' ? (
          <>
            <Area {...shared} dataKey="real" type="stepAfter" stroke="var(--accent)" strokeWidth={2} fill="var(--accent)" fillOpacity={0.14} />
            {simulated && (
              <Area {...shared} dataKey="simulated" type="stepAfter" stroke="var(--purple)" strokeDasharray="3 3" fill={`url(#${hatch})`} fillOpacity={1} />
            )}
          </>
        ) : (
          <>
            <Bar {...shared} dataKey="real" fill="var(--accent)" />
            {simulated && <Bar {...shared} dataKey="simulated" fill={`url(#${hatch})`} />}
          </>
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}
