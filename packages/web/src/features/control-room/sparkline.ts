interface Minute {
  readonly minute: number
  readonly amount: number
}

/** Minutes that the chart shows at most. */
const longest = 60

/** Amounts of every minute up to `until`, also of those without a sale; the last hour of a long live. */
export const revenueWindow = (
  sent: readonly Minute[],
  until: number,
): { readonly points: readonly Minute[]; readonly from: number; readonly top: Minute } => {
  const byMinute = new Map(sent.map(({ minute, amount }) => [minute, amount]))
  const last = Math.max(until, 1)
  const from = Math.max(0, last - longest + 1)
  const points = Array.from({ length: last - from + 1 }, (_, at) => ({
    minute: from + at,
    amount: byMinute.get(from + at) ?? 0,
  }))
  const top = points.reduce((best, point) => (point.amount > best.amount ? point : best), { minute: from, amount: 0 })
  return { points, from, top }
}

/** `x y` pairs of a line over the whole width, the highest at the top. */
export const chartPath = (amounts: readonly number[], width: number, height: number): string => {
  const max = Math.max(1, ...amounts)
  const step = amounts.length > 1 ? width / (amounts.length - 1) : width
  return amounts
    .map(
      (amount, at) =>
        `${Math.round(at * step * 10) / 10} ${Math.round((height - 2 - (amount / max) * (height - 6)) * 10) / 10}`,
    )
    .join('L')
}
