interface Minute {
  readonly minute: number
  readonly amount: number
}

/** Minutes that the chart shows at most. */
const longest = 60

/**
 * Amounts of every minute up to `until`, also of those that are not listed: they are 0, or with `stays` what stood before.
 * The last hour of a long live, from its begin or, before that, from the first minute that is listed.
 */
export const minuteWindow = (
  sent: readonly Minute[],
  until: number,
  { stays = false }: { readonly stays?: boolean } = {},
): { readonly points: readonly Minute[]; readonly from: number; readonly top: Minute } => {
  const byMinute = new Map(sent.map(({ minute, amount }) => [minute, amount]))
  const first = Math.min(0, sent[0]?.minute ?? 0)
  const last = Math.max(until, first + 1)
  const from = Math.max(first, last - longest + 1)
  let amount = stays ? (sent.findLast(({ minute }) => minute < from)?.amount ?? 0) : 0
  const points = Array.from({ length: last - from + 1 }, (_, at) => {
    amount = byMinute.get(from + at) ?? (stays ? amount : 0)
    return { minute: from + at, amount }
  })
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
