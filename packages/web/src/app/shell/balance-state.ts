import type { FirmInfo } from '@kaimai/contract/auth/auth.schema.ts'
import { readDuration } from '@kaimai/contract/common/time.ts'

export interface Balance {
  /** Undefined: not known, shown as '---'. */
  readonly hours: { readonly hours: number; readonly minutes: number; readonly seconds: number } | undefined
  /** The lowest mark that the hours have fallen to; undefined: above all of them, or not known. */
  readonly hoursLow: HoursMark | undefined
  /** The hours' expiry is less than three months away. */
  readonly expiresSoon: boolean
  /** Undefined: the indicator is hidden, as Surenotify spends its own points. */
  readonly points: number | undefined
  readonly pointsLow: boolean
}

/** Marks of the hours left, the lowest first: only so each has its own message (the spec's order reached one of three). */
const marks = [
  { mark: 'underOne', reached: (seconds: number) => seconds < 3600 },
  { mark: 'fifty', reached: (seconds: number) => seconds <= 50 * 3600 },
  { mark: 'hundred', reached: (seconds: number) => seconds <= 100 * 3600 },
] as const
export type HoursMark = (typeof marks)[number]['mark']

const expiryMonths = 3

const monthsAfter = (nowMs: number, months: number): number => {
  const date = new Date(nowMs)
  date.setMonth(date.getMonth() + months)
  return date.getTime()
}

/**
 * What the indicator says of a firm (spec section 9). `mostSeconds`: the most hours it was seen with: they fall to a mark
 * only from above, so the trial of a new merchant is no warning in its first minute. Under one hour always is.
 */
export const balanceOf = (firm: FirmInfo, nowMs: number, mostSeconds = Number.POSITIVE_INFINITY): Balance => {
  const left = secondsLeft(firm)
  const expiry = firm.liveHoursExpireDate === null ? undefined : Date.parse(firm.liveHoursExpireDate)
  return {
    hours:
      left === undefined
        ? undefined
        : { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 },
    hoursLow:
      left === undefined
        ? undefined
        : marks.find(({ reached, mark }) => reached(left) && (mark === 'underOne' || !reached(mostSeconds)))?.mark,
    expiresSoon: expiry !== undefined && expiry < monthsAfter(nowMs, expiryMonths),
    points: firm.isSurenotify ? undefined : firm.smsPoint,
    pointsLow:
      !firm.isSurenotify && firm.pointSafetyStockNotice !== null && firm.smsPoint < firm.pointSafetyStockNotice,
  }
}

/** The seconds that a firm has left, as they were sent; undefined when it is not known. */
export const secondsLeft = ({ liveHours }: Pick<FirmInfo, 'liveHours'>): number | undefined =>
  liveHours.startsWith('-') ? 0 : readDuration(liveHours)

/** The expiry is announced once a day: on a day of the browser's calendar that differs from the last one. */
export const isNotedToday = (sentOn: string | null, nowMs: number): boolean => sentOn === dayOf(nowMs)

export const dayOf = (ms: number): string => new Intl.DateTimeFormat('sv-SE').format(ms)
