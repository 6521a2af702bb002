import { LiveFields } from './live-values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedWords } from './settings-tab.tsx'

test('LIVE-110 Banned words that are pasted come once each, trimmed, whatever their width or case', () => {
  expect(mergedWords(['加賴'], [' 私訊 ', '', '加賴', 'LINE', 'ｌｉｎｅ', '詐騙'])).toEqual([
    '加賴',
    '私訊',
    'LINE',
    '詐騙',
  ])
})

test('LIVE-111 Whatever is pasted, the contract takes the words', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      const merged = mergedWords([], words)
      expect(LiveFields.shape.bannedKeywords.safeParse(merged).success).toBe(true)
      expect(mergedWords(merged, words)).toEqual(merged)
    }),
  )
})
