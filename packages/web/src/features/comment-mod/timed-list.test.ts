import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, lineAt, rowsSeen, sortedLines, withLine } from './timed-list.ts'

const line = (key: string, commentTime: number): Line => ({
  key,
  commentTime,
  userImgId: '',
  userName: 'Mei',
  commentText: 'hi',
})
const keysOf = (lines: readonly Line[]) => lines.map(({ key }) => key).join('')
const lines = fc
  .array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 })
  .map((times) => times.map((time, index) => line(String(index), time)))

test('COMMENT-MOD-18 Lines stand by time, those of one second in the order they were given', () => {
  expect(keysOf(sortedLines([line('a', 5), line('b', 1), line('c', 5), line('d', 0)]))).toBe('dbac')
  fc.assert(
    fc.property(lines, (given) => {
      const sorted = sortedLines(given)
      for (const [index, each] of sorted.entries()) {
        const next = sorted[index + 1]
        if (!next) continue
        expect(each.commentTime).toBeLessThanOrEqual(next.commentTime)
        if (each.commentTime === next.commentTime) expect(Number(each.key)).toBeLessThan(Number(next.key))
      }
    }),
  )
})

test('COMMENT-MOD-19 A line whose time cannot be read stays where it is', () => {
  expect(keysOf(sortedLines([line('a', 1), line('b', Number.NaN), line('c', 2)]))).toBe('abc')
})

test('COMMENT-MOD-20 A new line lands behind those of the same time', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 50 }), (given, at) => {
      const before = sortedLines(given)
      const after = withLine(before, line('new', at))
      expect(keysOf(after)).toBe(keysOf(sortedLines([...before, line('new', at)])))
    }),
  )
})

test('COMMENT-MOD-21 The line of a second is the last one at or before it', () => {
  const given = [line('a', 1), line('b', 3), line('c', 3), line('d', 8)]
  expect([0, 1, 2, 3, 7.9, 8, 99].map((second) => lineAt(given, second))).toEqual([-1, 0, 0, 2, 2, 3, 3])
  expect(lineAt([], 5)).toBe(-1)
})

test('COMMENT-MOD-22 Of many rows only those near the window are drawn, and all that are seen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: -2000, max: 400_000 }),
      fc.integer({ min: 200, max: 2000 }),
      (count, top, height) => {
        const rowHeight = 48
        const { first, end } = rowsSeen({ count, rowHeight, top, height, beyond: 8 })
        expect(end - first).toBeLessThanOrEqual(height / rowHeight + 18)
        for (const row of [0, Math.floor(count / 2), count - 1]) {
          const isSeen = row >= 0 && row < count && (row + 1) * rowHeight > top && row * rowHeight < top + height
          if (isSeen) expect(row >= first && row < end).toBe(true)
        }
      },
    ),
  )
})
