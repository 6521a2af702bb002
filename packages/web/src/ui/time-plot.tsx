import { useId } from 'react'
import { Area, Bar, CartesianGrid, ComposedChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import css from './time-chart.module.css'

/** What was at an instant, or from it until the next. */
export interface ChartPoint {
  /** Where it stands on the axis of time. */
  readonly at: number
  /** Names it under the pointer: a time, a day. */
  readonly label: string
  readonly real: number
  /** Hatched and purple, on top of the real; 0: none. */
  readonly simulated: number
}

/** Something that stood there for a while, said under the pointer. */
export interface ChartMark {
  readonly from: number
  readonly until: number
  /** A line stands where it began. */
  readonly isDrawn: boolean
  readonly name: string
  readonly note?: string | undefined
}

export interface PlotProps {
  /** `area`: how many there are, level from one instant to the next; `bars`: how much came between two. */
  readonly kind: 'area' | 'bars'
  /** What it shows in one sentence, with its highest value. */
  readonly summary: string
  readonly points: readonly ChartPoint[]
  /** Where an area's axis of time ends: further than the last point while a live runs. Bars fill theirs. */
  readonly until: number
  /** Places that the axis of time names; without it as many as there is room for. */
  readonly ticks?: readonly number[] | undefined
  /** Names a place on the axis of time. */
  readonly tick: (at: number) => string
  readonly format: (value: number) => string
  /** Names a height on the axis of values, in few signs. */
  readonly short: (value: number) => string
  /** The height it is drawn against; without it its highest. */
  readonly top?: number | undefined
  readonly names: { readonly real: string; readonly simulated: string }
  readonly marks?: readonly ChartMark[] | undefined
  /** Where a live has come to. */
  readonly now?: { readonly at: number; readonly label: string } | undefined
}

/** As wide as the lane under it leaves free (time-chart.module.css). */
const margin = { top: 8, right: 8, bottom: 0, left: 0 }
const axisWidth = 48
const whole = { width: '100%', height: '100%' }

interface HintProps extends Pick<PlotProps, 'format' | 'names' | 'marks'> {
  /** Given by the library: whether something is under the pointer, and the point there. */
  readonly active?: boolean
  readonly payload?: readonly { readonly payload?: ChartPoint }[]
}

const Hint = ({ active = false, payload = [], marks = [], format, names }: HintProps) => {
  const point = payload[0]?.payload
  if (!active || point === undefined) return null
  return (
    <div className={css.hint}>
      <b>{point.label}</b>
      <p>
        {names.real} <b>{format(point.real)}</b>
      </p>
      {point.simulated > 0 && (
        <p className={css.hintSimulated}>
          {names.simulated} <b>{format(point.simulated)}</b>
        </p>
      )}
      {marks
        .filter(({ from, until }) => from <= point.at && point.at < until)
        .map(({ name, note }, place) => (
          <p key={place} className={css.hintMark}>
            <b>{name}</b>
            {note !== undefined && <span>{note}</span>}
          </p>
        ))}
    </div>
  )
}

/** The drawing of a chart; it is fetched with its library by the frame around it. */
export const TimePlot = (props: PlotProps) => {
  const { kind, summary, points, until, ticks, tick, format, short, top, names, marks = [], now } = props
  const hatch = useId()
  const isArea = kind === 'area'
  const hasSimulated = points.some(({ simulated }) => simulated > 0)
  const stacked = { isAnimationActive: false, stackId: 'all' } as const
  return (
    <ComposedChart responsive style={whole} data={points} margin={margin} barCategoryGap="10%" aria-label={summary}>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={css.hatchGround} width="6" height="6" />
          <line className={css.hatchLine} x1="0" y1="0" x2="0" y2="6" />
        </pattern>
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="at"
        {...(isArea ? { type: 'number' as const, domain: [0, until] } : {})}
        {...(ticks === undefined ? {} : { ticks })}
        tickFormatter={tick}
        height={24}
        minTickGap={16}
        axisLine={{ stroke: 'var(--line-strong)' }}
        tickLine={false}
      />
      <YAxis
        width={axisWidth}
        domain={[0, top ?? 'auto']}
        allowDecimals={false}
        tickCount={isArea ? 4 : 3}
        tickFormatter={short}
        axisLine={false}
        tickLine={false}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={isArea ? { stroke: 'var(--ink-2)' } : { fill: 'var(--hover)' }}
        content={<Hint marks={marks} format={format} names={names} />}
      />
      {isArea ? (
        <>
          <Area
            {...stacked}
            dataKey="real"
            type="stepAfter"
            stroke="var(--accent)"
            strokeWidth={2}
            fill="var(--accent-soft)"
            fillOpacity={1}
          />
          {hasSimulated && (
            <Area
              {...stacked}
              dataKey="simulated"
              type="stepAfter"
              stroke="var(--purple)"
              strokeDasharray="3 3"
              fill={`url(#${hatch})`}
              fillOpacity={1}
            />
          )}
        </>
      ) : (
        <>
          <Bar {...stacked} dataKey="real" fill="var(--accent)" />
          {hasSimulated && <Bar {...stacked} dataKey="simulated" fill={`url(#${hatch})`} />}
        </>
      )}
      {marks.map(
        ({ from, isDrawn }, place) =>
          isDrawn && <ReferenceLine key={place} x={from} stroke="var(--accent)" strokeOpacity={0.4} />,
      )}
      {now !== undefined && (
        <ReferenceLine
          x={now.at}
          stroke="var(--live)"
          strokeDasharray="3 3"
          label={{ value: now.label, position: now.at < until / 2 ? 'insideTopLeft' : 'insideTopRight' }}
        />
      )}
    </ComposedChart>
  )
}
