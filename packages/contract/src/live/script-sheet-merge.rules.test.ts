import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveComment } from './live.routes.ts'
import { mergeScriptList, scriptRowIds } from './script-sheet-merge.rules.ts'

const said = (commentTime: number, commentText: string): LiveComment => ({
  commentTime,
  commentText,
  userName: '阿德',
  userImgId: 'set-1',
})
const rows = fc.array(
  fc.record({ at: fc.nat(5), text: fc.constantFrom('晚安', '+1', '好美') }).map(({ at, text }) => said(at, text)),
  { maxLength: 12 },
)
/** The lines of a file as a script is exported. */
const exported = (current: readonly LiveComment[]): { line: number; row: LiveComment }[] => {
  const ids = scriptRowIds('commentList', current)
  return current.map((row, at) => ({ line: at + 2, row: { ...row, id: ids.get(row) } }))
}
const merged = (
  current: readonly LiveComment[],
  file: ReturnType<typeof exported>,
  way: 'merge' | 'replace' = 'merge',
) => mergeScriptList<LiveComment>('commentList', current, file, { way })
const textsOf = (list: readonly LiveComment[]) => list.map(({ commentText }) => commentText)

test('LIVE-601 A line that was changed in the file changes its own row, whatever else it says now', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (current, pick) => {
      fc.pre(current.length > 0)
      const at = pick % current.length
      const file = exported(current)
      const line = file[at]
      if (!line) return
      const changed = { ...line, row: { ...line.row, commentText: '改過的', commentTime: 99 } }
      const { rows: after, removed } = merged(current, file.with(at, changed), 'replace')
      expect(removed).toEqual([])
      expect(after.length).toBe(current.length)
      for (const [index, row] of after.entries()) {
        if (index === at) expect(row).toMatchObject({ commentText: '改過的', commentTime: 99, id: line.row.id })
        else expect(current).toContain(row)
      }
    }),
  )
})

test('LIVE-602 What the file doesn’t name stays when it is merged, and goes when it replaces', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (current, pick) => {
      fc.pre(current.length > 0)
      const file = exported(current).toSpliced(pick % current.length, 1)
      expect(merged(current, file).rows).toEqual(current)
      const replaced = merged(current, file, 'replace')
      expect(replaced.removed).toHaveLength(1)
      expect(replaced.rows).toHaveLength(current.length - 1)
    }),
  )
})

test('LIVE-603 The same file read twice adds its new lines once, with and without ids', () => {
  const current = [said(1, '晚安')]
  const file = [
    { line: 2, row: said(2, '新的') },
    { line: 3, row: { ...said(3, '也是新的'), id: 'mine' } },
  ]
  const once = merged(current, file)
  expect(textsOf(once.rows)).toEqual(['晚安', '新的', '也是新的'])
  const twice = merged(once.rows, file)
  expect(twice.rows).toEqual(once.rows)
  expect([...twice.lines.values()].map(({ state }) => state)).toEqual(['same', 'same'])
})

test('LIVE-604 A line that was copied with its id is new, and the one that still says the same is the row', () => {
  const current = [said(1, '晚安')]
  const [line] = exported(current)
  if (!line) throw new Error('a script has lines')
  const copy = { line: 3, row: { ...line.row, commentTime: 2 } }
  const { rows: after, lines } = merged(current, [copy, { ...line, line: 2 }])
  expect([...lines].map(([at, { state }]) => [at, state])).toEqual([
    [3, 'new'],
    [2, 'same'],
  ])
  expect(after).toHaveLength(2)
  expect(new Set(scriptRowIds('commentList', after).values()).size).toBe(2)
})

test('LIVE-605 A file that is changed and read again and again goes on changing the same row', () => {
  const current = [said(1, '晚安'), said(2, '+1')]
  const file = exported(current)
  let now: readonly LiveComment[] = current
  for (const text of ['一', '二', '三']) {
    now = merged(
      now,
      file.map((line) => (line.line === 2 ? { ...line, row: { ...line.row, commentText: text } } : line)),
    ).rows
    expect(textsOf(now)).toEqual([text, '+1'])
  }
})

test('LIVE-606 A row whose line could not be read is not taken away by a replacement', () => {
  const current = [said(1, '晚安'), said(2, '+1')]
  const [first, second] = exported(current)
  if (!first || !second) throw new Error('a script has lines')
  const keep = new Set([second.row.id ?? ''])
  const { rows: after, removed } = mergeScriptList<LiveComment>('commentList', current, [first], {
    way: 'replace',
    keep,
  })
  expect(removed).toEqual([])
  expect(after).toEqual(current)
})
