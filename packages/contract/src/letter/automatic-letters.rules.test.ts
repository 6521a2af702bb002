import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueStep, isStillTrue, noticeMinutes, planOf } from './automatic-letters.rules.ts'

const minuteMs = 60_000
const beginAtMs = Date.UTC(2026, 10, 28, 12)
const endAtMs = beginAtMs + 60 * minuteMs
const minutes = [...noticeMinutes, 0]
const plan = { beginAtMs, endAtMs, movedAtMs: null, minutes }
const before = (each: number) => beginAtMs - each * minuteMs

/** Minute by minute: the newest of the letters whose time has come. */
const recount = (chosen: readonly number[], movedAtMs: number | null, nowMs: number): number | undefined => {
  let found: number | undefined
  for (let left = 2000; left >= 0; left -= 1) if (chosen.includes(left) && before(left) <= nowMs) found = left
  if (found === undefined || nowMs >= endAtMs) return undefined
  if (found !== 0 && nowMs >= beginAtMs) return undefined
  return movedAtMs !== null && before(found) < movedAtMs ? undefined : found
}

test('LETTER-700 The letter of a session that is due is the newest one that is still true, as a plain recount finds it', () => {
  fc.assert(
    fc.property(
      fc.subarray(minutes),
      fc.option(fc.integer({ min: -90, max: 1600 }), { nil: null }),
      fc.integer({ min: -90, max: 1600 }),
      (chosen, movedLeft, left) => {
        const movedAtMs = movedLeft === null ? null : before(movedLeft)
        const found = dueStep({ ...plan, movedAtMs, minutes: chosen }, before(left))
        expect(found?.minutes).toBe(recount(chosen, movedAtMs, before(left)))
        if (found) expect(found.dueAtMs).toBe(before(found.minutes))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('LETTER-701 A clock that goes through a session in any steps finds each letter at most once, and none before its time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }), (steps) => {
      const found: number[] = []
      let nowMs = before(1600)
      for (const step of steps) {
        nowMs += step * minuteMs
        const due = dueStep(plan, nowMs)
        if (due) expect(due.dueAtMs).toBeLessThanOrEqual(nowMs)
        if (due && found.at(-1) !== due.minutes) found.push(due.minutes)
      }
      expect(found).toEqual(minutes.filter((each) => found.includes(each)))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['a day before', 1440, 1440],
  ['an hour and a minute before', 61, 1440],
  ['an hour before', 60, 60],
  ['a minute before', 1, 10],
  ['at the begin', 0, 0],
  ['in the last minute', -59, 0],
])('LETTER-702 The letter that is due %s is the right one', (_, left, wanted) => {
  expect(dueStep(plan, before(left))?.minutes).toBe(wanted)
})

test('LETTER-703 Nothing is due before the first reminder, once it is over, nor of what was due before a move', () => {
  expect(dueStep(plan, before(1441))).toBeUndefined()
  expect(dueStep(plan, endAtMs)).toBeUndefined()
  expect(dueStep({ ...plan, minutes: [1440, 60] }, beginAtMs)).toBeUndefined()
  expect(dueStep({ ...plan, movedAtMs: before(600) }, before(599))).toBeUndefined()
  expect(dueStep({ ...plan, movedAtMs: before(600) }, before(60))?.minutes).toBe(60)
})

test('LETTER-704 A letter that waited leaves no more once its session is cancelled, moved, or the letter comes too late', () => {
  const session = { beginAtMs, endAtMs, cancelledAtMs: null }
  const reminder = { minutes: 60, beginAtMs }
  expect(isStillTrue(reminder, session, before(1))).toBe(true)
  expect(isStillTrue(reminder, session, beginAtMs)).toBe(false)
  expect(isStillTrue({ minutes: 0, beginAtMs }, session, beginAtMs)).toBe(true)
  expect(isStillTrue({ minutes: 0, beginAtMs }, session, endAtMs)).toBe(false)
  expect(isStillTrue(reminder, { ...session, cancelledAtMs: before(30) }, before(20))).toBe(false)
  expect(isStillTrue(reminder, { ...session, beginAtMs: beginAtMs + minuteMs }, before(20))).toBe(false)
  expect(isStillTrue(reminder, undefined, before(20))).toBe(false)
})

test('LETTER-735 In a plan each letter is to come, opened or too late, and only what was due goes on being planned', () => {
  fc.assert(
    fc.property(
      fc.subarray(minutes),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }),
      (chosen, steps) => {
        const of = { ...plan, minutes: chosen }
        const opened = new Set<number>()
        let nowMs = before(1600)
        let last = planOf(of, (each) => opened.has(each), nowMs)
        expect(last.map(({ state }) => state)).toEqual(chosen.map(() => 'planned'))
        for (const step of steps) {
          nowMs += step * minuteMs
          const due = dueStep(of, nowMs)
          if (due) opened.add(due.minutes)
          const next = planOf(of, (each) => opened.has(each), nowMs)
          expect(next.map((each) => each.minutes)).toEqual(chosen.toSorted((a, b) => b - a))
          for (const [index, { minutes: each, dueAtMs, state }] of next.entries()) {
            expect(dueAtMs).toBe(before(each))
            const wanted = opened.has(each) ? 'opened' : dueAtMs > nowMs ? 'planned' : 'tooLate'
            expect(state).toBe(wanted)
            // What was opened or too late stays so.
            if (last[index]?.state !== 'planned') expect(state).toBe(last[index]?.state)
          }
          last = next
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('LETTER-736 What is due and not opened yet is planned still, and what a move made untrue is too late', () => {
  const states = (movedAtMs: number | null, nowMs: number) =>
    planOf({ ...plan, movedAtMs }, () => false, nowMs).map(({ state }) => state)
  expect(states(null, before(60))).toEqual(['tooLate', 'planned', 'planned', 'planned'])
  expect(states(before(30), before(20))).toEqual(['tooLate', 'tooLate', 'planned', 'planned'])
  expect(states(null, endAtMs)).toEqual(['tooLate', 'tooLate', 'tooLate', 'tooLate'])
})
