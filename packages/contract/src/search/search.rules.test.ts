import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankSearch, searchKinds, searchLimits, searchRank } from './search.rules.ts'

test('SEARCH-1 A whole name comes before its begin, a begin before a word, a word before any other part', () => {
  const ranks = ['側把壺', '側把壺 180ml', '柴燒 側把壺', '柴燒側把壺', '月白釉茶杯'].map((text) =>
    searchRank(text, '側把壺'),
  )
  expect(ranks).toEqual([0, 1, 2, 3, 4])
  expect(searchRank('ＡＢＣ１２', 'abc12')).toBe(0)
})

test('SEARCH-2 A search answers at most five of a kind, each kind together, the kind of the best first', () => {
  const items = fc.array(
    fc.record({
      kind: fc.constantFrom(...searchKinds),
      label: fc.constantFrom('壺', '側把壺', '壺 180', '杯'),
      note: fc.constantFrom('', '壺'),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(items, (found) => {
      const ranked = rankSearch(found, '壺')
      const groups = ranked.filter(({ kind }, at) => kind !== ranked[at - 1]?.kind).map(({ kind }) => kind)
      expect(new Set(groups).size).toBe(groups.length)
      for (const kind of groups) {
        const mine = ranked.filter((item) => item.kind === kind)
        expect(mine.length).toBe(Math.min(searchLimits.items, found.filter((item) => item.kind === kind).length))
      }
      const exact = found.some(({ label }) => label === '壺')
      expect(ranked[0]?.label === '壺').toBe(exact)
    }),
  )
})
