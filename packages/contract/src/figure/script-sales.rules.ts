/** A product that came on the stage of a live or left it, ms since the begin. */
export interface StageMoment {
  readonly kind: 'shown' | 'hidden'
  readonly offsetMs: number
  readonly productId: string
}

/** Money of orders that were placed in one second of a live, minor units. */
export interface SecondSales {
  readonly second: number
  readonly orders: number
  readonly amount: number
}

/** A time for which the script, or the staff, showed a product. */
export interface Showing {
  readonly productId: string
  readonly fromSecond: number
  /** Null: it stood until the end. */
  readonly untilSecond: number | null
}

export interface ShowingSales extends Showing {
  readonly orders: number
  readonly amount: number
}

/** What is ordered so long after a product has left the stage is still its doing. */
export const afterglowSeconds = 60

/** Each time that a product stood on the stage, moments of one instant in the order given; shown again while it stands is no new time. */
export const showingsOf = (moments: readonly StageMoment[]): Showing[] => {
  const standing = new Map<string, number>()
  const showings: Showing[] = []
  for (const { kind, offsetMs, productId } of moments.toSorted((a, b) => a.offsetMs - b.offsetMs)) {
    const second = Math.max(0, Math.floor(offsetMs / 1000))
    const fromSecond = standing.get(productId)
    if (kind === 'shown') {
      if (fromSecond === undefined) standing.set(productId, second)
    } else if (fromSecond !== undefined) {
      showings.push({ productId, fromSecond, untilSecond: second })
      standing.delete(productId)
    }
  }
  for (const [productId, fromSecond] of standing) showings.push({ productId, fromSecond, untilSecond: null })
  return showings.toSorted((a, b) => a.fromSecond - b.fromSecond || (a.productId < b.productId ? -1 : 1))
}

/** Seconds of a live, the last not among them; null: to its end. */
export interface Seconds {
  readonly from: number
  readonly until: number | null
}

/** Which showing has part in what sold in a second: that which began last, if it stood then or a little before; -1: none. */
const showingAt = (showings: readonly Showing[], second: number): number =>
  showings.findLastIndex(
    ({ fromSecond, untilSecond }) =>
      fromSecond <= second && (untilSecond === null || second < untilSecond + afterglowSeconds),
  )

/** The seconds whose sales are of one showing; undefined: of none. */
export const secondsOfShowing = (showings: readonly Showing[], of: Showing | undefined): Seconds[] => {
  const wanted = of === undefined ? -1 : showings.indexOf(of)
  const turns = showings.flatMap(({ fromSecond, untilSecond }) => [
    fromSecond,
    ...(untilSecond === null ? [] : [untilSecond + afterglowSeconds]),
  ])
  const borders = [...new Set([0, ...turns])].toSorted((a, b) => a - b)
  return borders.flatMap((from, at) =>
    showingAt(showings, from) === wanted ? [{ from, until: borders[at + 1] ?? null }] : [],
  )
}

/**
 * What sold by what stood on the stage: an order belongs to the showing that began last, if it stood then or had left no
 * longer than `afterglowSeconds` before. With `outside`, what no showing had part in, the sums are the whole.
 */
export const salesByShowing = (
  moments: readonly StageMoment[],
  sales: readonly SecondSales[],
): {
  readonly showings: readonly ShowingSales[]
  readonly outside: { readonly orders: number; readonly amount: number }
} => {
  const showings = showingsOf(moments)
  const sums = showings.map(() => ({ orders: 0, amount: 0 }))
  const outside = { orders: 0, amount: 0 }
  for (const { second, orders, amount } of sales) {
    const sum = sums[showingAt(showings, second)] ?? outside
    sum.orders += orders
    sum.amount += amount
  }
  return { showings: showings.map((showing, at) => ({ ...showing, ...(sums[at] ?? outside) })), outside }
}
