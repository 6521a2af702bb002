import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimecode, showTimecode } from './timecode.rules.ts'

test.each([
  ['83', 83],
  ['83.4', 83.4],
  ['1:23', 83],
  ['01:23.4', 83.4],
  ['1:02:03.5', 3723.5],
  ['１：２３．５', 83.5],
  ['1:23。5', 83.5],
  [' 0:05 ', 5],
  ['90:00', 5400],
  ['12.34', 12.3],
])('COMMENT-MOD-1 %s is read as %d seconds', (typed, seconds) => {
  expect(readTimecode(typed)).toBe(seconds)
})

test.each(['', 'abc', '1:60', '1:2:3:4', '1:75:00', '-5', '1:-2', '25:00:00', '99999'])(
  'COMMENT-MOD-2 “%s” is no time',
  (typed) => {
    expect(readTimecode(typed)).toBeUndefined()
  },
)

test('COMMENT-MOD-3 What is shown reads back as the same tenth of a second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 864_000 }), (tenths) => {
      expect(readTimecode(showTimecode(tenths / 10))).toBe(tenths / 10)
    }),
  )
})
