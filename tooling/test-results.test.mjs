import { describe, expect, test } from 'vitest'
import { countVitest, failureLine, failuresIn } from './test-results.mjs'

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

describe('failureLine', () => {
  test('has the words of a failure and the first place of our own', () => {
    const message = `TimeoutError: locator.waitFor: Timeout 60000ms exceeded.
Call log:
  - waiting for getByRole('button')

    at Object.waitFor (/home/mei/開賣 2/node_modules/playwright-core/x.js:1:2)
    at openSection (/home/mei/開賣 2/e2e/harness/shopper.ts:97:5)
    at /home/mei/開賣 2/e2e/journey.e2e.ts:3:4`
    expect(failureLine(message, '/home/mei/開賣 2')).toBe(
      "TimeoutError: locator.waitFor: Timeout 60000ms exceeded. Call log: - waiting for getByRole('button') (e2e/harness/shopper.ts:97:5)",
    )
    expect(failureLine('listen EADDRINUSE', '/home/mei')).toBe('listen EADDRINUSE')
    expect(failureLine('x'.repeat(2000), '/home/mei')).toBe(`${'x'.repeat(1200)} …`)
  })
})

describe('failuresIn', () => {
  test('begins with the first failure, or gives all where there is no such heading', () => {
    const failure = '⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\nFAIL c\n'
    expect(failuresIn(`✓ a\n✓ b\n${failure} Test Files  1 failed\nDuration 1s`)).toBe(failure)
    expect(failuresIn('No test files found')).toBe('No test files found')
  })
})
