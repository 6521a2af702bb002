import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Cohort,
  cohortCounts,
  cohortsOf,
  meanBack,
  monthsAfter,
  monthsUntil,
  taipeiMonth,
} from './cohort.rules.ts'
import { shareOf } from './share.rules.ts'
import { taipeiDay } from '../common/taipei.ts'

test('FIGURE-210 Who buys on the last evening of December and an hour after midnight in Taipei is of December, and back in January', () => {
  const purchases = ['2026-12-31T10:00Z', '2026-12-31T18:00Z'].map((at) => ({
    person: 'P',
    day: taipeiDay(Date.parse(at)),
  }))
  const months = monthsUntil('2027-02', 3)
  expect(cohortsOf(cohortCounts(purchases), months, '2027-02')).toEqual([
    { month: '2026-12', persons: 1, back: [1, 1, null] },
    { month: '2027-01', persons: 0, back: [null, null] },
    { month: '2027-02', persons: 0, back: [null] },
  ])
  expect(taipeiMonth(Date.parse('2026-12-31T16:00Z'))).toBe('2027-01')
})

test('FIGURE-211 Of ten and of two persons five are back: 41.7 %, whatever the empty month and the running one would say', () => {
  const cohorts: Cohort[] = [
    { month: '2026-08', persons: 10, back: [10, 5] },
    { month: '2026-09', persons: 2, back: [2, 0] },
    { month: '2026-10', persons: 0, back: [null, null] },
    { month: '2026-11', persons: 4, back: [null, null] },
  ]
  const { persons, back } = meanBack(cohorts, 1)
  expect([persons, back]).toEqual([12, 5])
  expect(shareOf(back, persons)).toBeCloseTo(0.417, 3)
  expect(meanBack(cohorts, 7)).toEqual({ persons: 0, back: 0 })
})

test('FIGURE-212 Whatever is bought in whatever order, nobody is back who is not in the cohort, and each person is in one', () => {
  const purchase = fc.record({
    person: fc.constantFrom('A', 'B', 'C', 'D'),
    day: fc.nat(5).map((months) => `${monthsAfter('2026-01', months)}-15`),
  })
  fc.assert(
    fc.property(fc.array(purchase), (purchases) => {
      const months = monthsUntil('2026-06', 6)
      const cohorts = cohortsOf(cohortCounts(purchases), months, '2026-07')
      expect(cohortsOf(cohortCounts([...purchases.toReversed(), ...purchases]), months, '2026-07')).toEqual(cohorts)
      const people = new Set(purchases.map(({ person }) => person))
      expect(cohorts.reduce((sum, { persons }) => sum + persons, 0)).toBe(people.size)
      for (const { persons, back } of cohorts) for (const each of back) expect(each ?? 0).toBeLessThanOrEqual(persons)
    }),
  )
})
