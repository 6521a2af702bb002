import { readDuration, showDuration } from '@kaimai/contract/common/time.ts'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
/** A begin nearer than this leaves no time to hand the link on. */
const minAheadMs = 5 * minuteMs

/** The next full quarter of an hour that is at least five minutes away, as epoch ms. */
export const nextQuarter = (nowMs: number): number => Math.ceil((nowMs + minAheadMs) / quarterMs) * quarterMs

const weekMs = 7 * 24 * 60 * minuteMs

/**
 * The next time that is the same weekday and time of day as `beginAtMs` and at least five minutes away: what a copy of a
 * live begins at. Taipei has no summer time, so a week is always as long.
 */
export const nextSameTime = (beginAtMs: number, nowMs: number): number => {
  const behindMs = nowMs + minAheadMs - beginAtMs
  return beginAtMs + Math.max(1, Math.ceil(behindMs / weekMs)) * weekMs
}

/** How long a replay may stay open, in minutes; 0: there is none. */
export const replayChoices = [0, 60 * 24, 60 * 24 * 3, 60 * 24 * 7, 60 * 24 * 30] as const

/** Longest time into a live, in seconds, as the contract says. */
const longest = 86_400

/** Seconds of what a person types: `90`, `1:30`, `0:01:30`, full-width too; undefined when it is no time. */
export const readSeconds = (typed: string): number | undefined => {
  const text = typed.normalize('NFKC').replace(/\s/g, '')
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text)
  if (!match) return undefined
  const [, hours, minutes, seconds] = match.map((part) => (part === undefined ? undefined : Number(part)))
  if (hours !== undefined) {
    const two = (value = 0) => String(value).padStart(2, '0')
    return readDuration(`${two(hours)}:${two(minutes)}:${two(seconds)}`)
  }
  if (minutes !== undefined && (seconds ?? 0) >= 60) return undefined
  const whole = (minutes ?? 0) * 60 + (seconds ?? 0)
  return whole > longest ? undefined : whole
}

/** `00:01:30`. */
export const showSeconds = showDuration
