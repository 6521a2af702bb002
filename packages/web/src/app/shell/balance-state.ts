import type { FirmInfo } from '@kaimai/contract/auth/auth.schema.ts'
import { readDuration } from '@kaimai/contract/common/time.ts'

export interface Balance {
  /** Undefined: not known, shown as '---'. */
  readonly hours: { readonly hours: number; readonly minutes: number; readonly seconds: number } | undefined
  /** 100 hours or fewer (spec section 9: the 50-hour and one-hour messages were never reached, so there are none). */
  readonly hoursLow: boolean
  /** The hours' expiry is less than three months away. */
  readonly expiresSoon: boolean
  /** Undefined: the indicator is hidden, as Surenotify spends its own points. */
  readonly points: number | undefined
  readonly pointsLow: boolean
}

const lowHours = 100
const expiryMonths = 3

const monthsAfter = (nowMs: number, months: number): number => {
  const date = new Date(nowMs)
  date.setMonth(date.getMonth() + months)
  return date.getTime()
}

/** What the indicator says of a firm (spec section 9). */
export const balanceOf = (firm: FirmInfo, nowMs: number): Balance => {
  const below = firm.liveHours.startsWith('-')
  const seconds = readDuration(firm.liveHours.replace('-', ''))
  const left = seconds === undefined ? undefined : below ? 0 : seconds
  const expiry = firm.liveHoursExpireDate === null ? undefined : Date.parse(firm.liveHoursExpireDate)
  return {
    hours:
      left === undefined
        ? undefined
        : { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 },
    hoursLow: left !== undefined && left <= lowHours * 3600,
    expiresSoon: expiry !== undefined && expiry < monthsAfter(nowMs, expiryMonths),
    points: firm.isSurenotify ? undefined : firm.smsPoint,
    pointsLow:
      !firm.isSurenotify && firm.pointSafetyStockNotice !== null && firm.smsPoint < firm.pointSafetyStockNotice,
  }
}
