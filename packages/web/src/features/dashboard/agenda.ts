import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'

type Timed = Pick<LiveRow, 'status' | 'beginAt'>

export interface Agenda<T> {
  /** What runs now, the one that began last first. */
  readonly running: readonly T[]
  /** What is still to come, soonest first. */
  readonly next: readonly T[]
}

const beginOf = ({ beginAt }: Timed): number => Date.parse(beginAt)

/** What of the lives matters now. */
export const agendaOf = <T extends Timed>(lives: readonly T[]): Agenda<T> => ({
  running: lives.filter(({ status }) => status === 'live').toSorted((a, b) => beginOf(b) - beginOf(a)),
  next: lives
    .filter(({ status }) => status === 'open' || status === 'scheduled')
    .toSorted((a, b) => beginOf(a) - beginOf(b)),
})

/** How far a running live is, from 0 to 1. */
export const progressOf = ({ beginAt, endAt }: Pick<LiveRow, 'beginAt' | 'endAt'>, nowMs: number): number => {
  const whole = Date.parse(endAt) - Date.parse(beginAt)
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (nowMs - Date.parse(beginAt)) / whole))
}
