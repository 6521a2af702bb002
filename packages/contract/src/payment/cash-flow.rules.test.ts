import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCash, noCash } from './cash-flow.rules.ts'
import { CashFlowQuery } from './cash-flow.schema.ts'

const amount = fc.integer({ min: 0, max: 1e9 })
const cash = fc.record({
  received: amount,
  payments: fc.nat(1000),
  refunded: amount,
  fees: amount,
  feesUnknown: fc.nat(1000),
})

test('PAYMENT-310 Sums of sums are the sum of all, and what is to be settled is what came less what went and the fees', () => {
  fc.assert(
    fc.property(fc.array(cash), fc.nat(20), (all, at) => {
      const sum = (rows: readonly (typeof all)[number][]) => rows.reduce(addCash, noCash)
      const whole = sum(all)
      expect(addCash(sum(all.slice(0, at)), sum(all.slice(at)))).toEqual(whole)
      const total = (pick: (row: (typeof all)[number]) => number) => all.reduce((before, row) => before + pick(row), 0)
      expect(whole.toSettle).toBe(total(({ received, refunded, fees }) => received - refunded - fees))
    }),
  )
})

test('PAYMENT-311 A look takes 366 days at most, the first no later than the last, each of the calendar', () => {
  const fields = (from: string, to: string) =>
    CashFlowQuery.safeParse({ from, to }).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(fields('2026-11-20', '2026-11-20')).toEqual([])
  expect(fields('2026-01-01', '2027-01-01')).toEqual([])
  expect(fields('2026-01-01', '2027-01-02')).toEqual(['to'])
  expect(fields('2026-11-21', '2026-11-20')).toEqual(['to'])
  expect(fields('2026-02-29', '2026-03-01')).toEqual(['from'])
  expect(fields('', 'today')).toEqual(['from', 'to'])
})
