import { expect, test } from 'vitest'
import { readMailAddress } from '../common/mail-address.ts'
import { Email } from '../common/phone.ts'
import { letterTime } from './letter-time.rules.ts'
import { fillLetter, unknownVariables, variablesIn } from './letter.rules.ts'

test('LETTER-1010 Spellings of one mail box are one address (letters.md 21)', () => {
  const spellings = [
    'Mei@Example.test',
    'mei@example.TEST',
    ' mei@example.test.',
    'ｍｅｉ@example.test',
    'mei＠example.test',
    'mei@例子.test',
    'mei@xn--fsqu00a.test',
    '\u202amei@example.test\u202c',
    '\u3000mei\u200b@example.test',
  ]
  const read = spellings.map((text) => readMailAddress(text))
  expect(new Set(read.map((each) => ('address' in each ? each.address : each.problem)))).toEqual(
    new Set(['mei@example.test', 'mei@xn--fsqu00a.test']),
  )
  expect(Email.parse('MEI@例子.test')).toBe('mei@xn--fsqu00a.test')
})

test.each([
  ['小美@example.com', 'local'],
  ['josé@example.com', 'local'],
  ['mei@example', 'shape'],
  ['mei @example.com', 'shape'],
  ['mei@1.2.3.4', 'shape'],
  ['mei@exa%2emple.com', 'shape'],
  ['mei@example.com/x', 'shape'],
  [`${'a'.repeat(65)}@example.com`, 'shape'],
  ['mei@example.com\r\nBcc: x@example.com', 'shape'],
])('LETTER-1011 %j is no address that letters get to: %s', (typed, problem) => {
  expect(readMailAddress(typed)).toEqual({ problem })
  expect(Email.safeParse(typed).success).toBe(false)
})

test('LETTER-1012 An address whose name is beyond ASCII is refused in words of its own', () => {
  const messageOf = (typed: string) => Email.safeParse(typed).error?.issues.map(({ message }) => message)
  expect(messageOf('小美@example.com')).not.toEqual(messageOf('mei'))
})

test('LETTER-1013 A variable may say what stands there without a value; one that no letter has is found', () => {
  expect(variablesIn('{{name}}{{ name | 您 }}{{name|}}')).toEqual([
    { name: 'name', optional: false },
    { name: 'name', optional: true },
    { name: 'name', optional: false },
  ])
  expect(unknownVariables('{{name|您}} {{nmae}} {{ liveUrl }}')).toEqual(['nmae'])
  expect(fillLetter('{{name|您}}、{{firmName}}', { firmName: '器日' })).toBe('您、器日')
  expect(() => fillLetter('{{name|}}', {})).toThrow('without a value: name')
  // A value is text, whatever it looks like.
  expect(fillLetter('{{name}}', { name: '{{firmName}} $& $1' })).toBe('{{firmName}} $& $1')
})

test('LETTER-1014 A letter says a moment in its language, with the zone where it is not Taipei’s', () => {
  const at = Date.parse('2026-11-21T12:00:00Z')
  expect(letterTime(at, 'Asia/Taipei', 'zh-TW')).toBe('2026年11月21日（六）20:00')
  expect(letterTime(at, 'Asia/Tokyo', 'zh-TW')).toBe('2026年11月21日（六）21:00（Asia/Tokyo）')
  expect(letterTime(at, 'no zone', 'zh-TW')).toBe('2026年11月21日（六）20:00')
  expect(letterTime(at, 'Asia/Taipei', 'en')).toBe('Sat, Nov 21, 2026, 20:00 (Taipei time)')
  expect(letterTime(at, 'Europe/London', 'en')).toBe('Sat, Nov 21, 2026, 12:00 (Europe/London)')
})
