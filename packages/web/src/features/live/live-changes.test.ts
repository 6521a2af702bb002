import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeCount, changesOf, isListChange } from './live-changes.ts'
import { type LiveFields, newLive, newProduct } from './live-values.ts'

const begin = Date.parse('2026-11-28T12:00:00.000Z')
const [a, b, c] = ['01', '02', '03'].map((n) => `01900000-0000-7000-8000-0000000000${n}`) as [string, string, string]
const base: LiveFields = {
  ...newLive(begin, a),
  liveName: '秋窯',
  productList: [newProduct(a), newProduct(b)],
  fakeTicket: [
    { at: 10, userName: '林*君', productId: a, quantity: 1 },
    { at: 20, userName: '周*萱', productId: a, quantity: 2 },
  ],
  bannedKeywords: ['加賴'],
}
const list = (after: LiveFields) => {
  const [change] = changesOf(base, after)
  if (!change || !isListChange(change)) throw new Error('no change of a list')
  return change
}

test('LIVE-112 A changed field is one change with what it was and is', () => {
  expect(changesOf(base, base)).toEqual([])
  expect(changesOf(base, { ...base, liveName: '冬窯', slowSeconds: 5 })).toEqual([
    { field: 'liveName', before: '秋窯', after: '冬窯' },
    { field: 'slowSeconds', before: 0, after: 5 },
  ])
})

test('LIVE-113 A product is the same while its price changes, else it counts as added or removed', () => {
  const dearer = { ...newProduct(b), livePrice: 100 }
  const change = list({ ...base, productList: [newProduct(a), dearer, newProduct(c)] })
  expect(change).toMatchObject({
    added: [newProduct(c)],
    removed: [],
    changed: [[newProduct(b), dearer]],
    moved: false,
  })
  expect(changeCount([change])).toBe(2)
  expect(list({ ...base, productList: [newProduct(b)] })).toMatchObject({ removed: [newProduct(a)], added: [] })
})

test('LIVE-114 Another order of products is one change', () => {
  const change = list({ ...base, productList: base.productList.toReversed() })
  expect(change).toEqual({ field: 'productList', added: [], removed: [], changed: [], moved: true })
  expect(changeCount([change])).toBe(1)
})

test('LIVE-115 Of moments in one second as many as went are changed, else added or removed; their order counts not', () => {
  const [first, second] = base.fakeTicket
  if (!first || !second) throw new Error('two')
  const later = { ...second, at: 44 }
  expect(list({ ...base, fakeTicket: [first, later] }).changed).toEqual([[second, later]])
  expect(list({ ...base, fakeTicket: [first] }).removed).toEqual([second])
  expect(changesOf(base, { ...base, fakeTicket: [second, first] })).toEqual([])
})

test('LIVE-116 As many changes are counted as were made to a list, and none when it is taken back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 }), fc.nat(20), (words, kept) => {
      const before = { ...base, bannedKeywords: words }
      const after = { ...base, bannedKeywords: words.slice(0, kept) }
      expect(changeCount(changesOf(before, after))).toBe(Math.max(0, words.length - kept))
      expect(changeCount(changesOf(after, before))).toBe(Math.max(0, words.length - kept))
    }),
  )
})
