import { stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { ChartPoint } from '../../ui/time-chart.tsx'

const tickSteps = [10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 14_400] as const
/** As many places as a phone has room for. */
const ticksMost = 5

/** The axis of a live so long, in seconds: where it ends, and the places on it that are named, each an instant of its charts. */
export const axisOf = (seconds: number): { readonly until: number; readonly ticks: readonly number[] } => {
  const step = stepOf(seconds)
  const until = Math.max(1, Math.ceil(seconds / step)) * step
  const every = tickSteps.find((each) => each % step === 0 && until / each <= ticksMost) ?? until
  return { until, ticks: Array.from({ length: Math.floor(until / every) + 1 }, (_, at) => at * every) }
}

/** The same bars to the end of the axis, so that those of a running live stand under its other charts. */
export const filled = (points: readonly ChartPoint[], until: number, labelOf: (at: number) => string): ChartPoint[] => {
  const step = stepOf(until)
  const missing = Math.max(0, Math.ceil(until / step) - points.length)
  return [
    ...points,
    ...Array.from({ length: missing }, (_, place): ChartPoint => {
      const at = (points.length + place) * step
      return { at, label: labelOf(at), real: 0, simulated: 0 }
    }),
  ]
}
