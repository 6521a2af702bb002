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
      'ORDER-6 The same Idempotency-Key 20 times at once makes one order, and all get its answer',
      'ORDER-7 1,000 buyers at once for 50 pieces make exactly 50 orders',
      'PAYMENT-8 A notice pays its order once, however often it comes',
      'REFUND-9 Pieces go back on sale once: by a refund, by a cancel',
      'LETTER-10 The letters of two workers never meet: each is handed over once',
      'ORDER-11 Of orders and payments keeps on sale + held + sold = what there was',
      'REFUND-12 Whatever follows, pieces and money add up',
    ])
      expect(isBrokenPromise({ test: title, message: wrong }), title).toBe(true)
    for (const title of [
      'ROOM-6 A comment is shown',
      'ROOM-13 A viewer may send five comments at once, then one a second',
      'VIDEO-14 A stuck upload goes on once the network is back',
    ])
      expect(isBrokenPromise({ test: title, message: wrong }), title).toBe(false)
  })

  test('a wait that ran out is no broken promise', () => {
    for (const message of [
      'TimeoutError: page.waitForURL: Timeout 60000ms exceeded.',
      'AssertionError: expected 0 to be 1\n    at e2e/a.e2e.ts:3:5\nMatcher did not succeed in time.',
    ])
      expect(isBrokenPromise({ test: 'JOURNEY-7 An order sent twice is one', message })).toBe(false)
  })
})
