import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysBetween, mergeImported, mergeLines, possibleShift, replaceInLines, shiftLines } from './timed-edit.ts'
import { type Line, sortedLines } from './timed-list.ts'

const line = fc.record({
  userImgId: fc.constant(''),
  userName: fc.constantFrom('小鹿', '阿翔'),
  commentText: fc.constantFrom('好美', 'A01 +1', 'a01 +1', '想看碗底 (1)'),
  commentTime: fc.integer({ min: 0, max: 6000 }).map((tenths) => tenths / 10),
})
const group = fc
  .array(line, { maxLength: 30 })
  .map((lines): Line[] => sortedLines(lines.map((each, index) => ({ ...each, key: `k${index}` }))))
const some = (lines: readonly Line[], pick: readonly boolean[]) =>
  new Set(lines.filter((_, index) => pick[index % Math.max(1, pick.length)]).map(({ key }) => key))

test('COMMENT-MOD-13 Moved lines keep their distances and stay within the day, the others stay, and the list is by time', () => {
  fc.assert(
    fc.property(
      group,
      fc.array(fc.boolean(), { minLength: 1 }),
      fc.integer({ min: -9000, max: 9000 }),
      (lines, pick, tenths) => {
        const chosen = some(lines, pick)
        const by = tenths / 10
        const moved = shiftLines(lines, chosen, by)
        const shift = possibleShift(lines, chosen, by)
        expect(Math.abs(shift)).toBeLessThanOrEqual(Math.abs(by))
        const before = new Map(lines.map((each) => [each.key, each.commentTime]))
        for (const { key, commentTime } of moved) {
          expect(commentTime).toBeCloseTo((before.get(key) ?? 0) + (chosen.has(key) ? shift : 0), 6)
          expect(commentTime).toBeGreaterThanOrEqual(0)
        }
        expect(moved.map(({ commentTime }) => commentTime)).toEqual(
          moved.map(({ commentTime }) => commentTime).toSorted((a, b) => a - b),
        )
        expect(moved).toHaveLength(lines.length)
      },
    ),
  )
})

test('COMMENT-MOD-14 Replacing takes what was typed literally, counts it, and touches only the chosen lines', () => {
  fc.assert(
    fc.property(
      group,
      fc.constantFrom('01', 'A01', '(1)', '.', '', '$&'),
      fc.constantFrom('', '$1', 'B02'),
      (lines, find, by) => {
        const within = some(lines, [true, false])
        const { lines: after, count } = replaceInLines(lines, { find, by, matchCase: true, within })
        let expected = 0
        for (const [index, before] of lines.entries()) {
          const parts = find === '' || !within.has(before.key) ? [before.commentText] : before.commentText.split(find)
          expected += parts.length - 1
          expect(after[index]?.commentText).toBe(parts.join(by))
        }
        expect(count).toBe(expected)
      },
    ),
  )
  const lines = [{ key: 'a', userImgId: '', userName: '', commentTime: 0, commentText: 'A01 a01' }]
  expect(replaceInLines(lines, { find: 'a01', by: 'B2', matchCase: false, within: undefined }).count).toBe(2)
  expect(replaceInLines(lines, { find: 'a01', by: 'B2', matchCase: true, within: undefined }).count).toBe(1)
})

test('COMMENT-MOD-15 What is put in stands at its time, and nothing twice', () => {
  fc.assert(
    fc.property(group, group, (lines, added) => {
      const keyed = added.map((each) => ({ ...each, key: `added-${each.key}` }))
      const merged = mergeLines(lines, keyed)
      expect(merged.lines).toHaveLength(lines.length + merged.count)
      expect(mergeLines(merged.lines, keyed).count).toBe(0)
      const times = merged.lines.map(({ commentTime }) => commentTime)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
  )
})

test('COMMENT-MOD-17 With shift all lines between two are chosen, whichever was first', () => {
  const lines = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
  expect(keysBetween(lines, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(keysBetween(lines, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(keysBetween(lines, undefined, 'c')).toEqual(['c'])
  expect(keysBetween(lines, 'gone', 'c')).toEqual(['c'])
})

test('COMMENT-MOD-86 Comments of a file replace the words they change, come in where those are gone, and stand nowhere twice', () => {
  const line = (key: string, commentText: string) => ({
    key,
    commentTime: 10,
    userName: '小鹿',
    userImgId: '',
    commentText,
  })
  const lines = [line('a', '好美'), line('b', '多少錢')]
  const imported = [{ before: '好美' }, { before: '不見了' }, { before: null }]
  const added = [line('x', '好美！'), line('y', '新的話'), line('z', '多少錢')]
  const merged = mergeImported(lines, added, imported)
  expect(merged.lines.map(({ key, commentText }) => [key, commentText])).toEqual([
    ['a', '好美！'],
    ['b', '多少錢'],
    ['y', '新的話'],
  ])
  expect(merged.count).toBe(2)
  expect(mergeImported(merged.lines, added, imported).count).toBe(0)
})
