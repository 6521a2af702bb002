import { describe, expect, test } from 'vitest'
import { countVitest, failuresIn } from './test-results.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })
const report = (...files) => JSON.stringify({ testResults: files })

describe('countVitest', () => {
  test('adds up the tests of all files', () => {
    const json = report(file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed', 'todo'))
    expect(countVitest(json, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  test('a file that did not load counts as one failure', () => {
    expect(countVitest(report(file('failed'), file('passed', 'passed')), 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a run that died, ended badly or ran nothing has failed', () => {
    expect(countVitest(undefined, 0)).toMatchObject({ failed: 1 })
    expect(countVitest('{"testRes', 1)).toMatchObject({ failed: 1 })
    expect(countVitest(report(file('passed', 'passed')), 1)).toMatchObject({ passed: 1, failed: 1 })
    expect(countVitest(report(), 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(countVitest(report(file('passed', 'skipped')), 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('failuresIn', () => {
  test('begins with the first failure, or gives all where there is no such heading', () => {
    const failure = '⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\nFAIL c\n'
    expect(failuresIn(`✓ a\n✓ b\n${failure} Test Files  1 failed\nDuration 1s`)).toBe(failure)
    expect(failuresIn('No test files found')).toBe('No test files found')
  })
})
