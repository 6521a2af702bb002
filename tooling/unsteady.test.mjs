import { expect, test } from 'vitest'
import { unsteadyOffences } from './unsteady.mjs'

const entry = (file, since = '2026-11-26') => ({ file, test: `test of ${file}`, since })
const now = Date.parse('2026-11-28T12:00:00Z')

test('an unsteady test may stand for three days, and only while its file is not touched', () => {
  expect(unsteadyOffences([entry('a.test.ts')], ['b.ts'], now)).toEqual([])
  expect(unsteadyOffences([entry('a.test.ts')], ['a.test.ts'], now)).toEqual([
    'test of a.test.ts: a.test.ts is touched, and still unsteady',
  ])
  expect(unsteadyOffences([entry('a.test.ts', '2026-11-23')], [], now)).toEqual([
    'test of a.test.ts: unsteady since 2026-11-23, over 3 days',
  ])
  expect(unsteadyOffences([entry('a.test.ts', 'soon')], [], now)).toEqual(['test of a.test.ts: "soon" is no day'])
})

test('three may be unsteady at once', () => {
  const four = ['a', 'b', 'c', 'd'].map((file) => entry(file))
  expect(unsteadyOffences(four.slice(1), [], now)).toEqual([])
  expect(unsteadyOffences(four, [], now)).toEqual(['4 unsteady tests; 3 may be at once'])
})
