import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeDigits, isWholeCode, readCode, showCode } from './signup-code.rules.ts'

const codes = fc.stringMatching(/^\d{6}$/)
const gap = fc.constantFrom('', ' ', '-', '\u00a0', '\n', '　', '–')

test('SIGNUP-1053 A code is read the same however it is copied: with gaps, in full-width digits, with words around it', () => {
  fc.assert(
    fc.property(codes, fc.array(gap, { minLength: 7, maxLength: 7 }), fc.boolean(), (code, gaps, isWide) => {
      const digits = isWide ? [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)) : [...code]
      const copied = digits.map((digit, index) => (gaps[index] ?? '') + digit).join('') + (gaps[6] ?? '')
      expect(readCode(copied)).toBe(code)
      expect(readCode(`驗證碼 ${copied}`)).toBe(code)
    }),
  )
})

test('SIGNUP-1054 A code as a letter shows it is read back as itself, and nothing that is typed makes more than six digits', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(readCode(showCode(code))).toBe(code)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const read = readCode(typed)
      expect(read).toMatch(/^\d{0,6}$/)
      expect(isWholeCode(read)).toBe(read.length === codeDigits)
    }),
  )
})
