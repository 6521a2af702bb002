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

/** The instant (epoch ms) at which a clock of the zone shows `YYYY-MM-DD HH:mm[:ss]`; NaN when it is no such time. */
export const instantOf = (wall: string, timeZone: string): number => {
  const asUtc = Date.parse(`${wall.trim().replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  const first = asUtc - offsetAt(asUtc, timeZone) * 60_000
  // Around a change of summer time the offset at the guess may be the other one.
  return asUtc - offsetAt(first, timeZone) * 60_000
}

/** What a clock of the zone shows at an instant: `YYYY-MM-DD HH:mm`. */
export const wallTimeOf = (when: string | number, timeZone: string): string => {
  const instantMs = new Date(when).getTime()
  return new Date(instantMs + offsetAt(instantMs, timeZone) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}
