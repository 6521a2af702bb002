import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInteger } from './format-integer.ts'
import { readPrice, unclearPrice } from './money.ts'
import { PriceCellOrNone, WholeCellOrNone } from './sheet-cells.ts'
import { readTypedNumber, readWhole } from './typed-number.ts'

test('COMMON-210 A comma that isn’t before exactly three digits makes no number: both readings of 12,50 · 1 280,00 · 1.280,50 · 1,5 are said', () => {
  const readings: [string, string, string][] = [
    ['12,50', '12.5', '1250'],
    ['1 280,00', '1280', '128000'],
    ['1.280,50', '1280.5', '1.2805'],
    ['1,5', '1.5', '15'],
    ['0,500', '0.5', '500'],
    ['1234,567', '1234.567', '1234567'],
    ['12 50', '12.5', '1250'],
  ]
  for (const [typed, first, second] of readings) {
    expect(readTypedNumber(typed), typed).toEqual({ typed, first, second })
    expect(readPrice(typed), typed).toBeUndefined()
    expect(readWhole(typed), typed).toBeUndefined()
  }
  expect(unclearPrice('NT$12,50')).toEqual({ typed: '12,50', first: '12.5', second: '1250' })
})

test('COMMON-211 A comma, or a space, before exactly three digits is a thousands sign: 1,280 · 1 280 · 1,234,567.5', () => {
  expect(['1,280', '１，２８０', '1 280', '1\u00a0280', '12.50', ' 680 '].map(readPrice)).toEqual([
    128_000, 128_000, 128_000, 128_000, 1250, 68_000,
  ])
  expect(readPrice('NT$1,234,567.5')).toBe(123_456_750)
  expect(['1,000', '3.0', '-2', '-0', '1,5', '1.5', '', 'x', '1,2345'].map(readWhole)).toEqual([
    1000,
    3,
    -2,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

const digits = (count: number) => fc.stringMatching(new RegExp(String.raw`^\d{${count}}$`))

test('COMMON-212 Whatever is grouped by thousands is its number, and no comma elsewhere ever makes one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.nat(99), (whole, cents) => {
      const typed = `${formatInteger(whole)}.${String(cents).padStart(2, '0')}`
      expect(readPrice(typed)).toBe(whole * 100 + cents)
      expect(readWhole(formatInteger(whole))).toBe(whole)
    }),
  )
  const elsewhere = fc
    .tuple(fc.integer({ min: 1, max: 6 }).chain(digits), fc.constantFrom(1, 2, 4, 5).chain(digits))
    .map(([before, after]) => `${before},${after}`)
  fc.assert(
    fc.property(elsewhere, (typed) => {
      expect(readPrice(typed)).toBeUndefined()
      expect(readWhole(typed)).toBeUndefined()
    }),
  )
})

test('COMMON-213 A cell that could be two numbers is refused with both of them', () => {
  for (const cell of [PriceCellOrNone, WholeCellOrNone]) {
    const { error } = cell.safeParse('12,50')
    expect(error?.issues).toMatchObject([
      { message: '@reason:numberUnclear', params: { typed: '12,50', first: '12.5', second: '1250' } },
    ])
    expect(cell.safeParse('x').error?.issues[0]?.message).not.toBe('@reason:numberUnclear')
  }
})
