import { expect, test } from 'vitest'
import { leastForShare, shareOf, shownShareOf } from './share.rules.ts'

const percent = (share: number | null) => (share === null ? null : (100 * share).toFixed(1))

test('FIGURE-429 The shares of the reported cases are of persons, step by step, and none is above a hundred', () => {
  // Of three who came two signed up: not of five visits. On the next day one of two, one of one once they are one person.
  expect([percent(shareOf(2, 3)), percent(shareOf(1, 2)), percent(shareOf(1, 1))]).toEqual(['66.7', '50.0', '100.0'])
  const steps = [4, 3, 3, 1, 1]
  expect(steps.slice(1).map((persons, at) => percent(shareOf(persons, steps[at] ?? 0)))).toEqual([
    '75.0',
    '100.0',
    '33.3',
    '100.0',
  ])
  // Of twelve who were there three paid; with five hundred simulated ones it would be five of 512.
  expect([percent(shareOf(3, 12)), percent(shareOf(5, 512))]).toEqual(['25.0', '1.0'])
})

test('FIGURE-430 Of nobody there is no share, and of few none is shown', () => {
  expect([shareOf(0, 0), shareOf(3, 0), shareOf(0, 3)]).toEqual([null, null, 0])
  expect([shownShareOf(1, leastForShare - 1), shownShareOf(0, 0)]).toEqual([null, null])
  expect(shownShareOf(15, leastForShare)).toBe(0.5)
})
