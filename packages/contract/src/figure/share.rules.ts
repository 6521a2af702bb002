/** Of fewer than so many a percentage says more than it knows. */
export const leastForShare = 30

/** The part of a whole, 0 to 1; null of nothing: no share is neither 0 nor infinite. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** The share that a screen shows; null: the counts speak for themselves. */
export const shownShareOf = (part: number, whole: number): number | null =>
  whole < leastForShare ? null : shareOf(part, whole)
