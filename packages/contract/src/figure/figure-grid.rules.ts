import { dayInTaipei, taipeiDay } from '../common/taipei.ts'
import { showAt, type Script } from '../live/show.rules.ts'

/** Days of a look that names neither a live nor days. */
export const figureDaysDefault = 30
/** As many instants as a chart of a live has at most. */
const pointsMax = 120
const steps = [5, 10, 15, 30, 60, 120, 300, 600] as const
const dayMs = 86_400_000

/** Seconds between two instants of a chart of a live so long. */
export const stepOf = (seconds: number): number =>
  steps.find((step) => seconds / step <= pointsMax) ?? Math.ceil(seconds / pointsMax)

/** Seconds since the begin at which a chart of a live has its instants, from 0 up to `untilSeconds`. */
export const gridOf = (stepSeconds: number, untilSeconds: number): number[] =>
  Array.from({ length: Math.floor(Math.max(0, untilSeconds) / stepSeconds) + 1 }, (_, at) => at * stepSeconds)

/** Every day in Taipei from one to another, both counted. */
export const daysFrom = (from: string, to: string): string[] => {
  const [first, last] = [dayInTaipei(from).fromMs, dayInTaipei(to).fromMs]
  return Array.from({ length: Math.max(0, Math.round((last - first) / dayMs) + 1) }, (_, at) =>
    taipeiDay(first + at * dayMs),
  )
}

/** The simulated audience at each instant, as viewers saw it. */
export const simulatedOnline = (script: Script, seconds: readonly number[]): number[] =>
  seconds.map((second) => showAt(script, second * 1000).audience)

/** Comments of the script from each instant to the next. */
export const simulatedComments = (script: Script, seconds: readonly number[], stepSeconds: number): number[] => {
  const counts = seconds.map(() => 0)
  for (const { kind, atMs } of script) {
    if (kind !== 'comment') continue
    const at = Math.floor(atMs / 1000 / stepSeconds)
    const count = counts[at]
    if (count !== undefined) counts[at] = count + 1
  }
  return counts
}
