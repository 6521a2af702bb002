import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Email, formatPhone, PhoneInput, readPhoneDigits } from './phone.ts'
import { asciiDigits } from './typed-text.ts'

const digits = fc.stringMatching(/^[1-9]\d{1,16}$/)
const shifted = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

test('COMMON-14 Full-width, Arabic-Indic and Persian digits are the same number', () => {
  fc.assert(
    fc.property(digits, (number) => {
      for (const zero of [0xff10, 0x0660, 0x06f0]) expect(asciiDigits(shifted(number, zero))).toBe(number)
      expect(readPhoneDigits(shifted(number, 0xff10))).toEqual({ digits: number, plus: false })
    }),
  )
})

test('COMMON-15 The spec’s limits: 250 characters, 2 to 17 national digits, digits only', () => {
  const problem = (text: string) => {
    const read = readPhoneDigits(text)
    return 'problem' in read ? read.problem : 'none'
  }
  expect(problem('1'.repeat(251))).toBe('TOO_LONG')
  expect(problem('1'.repeat(18))).toBe('TOO_LONG')
  expect(problem('1'.repeat(17))).toBe('none')
  expect(problem('1')).toBe('TOO_SHORT')
  expect(problem('12')).toBe('none')
  for (const text of ['call me', '09-abc', '', '０９１２x']) expect(problem(text), text).toBe('NOT_A_NUMBER')
  expect(problem('+886 (912) 345-678')).toBe('none')
})

test('COMMON-16 No text makes the phone or e-mail check throw, and what passes has its form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      PhoneInput.safeParse(text)
      const read = Email.safeParse(text)
      if (read.success) expect(read.data).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
    }),
  )
  for (const good of ['a@b.co', ' Lin@Example.COM ', 'x+y.z@sub.example.tw'])
    expect(Email.safeParse(good).success, good).toBe(true)
  for (const bad of ['a@b', 'a b@c.de', '@b.co', 'a@@b.co', 'a@b..co', 'a@b.co\nbcc: x@y.zz', '"a"@b.co'])
    expect(Email.safeParse(bad).success, bad).toBe(false)
})

test('COMMON-30 A number of Taiwan is shown as it is dialled there; others and redacted ones stay', () => {
  expect(formatPhone('+886912345678')).toBe('0912-345-678')
  expect(formatPhone('+886223456789')).toBe('0223456789')
  expect(formatPhone('+81312345678')).toBe('+81312345678')
  expect(formatPhone('0912 *** ***')).toBe('0912 *** ***')
  expect(formatPhone('')).toBe('')
})
