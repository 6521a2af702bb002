import { dateFormat } from '@kaimai/contract/common/intl-formats.ts'

/** Minutes that a zone is ahead of UTC at an instant. */
const offsetAt = (instantMs: number, timeZone: string): number => {
  const parts = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instantMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round((wall - Math.floor(instantMs / 1000) * 1000) / 60_000)
}

const dayMs = 86_400_000

/**
 * The instant (epoch ms) at which a clock of the zone shows `YYYY-MM-DD HH:mm[:ss]`; NaN when it is no such time. What a clock
 * shows twice, for it was put back, is the first of both; what it leaves out, as if it had not been put forward yet.
 */
export const instantOf = (wall: string, timeZone: string): number => {
  const asUtc = Date.parse(`${wall.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  // The offsets on both sides of any change of clocks nearby.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((at) => asUtc - offsetAt(at, timeZone) * 60_000)
  if (before === undefined || after === undefined || before === after) return before ?? Number.NaN
  const shows = (ms: number) => ms + offsetAt(ms, timeZone) * 60_000 === asUtc
  return shows(before) || !shows(after) ? before : after
}

/** What a clock of the zone shows at an instant: `YYYY-MM-DD HH:mm`. */
export const wallTimeOf = (when: string | number, timeZone: string): string => {
  const instantMs = new Date(when).getTime()
  return new Date(instantMs + offsetAt(instantMs, timeZone) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}
