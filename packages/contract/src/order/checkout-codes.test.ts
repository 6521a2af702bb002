import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode, readMobileBarcode } from './checkout.rules.ts'

test('ORDER-1190 Codes are read as they are copied: dashes, spaces, small letters, full width, without the slash', () => {
  expect(readCode('０４５９－５２５７')).toBe('04595257')
  expect(readCode(' 0459 5257\ufeff')).toBe('04595257')
  expect(readCode('ab 1234-5678-9012-34')).toBe('AB12345678901234')
  for (const typed of ['/abc+123', '／ＡＢＣ＋１２３', 'ABC+123', '\u200e/ABC+123\ufe0f'])
    expect(readMobileBarcode(typed)).toBe('/ABC+123')
  expect(readMobileBarcode('/AB\u20111.23')).toBe('/AB-1.23')
})

test('ORDER-1191 A code in its form stays as it is, and what nobody sees is none', () => {
  for (const form of [readCode, readMobileBarcode])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(form(form(text))).toBe(form(text))
      }),
      { numRuns: 2000 },
    )
  for (const typed of ['', ' ', '\u200b', '\u3164\ufe0f', '\u202a\u202c\u2800', '\u0000\u3000'])
    expect(readMobileBarcode(typed)).toBe('')
})
