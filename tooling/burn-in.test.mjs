import { expect, test } from 'vitest'
import { chooseFiles, suiteOf } from './burn-in.mjs'

test('a test file is run by the suite that it belongs to', () => {
  expect(suiteOf('e2e/journey.e2e.ts')).toBe('journeys')
  expect(suiteOf('packages/server/src/modules/live/live.test.ts')).toBe('pglite')
  expect(suiteOf('packages/web/src/ui/field.dom.test.tsx')).toBe('quick')
  expect(suiteOf('tooling/again.test.mjs')).toBe('quick')
  expect(suiteOf('tooling/architecture.test.ts')).toBeUndefined()
  expect(suiteOf('e2e/harness/api.ts')).toBeUndefined()
})

test('as many changed files are run as the budget holds, three times each, the cheapest first', () => {
  const seconds = { a: 30, b: 1, c: 5 }
  expect(chooseFiles(['a', 'b', 'c'], seconds, 120)).toEqual({ chosen: ['b', 'c', 'a'], left: [] })
  expect(chooseFiles(['a', 'b', 'c', 'new'], seconds, 100)).toEqual({ chosen: ['b', 'c', 'new'], left: ['a'] })
  expect(chooseFiles(['a'], seconds, 10)).toEqual({ chosen: [], left: ['a'] })
})
