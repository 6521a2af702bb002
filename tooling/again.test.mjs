import { describe, expect, test } from 'vitest'
import { isBrokenPromise, planAgain } from './again.mjs'

const failed = (file, test, message) => ({ file, failures: [{ test, message }] })
const slow = failed(
  'a.test.ts',
  'ROOM-1 A viewer is let in',
  'TimeoutError: locator.waitFor: Timeout 30000ms exceeded.',
)

describe('planAgain', () => {
  test('runs up to three failed files again', () => {
    expect(planAgain([slow])).toEqual({ files: ['a.test.ts'] })
    expect(planAgain([slow, { ...slow, file: 'b' }, { ...slow, file: 'c' }])).toEqual({
      files: ['a.test.ts', 'b', 'c'],
    })
  })

  test('is red at once without a report, with more than three files in the whole run, or with a broken promise', () => {
    expect(planAgain(undefined).why).toContain('did not say')
    expect(planAgain([slow, slow, slow, slow]).why).toContain('more than 3')
    expect(planAgain([slow], 3).why).toContain('more than 3')
    const doubled = failed(
      'o.test.ts',
      'ORDER-1 A call sent twice makes one order',
      'AssertionError: expected 2 to be 1',
    )
    expect(planAgain([slow, doubled]).why).toContain('ORDER-1')
  })
})

describe('isBrokenPromise', () => {
  test('knows a property by its seed, and what is lost, doubled, oversold or of another firm by its title', () => {
    const property = 'Error: Property failed after 7 tests\n{ seed: 1 }'
    expect(isBrokenPromise({ test: 'LIVE-1 Anything', message: property })).toBe(true)
    const wrong = 'AssertionError: expected 3 to be 2'
    for (const title of [
      'ORDER-2 Twenty at once for the last piece are not oversold',
      'ORDER-3 Nothing acknowledged is lost over a kill',
      'VIDEO-4 The video of another firm is not found',
      'LETTER-5 Nobody gets a letter twice',
    ])
      expect(isBrokenPromise({ test: title, message: wrong }), title).toBe(true)
    expect(isBrokenPromise({ test: 'ROOM-6 A comment is shown', message: wrong })).toBe(false)
  })

  test('a wait that ran out is no broken promise', () => {
    const message = 'TimeoutError: page.waitForURL: Timeout 60000ms exceeded.'
    expect(isBrokenPromise({ test: 'JOURNEY-7 An order sent twice is one', message })).toBe(false)
  })
})
