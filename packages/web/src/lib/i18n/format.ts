import { formatInteger } from '@kaimai/contract/common/format-integer.ts'
import { dateFormat, numberFormat, relativeTimeFormat } from '@kaimai/contract/common/intl-formats.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type Money, showMoney } from '@kaimai/contract/common/money.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'

/** Instants are ISO strings or epoch milliseconds. */
export type When = string | number

export interface Format {
  /** 2026年11月20日 · November 20, 2026 */
  date(when: When): string
  /** 2026年11月 · November 2026 */
  month(when: When): string
  /** 11/21（六） · Sat, 11/21; with the year when it is not this one */
  day(when: When): string
  /** 11/21（六）20:00 · Sat, 11/21, 20:00 */
  dayTime(when: When): string
  /** 20:00 */
  time(when: When): string
  /** 20:00:05 */
  timeOfSecond(when: When): string
  /** 2026年11月20日 20:00 */
  dateTime(when: When): string
  /** 今天 20:00, 昨天 15:30, else as dayTime */
  near(when: When): string
  /** 8 天後, 30 分鐘前; days are those of the calendar, so that 明天 is never called 後天 */
  relative(when: When): string
  /** As `relative`, for beside `near`: what that calls tomorrow or yesterday is said in hours. */
  distance(when: When): string
  /** NT$1,280: from minor units */
  money(money: Money): string
  /** 1,280: an amount in minor units without its currency, for columns that name it in the header */
  amount(minor: number): string
  number(value: number, digits?: number): string
  /** 12K · 1.2萬: in few signs, for axes of charts */
  short(value: number): string
  /** 31.3%: from a ratio */
  percent(ratio: number, digits?: number): string
  /** hh:mm:ss of seconds */
  duration(seconds: number): string
  /** 甲、乙和丙 */
  list(items: readonly string[]): string
  /** 4.2 GB */
  bytes(size: number): string
  /** GMT+8: the zone that times are shown in */
  zone(when: When): string
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** Chrome 94 knows the zone's short name alone, which is the same wherever no letters stand for a zone. */
const zoneNameOf = (): 'shortOffset' | 'short' => {
  try {
    dateFormat('en', { timeZoneName: 'shortOffset' })
    return 'shortOffset'
  } catch {
    return 'short'
  }
}
const zoneName = zoneNameOf()

/** `now` in epoch ms, for what is relative to it; `timeZone` undefined: the viewer's own. */
export const createFormat = (
  language: Language,
  timeZone?: string | undefined,
  now: () => number = () => Date.now(),
): Format => {
  const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    dateFormat(language, { ...options, ...(timeZone ? { timeZone } : {}) })
  const part = (when: When, options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    dates(options)
      .formatToParts(new Date(when))
      .find((each) => each.type === type)?.value ?? ''

  const year = (when: When) => part(when, { year: 'numeric' }, 'year')
  const time = (when: When) => dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(when))
  const date = (when: When) => dates({ year: 'numeric', month: 'long', day: 'numeric' }).format(new Date(when))
  const day = (when: When): string => {
    const options = { month: '2-digit', day: '2-digit' } as const
    const numbers = `${part(when, options, 'month')}/${part(when, options, 'day')}`
    const dated = year(when) === year(now()) ? numbers : `${year(when)}/${numbers}`
    const weekday = dates({ weekday: 'short' }).format(new Date(when))
    return language === 'zh-TW' ? `${dated}（${weekday.replace(/^週|^星期/, '')}）` : `${weekday}, ${dated}`
  }
  const dayTime = (when: When) => (language === 'zh-TW' ? `${day(when)}${time(when)}` : `${day(when)}, ${time(when)}`)
  /** Days between two instants by the calendar of the zone. */
  const daysFromToday = (when: When): number => {
    const ordinal = (each: When) => {
      const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
      const number = (type: 'year' | 'month' | 'day') => Number(part(each, options, type))
      return Date.UTC(number('year'), number('month') - 1, number('day')) / 86_400_000
    }
    return ordinal(when) - ordinal(now())
  }
  const relativeTo = (when: When): string => {
    let amount = (new Date(when).getTime() - now()) / 1000
    for (const [unit, size] of steps) {
      const whole = unit === 'day' ? daysFromToday(when) : Math.round(amount)
      if (Math.abs(whole) < size) return relatively(whole, unit)
      amount /= size
    }
    return ''
  }
  const relatively = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
    relativeTimeFormat(language, { numeric: 'auto' }).format(amount, unit)
  const number = (value: number, digits = 0) =>
    Number.isSafeInteger(value)
      ? formatInteger(value)
      : numberFormat(language, { maximumFractionDigits: digits }).format(value)

  return {
    date,
    month: (when) => dates({ year: 'numeric', month: 'long' }).format(new Date(when)),
    day,
    dayTime,
    time,
    timeOfSecond: (when) =>
      dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(when)),
    dateTime: (when) => `${date(when)} ${time(when)}`,
    near: (when) => {
      const days = daysFromToday(when)
      return Math.abs(days) <= 1 ? `${relatively(days, 'day')} ${time(when)}` : dayTime(when)
    },
    relative: relativeTo,
    distance: (when) => {
      const hours = Math.round((new Date(when).getTime() - now()) / 3_600_000)
      return Math.abs(hours) >= 24 && Math.abs(daysFromToday(when)) === 1 ? relatively(hours, 'hour') : relativeTo(when)
    },
    money: showMoney,
    amount: (minor) => number(minor / 100, minor % 100 === 0 ? 0 : 2),
    number,
    short: (value) => numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    percent: (ratio, digits = 1) =>
      numberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(ratio),
    duration: showDuration,
    list: (items) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items),
    bytes: (size) => {
      const units = ['B', 'KB', 'MB', 'GB', 'TB']
      const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(1024)))
      return `${number(size / 1024 ** power, power > 0 ? 1 : 0)} ${units[power] ?? 'B'}`
    },
    zone: (when) => part(when, { timeZoneName: zoneName }, 'timeZoneName'),
  }
}
