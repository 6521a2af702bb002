import type { Answered } from './comment-order.store.ts'

/** The earliest that is still ahead; of those that are over the earliest. */
export const earliest = (ends: readonly (Date | null | undefined)[], nowMs: number): Date | null => {
  const known = ends.flatMap((end) => (end ? [end.getTime()] : []))
  const ahead = known.filter((ms) => ms > nowMs)
  return known.length === 0 ? null : new Date(Math.min(...(ahead.length > 0 ? ahead : known)))
}

export const plainAnswer: Answered = {
  outcome: 'nothing',
  lines: [],
  question: null,
  heldUntil: null,
  left: 0,
  said: '',
  waits: false,
}
