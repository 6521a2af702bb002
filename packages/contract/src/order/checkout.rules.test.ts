import { expect, test } from 'vitest'
import { readCode, readMobileBarcode } from './checkout.rules.ts'

test('ORDER-1171 Codes are read as they are copied: dashes, spaces, small letters, full width, without the slash', () => {
  expect(readCode('０４５９－５２５７')).toBe('04595257')
  expect(readCode(' 0459 5257\ufeff')).toBe('04595257')
  expect(readCode('ab 1234-5678-9012-34')).toBe('AB12345678901234')
  for (const typed of ['/abc+123', '／ＡＢＣ＋１２３', 'ABC+123', '\u200e/ABC+123\ufe0f'])
    expect(readMobileBarcode(typed)).toBe('/ABC+123')
  expect(readMobileBarcode('/AB\u20111.23')).toBe('/AB-1.23')
})
