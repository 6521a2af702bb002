import { taipeiOffsetMs } from '../common/taipei.ts'
const minuteMs = 60_000
const dayMs = 86_400_000

export const slotSteps = [5, 10, 15, 30, 60] as const

/** A just-in-time slot begins at least so long after now: time enough to sign up. */
export const leadMs = 2 * minuteMs
/** Who chose a slot and took their time over the form may still have it for so long after its begin. */
export const slotGraceMs = 5 * minuteMs

/** Slots that a page shows of one series. */
export const slotsShown = { weekly: 4, justInTime: 3 } as const

interface Period {
  /** First and last day, YYYY-MM-DD; null: no such limit. */
  readonly from: string | null
  readonly until: string | null
  /** Days without a slot. */
  readonly except: readonly string[]
}

export interface WeeklyRule extends Period {
  readonly kind: 'weekly'
  /** `day` 0 is Sunday; `at` is HH:MM. */
  readonly times: readonly { readonly day: number; readonly at: string }[]
}

export interface JustInTimeRule extends Period {
  readonly kind: 'justInTime'
  readonly everyMinutes: (typeof slotSteps)[number]
  /** Hours of operation, HH:MM; the last slot begins before `closesAt`, which may be 24:00. */
  readonly opensAt: string
  readonly closesAt: string
}

export type SeriesRule = WeeklyRule | JustInTimeRule

/** Minutes since midnight of HH:MM. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The begin of a day in epoch ms: of YYYY-MM-DD in Taipei. */
const beginOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - taipeiOffsetMs
/** The day, YYYY-MM-DD in Taipei, of an instant. */
const dayOf = (ms: number): string => new Date(ms + taipeiOffsetMs).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Slots of one day, ascending, in epoch ms. */
const slotsOfDay = (rule: SeriesRule, day: string): number[] => {
  if ((rule.from !== null && day < rule.from) || (rule.until !== null && day > rule.until)) return []
  if (rule.except.includes(day)) return []
  const begin = beginOf(day)
  if (rule.kind === 'weekly') {
    const weekday = weekdayOf(day)
    const minutes = rule.times.filter((time) => time.day === weekday).map(({ at }) => minutesOf(at))
    return [...new Set(minutes)].toSorted((a, b) => a - b).map((minute) => begin + minute * minuteMs)
  }
  const [opens, closes] = [minutesOf(rule.opensAt), minutesOf(rule.closesAt)]
  const count = Math.max(0, Math.ceil((closes - opens) / rule.everyMinutes))
  return Array.from({ length: count }, (_, index) => begin + (opens + index * rule.everyMinutes) * minuteMs)
}

/** So far ahead slots are looked for, in days: a year and a bit, over all exceptions. */
const horizonDays = 380

/** The next `count` slots that begin at `fromMs` or later, ascending, in epoch ms. */
const slotsFrom = (rule: SeriesRule, fromMs: number, count: number): number[] => {
  const first = rule.from === null ? fromMs : Math.max(fromMs, beginOf(rule.from))
  const slots: number[] = []
  for (let ahead = 0; ahead < horizonDays && slots.length < count; ahead += 1) {
    const day = dayOf(first + ahead * dayMs)
    if (rule.until !== null && day > rule.until) break
    slots.push(...slotsOfDay(rule, day).filter((slot) => slot >= fromMs))
  }
  return slots.slice(0, count)
}

/** The next slots of a series to sign up for, ascending begins in epoch ms; a just-in-time one is 2 minutes ahead at least. */
export const slotsOf = (rule: SeriesRule, nowMs: number, count: number): number[] =>
  slotsFrom(rule, rule.kind === 'justInTime' ? nowMs + leadMs : nowMs + 1, count)

/** Whether a slot may still be chosen by somebody whose page showed it a while ago. */
export const isOffered = (rule: SeriesRule, beginAtMs: number, nowMs: number): boolean => {
  // What fell behind since the page was shown comes on top of what is shown now.
  const max = slotsShown[rule.kind] + Math.ceil((slotGraceMs + leadMs) / (5 * minuteMs)) + 1
  return slotsFrom(rule, nowMs - slotGraceMs, max).includes(beginAtMs)
}

/** What a page calls a slot that may have no live yet. */
export const slotKey = (seriesId: string, beginAtMs: number): string =>
  `${seriesId}@${new Date(beginAtMs).toISOString()}`
