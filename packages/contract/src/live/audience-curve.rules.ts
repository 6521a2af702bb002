/** A point of the virtual audience's curve; milliseconds from the begin. */
export interface CurvePoint {
  readonly atMs: number
  readonly count: number
}

/** How many there are at a time from the last point before it on: evenly towards the next one, else as many as then. */
export const curveAt = (from: CurvePoint, to: CurvePoint | undefined, ms: number): number => {
  if (to === undefined || to.atMs <= from.atMs || ms <= from.atMs) return from.count
  const share = Math.min(1, (ms - from.atMs) / (to.atMs - from.atMs))
  return Math.round(from.count + (to.count - from.count) * share)
}

/** The shortest time between two steps that a room sends, in ms. */
const stepMs = 1000
/** Steps that the points of a curve get together: a script is bounded. */
const maxSteps = 1800

/**
 * The points, sorted by time, and the steps between them by which a room counts from one to the next. With very many
 * points there are no steps: they lie close enough.
 */
export const stepsOfCurve = (points: readonly CurvePoint[]): readonly CurvePoint[] => {
  const each = Math.floor(maxSteps / Math.max(1, points.length - 1))
  return points.flatMap((from, index) => {
    const to = points[index + 1]
    if (to === undefined) return [from]
    const spanMs = to.atMs - from.atMs
    const steps = Math.min(each, Math.floor(spanMs / stepMs), Math.abs(to.count - from.count))
    const between = Array.from({ length: Math.max(0, steps - 1) }, (_, step) => {
      const atMs = Math.round(from.atMs + (spanMs * (step + 1)) / steps)
      return { atMs, count: curveAt(from, to, atMs) }
    })
    return [from, ...between]
  })
}
