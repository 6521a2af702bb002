import { curveAt } from '@kaimai/contract/live/audience-curve.rules.ts'
import type { AudienceClip } from './studio-doc.ts'
import { firstAtOrAfter } from './time-index.ts'

/** The virtual audience at a time, as the room counts it. */
export const audienceAt = (points: readonly AudienceClip[], ms: number): number => {
  const after = firstAtOrAfter(points, ms + 1)
  const [from, to] = [points[after - 1], points[after]]
  return from === undefined ? 0 : curveAt(from, to, ms)
}

const tops = [10, 20, 50, 100, 200, 400, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000]

/** The upper end of the curve's scale. */
export const topOf = (points: readonly AudienceClip[]): number => {
  const max = points.reduce((top, { count }) => Math.max(top, count), 0)
  return tops.find((top) => top >= max * 1.1) ?? 100_000
}
