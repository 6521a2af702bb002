import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactsIn, countSms, namesBrand, smsLengths, smsTenths, unregisteredIn, wideningAlone } from './sms.rules.ts'

test.each([
  ['a', 160, 1],
  ['a', 161, 2],
  ['a', 306, 2],
  ['a', 307, 3],
  ['中', 70, 1],
  ['中', 71, 2],
  ['中', 134, 2],
  ['中', 135, 3],
  ['中', 201, 3],
  ['中', 202, 4],
  ['中', 268, 4],
  ['中', 269, 5],
  ['€', 80, 1],
  ['€', 81, 2],
  ['😀', 35, 1],
  ['😀', 36, 2],
  ['😀', 67, 3],
  ['á', 71, 2],
  ['à', 71, 1],
] as const)('LETTER-800 %s written %i times is %i segments (taiwan.md)', (character, times, segments) => {
  expect(countSms(character.repeat(times)).segments).toBe(segments)
})

test('LETTER-801 One typographic apostrophe makes a message of 160 three, and is named (letters.md 18)', () => {
  expect(countSms(`${'a'.repeat(159)}'`)).toEqual({ alphabet: 'gsm7', units: 160, segments: 1, widening: '' })
  expect(countSms(`${'a'.repeat(159)}’`)).toEqual({ alphabet: 'ucs2', units: 160, segments: 3, widening: '’' })
  expect(countSms('').segments).toBe(0)
  expect([smsTenths(''), smsTenths('好'.repeat(70)), smsTenths('好'.repeat(71))]).toEqual([0, 10, 20])
})

test.each([
  ['Tonight’s the kiln', '’'],
  ['“Tonight” — see you', ''],
  ['Tea, tea, tea… more tea…', '…'],
  ["Tonight's the kiln", ''],
  ['今晚開窯', ''],
  ['【Kiln】Tonight', ''],
  ['', ''],
])('LETTER-882 In %s the sign that alone makes it UCS-2 is %s', (text, sign) => {
  expect(wideningAlone(text)).toBe(sign)
})

test.each([
  [`${'好'.repeat(66)}😀${'好'.repeat(66)}`, 134, 3],
  ['😀'.repeat(35), 70, 1],
  ['😀'.repeat(36), 72, 2],
  ['😀'.repeat(67), 134, 3],
  ['👨‍👩‍👧‍👦', 11, 1],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 306, 3],
] as const)(
  'LETTER-858 %s has %i units and is %i segments: nothing is cut in two (letters.md 20)',
  (text, units, segments) => {
    expect(countSms(text)).toMatchObject({ units, segments })
  },
)

test('LETTER-859 Text of Chinese, of two grave accents, and of an acute one are counted in the alphabet they need (letters.md 18)', () => {
  const counted = (text: string) => {
    const { alphabet, segments, widening } = countSms(text)
    return [alphabet, segments, widening]
  }
  expect([70, 71, 134, 135].map((times) => counted('好'.repeat(times)))).toEqual([
    ['ucs2', 1, '好'],
    ['ucs2', 2, '好'],
    ['ucs2', 2, '好'],
    ['ucs2', 3, '好'],
  ])
  expect([counted('á'.repeat(71)), counted('à'.repeat(71))]).toEqual([
    ['ucs2', 2, 'á'],
    ['gsm7', 1, ''],
  ])
  // What a translation brings in without being seen.
  for (const sign of ['’', '“', '…', '–', '\u00a0'])
    expect(counted(`${'a'.repeat(159)}${sign}`)).toEqual(['ucs2', 3, sign])
})

const texts = fc
  .array(fc.constantFrom('a', '€', '中', '😀', '\n', '【', "'", 'é'), { maxLength: 500 })
  .map((all) => all.join(''))

test('LETTER-802 Segments hold all units, waste at most one each, and never become fewer by a longer text', () => {
  fc.assert(
    fc.property(texts, fc.string({ maxLength: 20, unit: 'grapheme' }), (text, more) => {
      const { alphabet, units, segments } = countSms(text)
      const { single, part } = smsLengths[alphabet]
      if (units <= single) expect(segments).toBe(units === 0 ? 0 : 1)
      else {
        expect(segments).toBeGreaterThanOrEqual(Math.ceil(units / part))
        expect(segments).toBeLessThanOrEqual(Math.ceil(units / (part - 1)))
      }
      expect(countSms(text + more).segments).toBeGreaterThanOrEqual(segments)
    }),
  )
})

test('LETTER-803 A message names the brand of its sender whole and in 【】', () => {
  expect(namesBrand('【器日】今晚八點開播', '器日')).toBe(true)
  expect(namesBrand('器日：今晚八點開播', '器日')).toBe(false)
  expect(namesBrand('【器日選物】今晚八點開播', '器日')).toBe(false)
  expect(namesBrand('【】今晚八點開播', '')).toBe(false)
})

test.each([
  ['看 https://shop.example.com.tw/live?a=1 今晚', ['shop.example.com.tw']],
  ['bit.ly/abc', ['bit.ly']],
  ['ＷＷＷ．Ｓｈｏｐ．ｃｏｍ 開播', ['www.shop.com']],
  ['sh\u200bop.com.tw', ['shop.com.tw']],
  ['電話 02-2345-6789', ['0223456789']],
  ['請撥 +886 912-345-678', ['0912345678']],
  ['０９１２３４５６７８', ['0912345678']],
  ['訂單 A20261120001 共 1.5 公斤，11/28 08:30–09:30，NT$1,280', []],
])('LETTER-804 Addresses and phone numbers in a message are seen however they are written: %s', (text, found) => {
  const { hosts, phones } = contactsIn(text)
  expect([...hosts, ...phones]).toEqual(found)
})

test('LETTER-805 What is registered may stand in a message, and nothing beside it', () => {
  const registered = ['shop.com.tw', '02-2345-6789']
  expect(unregisteredIn('【器日】https://SHOP.com.tw/a 0223456789', registered)).toEqual([])
  expect(unregisteredIn('【器日】https://evil-shop.com.tw 0912345678', registered)).toEqual([
    'evil-shop.com.tw',
    '0912345678',
  ])
  expect(unregisteredIn('【器日】sub.shop.com.tw', registered)).toEqual(['sub.shop.com.tw'])
  // Whoever tries the program out has no host that could be registered.
  expect(unregisteredIn('【器日】http://localhost:3000/a http://127.0.0.1/b', [])).toEqual([])
  expect(unregisteredIn('【器日】https://localhost.evil.com http://203.0.113.7/a', [])).toEqual([
    'localhost.evil.com',
    '203.0.113.7',
  ])
})
