import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bannedWordTest } from './banned-words.rules.ts'

describe('banned words', () => {
  test.each([
    ['spam', 'SPAM!'],
    ['spam', 'ＳＰＡＭ'],
    ['spam', 's p a m'],
    ['spam', 'sp\u200bam'],
    ['spam', 's\u0336p\u0336a\u0336m\u0336'],
    ['spam', '加spam喔'],
    ['假貨', '這是 假 貨 啦'],
    ['假貨', '假\u200d貨'],
    ['加LINE', '快加 ｌｉｎｅ'],
    ['加line', '加 L I N E：abc'],
    ['$$$', '賺 $$$ 快'],
    ['a.b', 'A.B'],
    ['０９', '09'],
  ])('ROOM-4 %s is found in %s', (word, text) => {
    expect(bannedWordTest([word])(text)).toBe(true)
  })

  test.each([
    ['line', '在 online 看'],
    ['ass', 'as soon as possible'],
    ['09', '2091'],
    ['假貨', '假的貨'],
    ['a.b', 'axb'],
    ['か', 'が'],
    ['', '什麼都沒有'],
    ['\u200b ', '什麼都沒有'],
  ])('ROOM-46 %s is not in %s', (word, text) => {
    expect(bannedWordTest([word])(text)).toBe(false)
  })

  test('ROOM-47 Without words nothing is banned', () => {
    expect(bannedWordTest([])('任何話')).toBe(false)
  })

  test('ROOM-48 Whatever is banned and whatever is said, it answers, quickly, and a word finds itself', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 300 }), (words, text) => {
        expect(typeof bannedWordTest(words)(text)).toBe('boolean')
      }),
    )
    const letters = fc.string({ unit: fc.constantFrom('甲', '乙', 'a', 'B', '7'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(letters, (one) => {
        expect(bannedWordTest([one])(one)).toBe(true)
      }),
    )
    // A search that tried every way would not end before the test's own limit.
    const many = bannedWordTest(Array.from({ length: 500 }, (_, at) => `${'a '.repeat(15)}${at}`))
    expect(many('a '.repeat(150))).toBe(false)
  })
})
