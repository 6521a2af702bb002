import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountShares, shareOf } from './discount.rules.ts'

test('ORDER-980 A discount is split by what lines cost, floor first, the rest to the largest remainders, ties to the earlier', () => {
  expect(discountShares([900_00, 350_00, 250_00], 200_00, 'TWD')).toEqual([120_00, 47_00, 33_00])
  expect(discountShares([100_00, 100_00, 100_00], 50_00, 'TWD')).toEqual([17_00, 17_00, 16_00])
  expect(discountShares([300_00], 50_00, 'TWD')).toEqual([50_00])
  expect(discountShares([1, 1, 1], 2, 'USD')).toEqual([1, 1, 0])
  expect(discountShares([0, 100_00], 100_00, 'TWD')).toEqual([0, 100_00])
  expect(() => discountShares([100_00], 101_00, 'TWD')).toThrow(/discount/)
})

test('ORDER-981 Shares add up to the discount, none is negative or above its line, and none is a dollar off its exact part', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.nat(20_000).map((dollars) => dollars * 100),
        { minLength: 1, maxLength: 8 },
      ),
      fc.nat(10_000),
      (amounts, part) => {
        const sum = amounts.reduce((all, amount) => all + amount, 0)
        const discount = Math.floor((sum * part) / 10_000 / 100) * 100
        const shares = discountShares(amounts, discount, 'TWD')
        expect(shares.reduce((all, share) => all + share, 0)).toBe(discount)
        for (const [place, share] of shares.entries()) {
          const amount = amounts[place] ?? 0
          expect(share % 100).toBe(0)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(amount)
          expect(Math.abs(share - (sum === 0 ? 0 : (amount * discount) / sum))).toBeLessThan(100)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('ORDER-982 A part of an amount is rounded half up in whole dollars, in cents where there are some', () => {
  expect([1, 2, 3].map((part) => shareOf(250_00, part, 3, 'TWD'))).toEqual([83_00, 167_00, 250_00])
  expect(shareOf(10_50, 1, 1, 'TWD')).toBe(11_00)
  expect(shareOf(10_49, 1, 1, 'TWD')).toBe(10_00)
  expect(shareOf(10_01, 1, 2, 'USD')).toBe(5_01)
})
