import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email, OptionalEmail, OptionalPhone, PhoneInput, phoneReadings } from './phone.ts'
import { PlainName } from './plain-name.ts'
import { isBlank, isShortened, plainCell, plainCode, plainEmail, plainLine } from './typed-text.ts'

/** What comes along when something is copied: marks of direction, joiners, variants, letters that are drawn as nothing. */
const invisible = [
  '\u202a',
  '\u202c',
  '\u200e',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ufe0d',
  '\ufe0f',
  '\u3164',
  '\u034f',
]
const dashes = [
  '-',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\uff0d',
  '\ufe63',
  '\u30fc',
  '\u2500',
]
const separators = [
  ...dashes,
  ' ',
  '\u00a0',
  '\u3000',
  '.',
  '/',
  '\uff0f',
  '\u30fb',
  '\u00b7',
  '(',
  ')',
  '\uff08',
  '\uff09',
  '',
]
const any = fc.string({ unit: 'binary', maxLength: 60 })
const spread = (text: string, among: readonly string[]) =>
  fc
    .array(fc.constantFrom(...among), { minLength: text.length + 1, maxLength: text.length + 1 })
    .map((signs) => [...text].reduce((all, letter, at) => all + letter + (signs[at + 1] ?? ''), signs[0] ?? ''))

describe('phones', () => {
  test.each([
    '\u202a0912 345 678\u202c',
    '0912\u2011345\u2011678',
    '0912–345–678',
    '0912—345—678',
    '0912/345/678',
    '0912・345・678',
    '０９１２－３４５－６７８',
    'tel:0912345678',
    'tel:0912-345-678',
    '0912345678\ufe0d',
    '(0912)345.678',
  ])('COMMON-180 A pasted %j is 0912345678', (typed) => {
    expect(phoneReadings(typed)).toEqual(['0912345678'])
    expect(PhoneInput.safeParse(typed).success).toBe(true)
  })

  test('COMMON-181 Two zeros before a number may be a plus, or be a number of that country', () => {
    expect(phoneReadings('00886912345678')).toEqual(['00886912345678', '+886912345678'])
    expect(phoneReadings('+886 (0)912-345-678')).toEqual(['+8860912345678'])
    expect(phoneReadings('（02）2345－6789')).toEqual(['0223456789'])
  })

  test('COMMON-188 A number that lost its plus in a spreadsheet program is read with it, after the country’s own', () => {
    expect(phoneReadings('819012345678')).toEqual(['819012345678', '+819012345678'])
    expect(phoneReadings('6591234567')).toEqual(['6591234567', '+6591234567'])
    for (const typed of ['912345678', '223456789', '0912345678']) expect(phoneReadings(typed)).toEqual([typed])
  })

  test.each([
    '02-2345-6789 分機12',
    '02-2345-6789#12',
    '02-2345-6789 ext. 12',
    '0223456789轉12',
    'tel:+886-2-2345-6789;ext=12',
  ])('COMMON-182 An extension (%s) is named, and never lost without a word', (typed) => {
    const { error } = PhoneInput.safeParse(typed)
    expect(error?.issues[0]?.message).toBe('@reason:phoneExtension')
  })

  test('COMMON-183 Any mix of dashes, brackets and invisible characters between the digits is the same number', () => {
    const number = fc.stringMatching(/^0[1-9]\d{7,8}$/)
    fc.assert(
      fc.property(
        number.chain((digits) => fc.tuple(fc.constant(digits), spread(digits, [...separators, ...invisible]))),
        ([digits, typed]) => {
          expect(phoneReadings(typed)).toEqual([digits])
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('COMMON-184 A phone that may be left out is left out by what nobody sees', () => {
    expect(OptionalPhone.parse('\u200b \ufe0f')).toBe('')
    expect(OptionalPhone.parse('')).toBe('')
    expect(OptionalPhone.safeParse('12x').success).toBe(false)
  })
})

describe('the one form', () => {
  test('COMMON-185 What is in its form stays as it is: names, codes, barcodes and e-mails', () => {
    for (const form of [plainLine, plainCode, plainEmail])
      fc.assert(
        fc.property(any, (text) => {
          expect(form(form(text))).toBe(form(text))
        }),
        { numRuns: 2000 },
      )
  })

  test('COMMON-186 Invisible characters anywhere change neither a name nor a code nor an e-mail', () => {
    const [name, email, code] = ['林佳穎 Amy', 'lin@example.com', '04595257'] as const
    fc.assert(
      fc.property(spread(name, invisible), spread(email, invisible), spread(code, invisible), (a, b, c) => {
        expect(plainLine(a)).toBe(name)
        expect(plainEmail(b)).toBe(email)
        expect(plainCode(c)).toBe(code)
      }),
    )
    expect(plainLine('\u3000林　佳穎\u00a0')).toBe('林 佳穎')
    expect(plainLine('Ｍａｙ\u0000Ｌｉｎ')).toBe('May Lin')
    expect(plainLine('小美👩‍👩‍👧❤️')).toBe('小美👩‍👩‍👧❤️')
  })

  test('COMMON-187 An e-mail is read of full width, with any dash, and as a link', () => {
    for (const typed of [
      'Mei‑Lin＠Example．com',
      'mailto:mei-lin@example.com',
      '\u202amei–lin@example.com\u202c',
      'mei-lin@example。com',
    ])
      expect(Email.parse(typed)).toBe('mei-lin@example.com')
    for (const typed of ['mei lin@example.com', 'a\u0007b@example.com', '\u200b'])
      expect(Email.safeParse(typed).success).toBe(false)
  })

  test('COMMON-189 What nobody sees is as empty as nothing: the field is to be filled in', () => {
    for (const typed of ['', ' ', '\u200b', '\u3164\ufe0f', '\u202a\u202c\u2800', '\u0000\u3000']) {
      expect(isBlank(typed)).toBe(true)
      expect(PlainName(60).safeParse(typed).error?.issues[0]?.message).toBe('@reason:required')
      expect(plainCode(typed)).toBe('')
    }
  })
})

describe('cells of files that programs write', () => {
  test('COMMON-730 The quote or the formula that guards a number is no part of its cell, and what a cell is read as reads as itself', () => {
    for (const cell of ['="00012"', '= "00012"', "'00012", '\u200e０００１２', ' 00012 ', '＝"00012"'])
      expect(plainCell(cell)).toBe('00012')
    expect(plainCell('=A1+B1')).toBe('=A1+B1')
    expect(plainCell('–500')).toBe('-500')
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\d.,:/ -]{0,20}$/u), (text) => {
        const read = plainCell(text)
        expect(plainCell(read)).toBe(read)
        expect(plainCell(`="${read}"`)).toBe(read)
      }),
    )
  })

  test('COMMON-731 A number that a spreadsheet has shortened is told by its form, and no whole number, code or price is one', () => {
    for (const text of ['1.23457E+13', '1,23457e+13', '="8E+15"', '１.２Ｅ＋１３', '1.23456789012346E+15'])
      expect(isShortened(text), text).toBe(true)
    for (const text of ['', '12345', '1.5', '5E12', 'E+13', 'KM1E+13', '1.23E-7', 'A1.2E+13', '1.2E+13 元'])
      expect(isShortened(text), text).toBe(false)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (digits) => {
        expect(isShortened(String(digits))).toBe(false)
      }),
    )
  })

  test('COMMON-732 An e-mail that may be left out is empty where nobody sees anything, and else one like every other', () => {
    for (const unseen of ['', ' ', '\u200b\ufeff']) expect(OptionalEmail.parse(unseen)).toBe('')
    expect(OptionalEmail.parse('\u202aＭei@Example.com\u202c')).toBe('mei@example.com')
    expect(OptionalEmail.safeParse('mei@').success).toBe(false)
  })
})
