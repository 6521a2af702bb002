import { taipeiOffsetMs } from '@kaimai/contract/common/taipei.ts'

/** `2026/11/20 18:10:00`: an instant on a clock in Taipei, as ECPay writes it. */
export const wallOf = (instant: Date): string =>
  new Date(instant.getTime() + taipeiOffsetMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

/** The instant of such a text; of a day alone its last second, until which something may be paid. Undefined: it is none. */
export const instantOf = (wall: string): Date | undefined => {
  const read = /^(\d{4})\/(\d\d)\/(\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(wall)
  if (!read) return undefined
  const [, year, month, day, time = '23:59:59'] = read
  const instant = new Date(`${year}-${month}-${day}T${time}+08:00`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
