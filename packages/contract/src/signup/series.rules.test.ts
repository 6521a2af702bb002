import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOffered,
  leadMs,
  minutesOf,
  type SeriesRule,
  slotGraceMs,
  slotsOf,
  slotsShown,
  slotSteps,
} from './series.rules.ts'
import { SeriesRule as Schema } from './signup-parts.ts'

const always = { from: null, until: null, except: [] }
const at = (text: string) => Date.parse(`${text}+08:00`)
const shown = (slots: readonly number[]) =>
  slots.map((slot) => new Date(slot + 8 * 3600_000).toISOString().slice(0, 16).replace('T', ' '))

const day = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const dayText = day.map((date) => date.toISOString().slice(0, 10))
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const period = fc.record({
  from: fc.option(dayText),
  until: fc.option(dayText),
  except: fc.array(dayText, { maxLength: 5 }),
})
const weekly = fc
  .tuple(fc.array(fc.record({ day: fc.nat(6), at: time }), { minLength: 1, maxLength: 6 }), period)
  .map(([times, rest]): SeriesRule => ({ kind: 'weekly', times, ...rest }))
const justInTime = fc
  .tuple(fc.constantFrom(...slotSteps), time, time, period)
  .filter(([, opens, closes]) => opens < closes)
  .map(
    ([everyMinutes, opensAt, closesAt, rest]): SeriesRule => ({
      kind: 'justInTime',
      everyMinutes,
      opensAt,
      closesAt,
      ...rest,
    }),
  )
const rule = fc.oneof(weekly, justInTime)
const now = day.chain((date) => fc.nat(86_400_000).map((ms) => date.getTime() + ms))

/** By the calendar of the zone itself, minute by minute: slow and surely right. */
const isSlot = (given: SeriesRule, slotMs: number): boolean => {
  const local = Temporal.Instant.fromEpochMilliseconds(slotMs).toZonedDateTimeISO('Asia/Taipei')
  const date = local.toPlainDate().toString()
  const minute = local.hour * 60 + local.minute
  if (local.second !== 0 || local.millisecond !== 0) return false
  if ((given.from !== null && date < given.from) || (given.until !== null && date > given.until)) return false
  if (given.except.includes(date)) return false
  if (given.kind === 'weekly')
    return given.times.some((each) => each.day === local.dayOfWeek % 7 && minutesOf(each.at) === minute)
  const since = minute - minutesOf(given.opensAt)
  return since >= 0 && minute < minutesOf(given.closesAt) && since % given.everyMinutes === 0
}

describe('slots of a series', () => {
  test('SIGNUP-6 Weekly days and times are those of Taipei, soonest first, without the days left out', () => {
    const given: SeriesRule = {
      kind: 'weekly',
      times: [
        { day: 6, at: '15:00' },
        { day: 3, at: '20:00' },
      ],
      from: null,
      until: '2026-12-05',
      except: ['2026-11-28'],
    }
    expect(shown(slotsOf(given, at('2026-11-20T21:00'), 10))).toEqual([
      '2026-11-21 15:00',
      '2026-11-25 20:00',
      '2026-12-02 20:00',
      '2026-12-05 15:00',
    ])
    // 00:30 of Saturday in Taipei is Friday in UTC.
    const night: SeriesRule = { kind: 'weekly', times: [{ day: 6, at: '00:30' }], ...always }
    expect(slotsOf(night, at('2026-11-20T21:00'), 1)).toEqual([Date.parse('2026-11-20T16:30:00Z')])
  })

  test('SIGNUP-7 Just in time: every so many minutes within the hours, the next at least two minutes ahead', () => {
    const given: SeriesRule = { kind: 'justInTime', everyMinutes: 15, opensAt: '10:00', closesAt: '22:00', ...always }
    expect(shown(slotsOf(given, at('2026-11-20T20:13'), 3))).toEqual([
      '2026-11-20 20:15',
      '2026-11-20 20:30',
      '2026-11-20 20:45',
    ])
    expect(shown(slotsOf(given, at('2026-11-20T20:14'), 1))).toEqual(['2026-11-20 20:30'])
    expect(shown(slotsOf(given, at('2026-11-20T21:50'), 2))).toEqual(['2026-11-21 10:00', '2026-11-21 10:15'])
    const round: SeriesRule = { ...given, everyMinutes: 60, opensAt: '00:00', closesAt: '24:00' }
    expect(slotsOf(round, at('2026-11-20T00:00'), 24).length).toBe(24)
    expect(shown(slotsOf(round, at('2026-11-20T22:59'), 2))).toEqual(['2026-11-21 00:00', '2026-11-21 01:00'])
  })

  test('SIGNUP-8 Whatever the rule and the hour: slots ascend, lie ahead, fit the rule, and none between is missing', () => {
    fc.assert(
      fc.property(rule, now, fc.integer({ min: 1, max: 6 }), (given, nowMs, count) => {
        const slots = slotsOf(given, nowMs, count)
        expect(slots.length).toBeLessThanOrEqual(count)
        const min = given.kind === 'justInTime' ? nowMs + leadMs : nowMs + 1
        slots.forEach((slot, index) => {
          expect(slot).toBeGreaterThanOrEqual(min)
          expect(slot).toBeGreaterThan(slots[index - 1] ?? 0)
          expect(isSlot(given, slot)).toBe(true)
        })
        // Two days of minutes, as far as the slots found reach.
        const end = Math.min(
          slots.length < count ? Number.POSITIVE_INFINITY : (slots.at(-1) ?? 0),
          min + 2 * 86_400_000,
        )
        for (let minute = Math.ceil(min / 60_000) * 60_000; minute < end; minute += 60_000)
          if (isSlot(given, minute)) expect(slots).toContain(minute)
      }),
      { numRuns: 25 },
    )
  })

  test('SIGNUP-9 What a page shows may be chosen for five minutes more, and nothing that the rule does not have', () => {
    fc.assert(
      fc.property(rule, now, fc.nat(slotGraceMs), (given, nowMs, waitedMs) => {
        for (const slot of slotsOf(given, nowMs, slotsShown[given.kind])) {
          expect(isOffered(given, slot, nowMs)).toBe(true)
          if (slot >= nowMs + waitedMs - slotGraceMs) expect(isOffered(given, slot, nowMs + waitedMs)).toBe(true)
          expect(isOffered(given, slot + 60_000, nowMs)).toBe(isSlot(given, slot + 60_000))
        }
      }),
      { numRuns: 200 },
    )
    const given: SeriesRule = { kind: 'justInTime', everyMinutes: 5, opensAt: '00:00', closesAt: '24:00', ...always }
    expect(isOffered(given, at('2026-11-20T20:00'), at('2026-11-20T20:05') + 1)).toBe(false)
    expect(isOffered(given, at('2026-11-21T20:00'), at('2026-11-20T20:00'))).toBe(false)
  })

  test('SIGNUP-10 A rule that says nothing is refused at its field', () => {
    const errors = (given: unknown) => Schema.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(errors({ kind: 'weekly', times: [], ...always })).toEqual(['times'])
    expect(errors({ kind: 'weekly', times: [{ day: 7, at: '25:00' }], ...always })).toEqual([
      'times.0.day',
      'times.0.at',
    ])
    const jit = { kind: 'justInTime', everyMinutes: 15, opensAt: '22:00', closesAt: '10:00', ...always }
    expect(errors(jit)).toEqual(['closesAt'])
    expect(errors({ ...jit, closesAt: '24:00', from: '2026-12-01', until: '2026-11-01' })).toEqual(['until'])
    expect(errors({ ...jit, closesAt: '24:00', except: ['2026-02-30'] })).toEqual(['except.0'])
  })
})
