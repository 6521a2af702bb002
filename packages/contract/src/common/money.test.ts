import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInteger } from './format-integer.ts'
import { readPrice, roundingOf, showMoney } from './money.ts'

const amount = fc.integer({ min: 0, max: 999_999_999_99 })

test('COMMON-6 A price that is shown reads back as the same amount, in both currencies', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom('TWD' as const, 'USD' as const), (value, currency) => {
      expect(readPrice(showMoney({ amount: value, currency }))).toBe(value)
    }),
  )
})

test('COMMON-7 Prices round to two decimals, as people type them: full width, commas, a dollar sign', () => {
  const typed: [string, number | undefined][] = [
    ['680', 68_000],
    ['１，２８０', 128_000],
    ['NT$1,280.5', 128_050],
    ['0.005', 1],
    ['0.004', 0],
    ['12.345', 1235],
    ['.5', undefined],
    ['abc', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1e5', undefined],
  ]
  for (const [text, expected] of typed) expect(readPrice(text), text).toBe(expected)
})

test('COMMON-8 The label comes from the currency, whole amounts have no decimals, a minus is a minus', () => {
  expect(showMoney({ amount: 128_000, currency: 'TWD' })).toBe('NT$1,280')
  expect(showMoney({ amount: 1250, currency: 'USD' })).toBe('Us$12.50')
  expect(showMoney({ amount: -5000, currency: 'TWD' })).toBe('−NT$50')
})

test('COMMON-9 Numbers are grouped as both languages group them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('zh-TW', 'en'), (value, language) => {
      expect(formatInteger(value)).toBe(new Intl.NumberFormat(language).format(value))
    }),
  )
})

test('COMMON-10 With its rounding line a TWD total is whole dollars, at most half a dollar away; USD stays', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const line = roundingOf(value, 'TWD')
      expect((value + line) % 100).toBe(0)
      expect(Math.abs(line)).toBeLessThanOrEqual(50)
      expect(roundingOf(value, 'USD')).toBe(0)
    }),
  )
})
