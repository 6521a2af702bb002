import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CommissionedSale,
  type CommissionRate,
  commissionOf,
  dueAtMs,
  refundedBase,
  reversedOf,
  type SaleRefund,
  type SoldLine,
} from './commission.rules.ts'

const percent = (basisPoints: number): CommissionRate => ({ kind: 'percent', basisPoints, amount: 0 })
const line = (price: number, more: Partial<SoldLine> = {}): SoldLine => ({
  place: 0,
  productId: null,
  price,
  quantity: 1,
  discount: 0,
  ...more,
})
const noFees = { delivery: false, payment: false }
const pieces = (place: number, quantity: number, amount: number): SaleRefund => ({
  amount,
  lines: [{ place, quantity }],
  fees: noFees,
})

test('COMMISSION-1 It is computed of what was paid for the goods, without delivery and after the discount (money.md A1)', () => {
  expect(commissionOf(percent(1_000), [line(1_200_00, { discount: 200_00 })], 'TWD')).toMatchObject({
    base: 1_000_00,
    amount: 100_00,
  })
  expect(commissionOf(percent(1_450), [line(100_00)], 'TWD').amount).toBe(15_00)
  expect(commissionOf(percent(700), [line(150_00)], 'TWD').amount).toBe(11_00)
})

test('COMMISSION-2 A fixed amount is for the order, and never more than what was paid for its goods', () => {
  const rate: CommissionRate = { kind: 'amount', basisPoints: 0, amount: 50_00 }
  expect(commissionOf(rate, [line(30_00), line(300_00, { place: 1 })], 'TWD')).toMatchObject({ amount: 50_00 })
  expect(commissionOf(rate, [line(30_50)], 'TWD')).toMatchObject({ base: 30_50, amount: 30_00 })
  expect(commissionOf(percent(10_000), [line(12_50)], 'TWD').amount).toBe(12_00)
  expect(commissionOf(percent(1_000), [], 'TWD')).toEqual({ base: 0, amount: 0, lines: [] })
})

const saleOf = (lines: readonly SoldLine[], basisPoints: number, fees = 0): CommissionedSale => {
  const commission = commissionOf(percent(basisPoints), lines, 'TWD')
  return { ...commission, currency: 'TWD', total: commission.base + fees }
}
/** What each of these refunds takes back, in turn. */
const stepsOf = (sale: CommissionedSale, refunds: readonly SaleRefund[]): number[] =>
  refunds.map(
    (_, at) =>
      reversedOf(sale, refundedBase(sale, refunds.slice(0, at + 1))) -
      reversedOf(sale, refundedBase(sale, refunds.slice(0, at))),
  )

test('COMMISSION-3 Refunds in steps take back the rounded part of the whole less what went before (money.md A2)', () => {
  const three = saleOf([line(50_00, { quantity: 3 })], 700)
  const each = [1, 2, 3].map(() => pieces(0, 1, 50_00))
  expect(stepsOf(three, each)).toEqual([4_00, 3_00, 4_00])
  const money = each.map(() => ({ amount: 50_00, lines: [], fees: noFees }))
  expect(stepsOf(saleOf([line(150_00)], 700), money)).toEqual([4_00, 3_00, 4_00])
})

test('COMMISSION-4 Half of a sale takes back half of its own commission, whatever the rate is by then (money.md A3)', () => {
  const first = saleOf([line(500_00, { quantity: 2 })], 1_000)
  expect(stepsOf(first, [pieces(0, 1, 500_00)])).toEqual([50_00])
})

test('COMMISSION-5 Delivery that goes back takes nothing, money without pieces its part of the goods, all of it everything', () => {
  const sale = saleOf([line(1_000_00)], 1_000, 80_00)
  const delivery: SaleRefund = { amount: 80_00, lines: [], fees: { delivery: true, payment: false } }
  expect(stepsOf(sale, [delivery, { amount: 1_000_00, lines: [], fees: noFees }])).toEqual([0, 100_00])
  expect(stepsOf(sale, [{ amount: 540_00, lines: [], fees: noFees }])).toEqual([50_00])
  expect(stepsOf(sale, [pieces(0, 1, 1_080_00)])).toEqual([100_00])
})

test('COMMISSION-6 A piece of a line that the link is not for takes nothing back', () => {
  const sale = { ...saleOf([line(1_000_00)], 1_000), total: 1_500_00 }
  expect(stepsOf(sale, [pieces(1, 1, 500_00)])).toEqual([0])
})

const lines = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 5_000 }).map((dollars) => dollars * 100),
    quantity: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 5 },
)

test('COMMISSION-7 Lines add up to the commission in whole dollars, none is negative or more than was paid', () => {
  fc.assert(
    fc.property(lines, fc.nat(10_000), (sold, basisPoints) => {
      const {
        base,
        amount,
        lines: earned,
      } = commissionOf(
        percent(basisPoints),
        sold.map((each, place) => line(each.price, { ...each, place })),
        'TWD',
      )
      expect(earned.reduce((sum, each) => sum + each.amount, 0)).toBe(amount)
      expect(amount % 100).toBe(0)
      expect(amount).toBeLessThanOrEqual(base)
      expect(Math.abs(amount - (base * basisPoints) / 10_000)).toBeLessThanOrEqual(50)
      for (const each of earned) expect(each.amount).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

test('COMMISSION-8 Whatever pieces go back in whatever steps, no step gives any, and when all are back all is taken back', () => {
  const sold = fc.tuple(lines, fc.nat(10_000), fc.infiniteStream(fc.nat(1_000)))
  fc.assert(
    fc.property(sold, ([kinds, basisPoints, order]) => {
      const sale = saleOf(
        kinds.map((each, place) => line(each.price, { ...each, place })),
        basisPoints,
        80_00,
      )
      const all = kinds.flatMap(({ price, quantity }, place) =>
        Array.from({ length: quantity }, () => pieces(place, 1, price)),
      )
      const shuffled = all
        .map((refund) => ({ refund, by: order.next().value ?? 0 }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ refund }) => refund)
      const steps = stepsOf(sale, shuffled)
      for (const step of steps) expect(step).toBeGreaterThanOrEqual(0)
      expect(steps.reduce((sum, step) => sum + step, 0)).toBe(sale.amount)
    }),
  )
})

test('COMMISSION-9 It is due seven days after it was paid, and not a moment earlier (money.md A9)', () => {
  const paid = Date.parse('2026-03-02T00:30:00+08:00')
  expect(new Date(dueAtMs(paid)).toISOString()).toBe('2026-03-08T16:30:00.000Z')
})

test('COMMISSION-410 A discount that the lines share is gone before the rate, and halves of a dollar go up (another of money.md A1)', () => {
  const shared = [line(199_00, { discount: 21_00 }), line(350_00, { place: 1, discount: 38_00 })]
  // 490 of 549 at 12.5 %: 61.25; 92 at 12.5 %: 11.5.
  expect(commissionOf(percent(1_250), shared, 'TWD')).toMatchObject({ base: 490_00, amount: 61_00 })
  expect(commissionOf(percent(1_250), [line(100_00, { discount: 8_00 })], 'TWD').amount).toBe(12_00)
})

test('COMMISSION-411 Thirds of 100 at 5 % take back 2, 1 and 2 of 5 (another of money.md A2)', () => {
  const sale = saleOf([line(100_00)], 500)
  const thirds = [33_00, 33_00, 34_00].map((amount) => ({ amount, lines: [], fees: noFees }))
  expect(stepsOf(sale, thirds)).toEqual([2_00, 1_00, 2_00])
})

test('COMMISSION-412 Half of a sale takes back half of its fixed amount (another of money.md A3)', () => {
  const rate: CommissionRate = { kind: 'amount', basisPoints: 0, amount: 50_00 }
  const fixed = { ...commissionOf(rate, [line(500_00, { quantity: 2 })], 'TWD'), currency: 'TWD' as const }
  expect(stepsOf({ ...fixed, total: fixed.base }, [pieces(0, 1, 500_00)])).toEqual([25_00])
})

test('COMMISSION-413 What is paid in the last second of a year is due seven days later to the second (another of money.md A9)', () => {
  const paid = Date.parse('2026-12-31T23:59:59+08:00')
  expect(new Date(dueAtMs(paid)).toISOString()).toBe('2027-01-07T15:59:59.000Z')
})
