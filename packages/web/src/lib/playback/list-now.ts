import type { PastFilm } from '@kaimai/contract/live/past-film.schema.ts'

export type LiveTimes = {
  readonly beginAtMs: number
  /** When it is over; undefined: when its media ends. */
  readonly endAtMs: number | undefined
  /** What plays when, where more than the film does: each from its own list. Where none is, nothing plays. */
  readonly runs?: PastFilm['runs'] | undefined
}

/** A player that is a moment behind may still show the end of what was over a moment ago. */
const behindMs = 2000

/** The run of an instant. */
const runAt = (runs: PastFilm['runs'], ms: number) =>
  runs.find(({ fromMs, untilMs }) => ms >= fromMs && ms < (untilMs ?? Infinity))

/** The list that a live plays at an instant; undefined: none. `filmUrl`: that of its film, the only one of most lives. */
export const listNow = (
  { beginAtMs, runs = [] }: LiveTimes,
  filmUrl: string,
  nowMs: number,
  plays: boolean,
): string | undefined => {
  // Before the begin its film is what comes.
  if (runs.length === 0 || nowMs < beginAtMs) return filmUrl
  return (runAt(runs, nowMs) ?? (plays ? runAt(runs, nowMs - behindMs) : undefined))?.url
}

/** Whether a list that ends now ends too early: whoever made it had not heard that it goes on. */
export const goesOn = ({ runs = [], endAtMs }: LiveTimes, url: string, nowMs: number): boolean => {
  const run = runAt(runs, nowMs)
  return run?.url === url && (run.untilMs ?? endAtMs ?? 0) - nowMs > behindMs
}
