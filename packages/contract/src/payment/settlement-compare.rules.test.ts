import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SettledPayment, compareSettlement, settlementDays } from './settlement-compare.rules.ts'
import { readSettlement, type SettlementEntry } from './settlement.rules.ts'

const header = ['特店交易編號', '交易日期', '交易金額', '手續費', '撥款日期']
/** What a file with these rows says: number, dollars, fee. */
const entriesOf = (...rows: readonly (readonly [string, number, number])[]): readonly SettlementEntry[] => {
  const cells = rows.map(([no, amount, fee]) => [no, '2026/03/02', String(amount), String(fee), '2026/03/05'])
  const found = readSettlement([header, ...cells].map((each, at) => ({ line: at + 1, cells: each })))
  if ('missing' in found) throw new Error('the header is there')
  return found.entries
}
const payment = (no: string, dollars: number, ...refunds: readonly number[]): SettledPayment => ({
  id: `id ${no}`,
  orderId: `order ${no}`,
  orderNo: `KM-${no}`,
  gateway: 'ecpay',
  numbers: [no, ''],
  amount: dollars * 100,
  refunds: refunds.map((each) => each * 100),
})

test('PAYMENT-235 The expected net takes fees and refunds off: 1,000 less 20, 500 less 10 and 300 given back are 1,170, three matched (R9)', () => {
  const file = entriesOf(['A', 1000, 20], ['B', 500, 10], ['A', -300, 0])
  const found = compareSettlement(file, [payment('A', 1000, 300), payment('B', 500), payment('C', 700)])
  expect(found).toMatchObject({ sales: 1500_00, fees: 30_00, refunds: 300_00, net: 1170_00, wrong: [], unknown: [] })
  expect(found.matched.map(({ entry, payment: { orderNo } }) => [entry.line, orderNo])).toEqual([
    [2, 'KM-A'],
    [3, 'KM-B'],
    [4, 'KM-A'],
  ])
  expect(settlementDays(file)).toEqual({ from: '2026-03-02', to: '2026-03-02' })
  expect(settlementDays(entriesOf(['A', -300, 0]))).toBeUndefined()
})

test('PAYMENT-236 Another amount is wrong, a number that isn’t ours unknown, and a sale told twice is unknown the second time', () => {
  const file = entriesOf(['A', 990, 20], ['Z', 500, 10], ['B', 500, 10], ['B', 500, 10])
  const found = compareSettlement(file, [payment('A', 1000), payment('B', 500)])
  expect(found.wrong.map(({ entry, ours }) => [entry.line, ours])).toEqual([[2, 1000_00]])
  expect(found.unknown.map(({ line }) => line)).toEqual([3, 5])
  expect(found.matched.map(({ entry }) => entry.line)).toEqual([4])
})

test('PAYMENT-237 A refund is matched by its amount, in any order; one of another amount or that we don’t know of is wrong', () => {
  const ours = [payment('A', 1000, 100, 200), payment('B', 500)]
  const equal = compareSettlement(entriesOf(['A', -200, 0], ['A', -100, 0]), ours)
  expect(equal.matched).toHaveLength(2)
  const other = compareSettlement(entriesOf(['A', -150, 0], ['A', -100, 0], ['B', -50, 0]), ours)
  expect(other.matched.map(({ entry }) => entry.line)).toEqual([3])
  expect(other.wrong.map(({ entry, ours: known }) => [entry.line, known])).toEqual([
    [2, 200_00],
    [4, 0],
  ])
})

test('PAYMENT-238 The company’s own number does as well as ours, and an empty one is nobody’s', () => {
  const paid = { ...payment('A', 1000), numbers: ['A', 'EC1'] }
  expect(compareSettlement(entriesOf(['EC1', 1000, 20]), [paid]).matched).toHaveLength(1)
  const [entry] = entriesOf(['A', 1000, 20])
  if (!entry) throw new Error('one entry')
  const nameless = { ...entry, numbers: [''] }
  expect(compareSettlement([nameless], [payment('B', 1000)]).unknown).toEqual([nameless])
})

const row = fc.tuple(
  fc.constantFrom('A', 'B', 'C', 'D'),
  fc.integer({ min: -2000, max: 2000 }).filter((dollars) => dollars !== 0),
  fc.nat(50),
)

test('PAYMENT-239 Whatever a file and our books hold, each entry is matched, wrong or unknown once, and the net is that of the file', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 3 })), (rows, refunds) => {
      const file = entriesOf(...rows)
      const ours = [payment('A', 1000, ...refunds), payment('B', 500), payment('C', 7)]
      const { matched, wrong, unknown, net } = compareSettlement(file, ours)
      const seen = [...matched.map(({ entry }) => entry), ...wrong.map(({ entry }) => entry), ...unknown]
      expect(seen.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(file.map(({ line }) => line))
      expect(net).toBe(rows.reduce((sum, [, amount, fee]) => sum + amount * 100 - fee * 100, 0))
      const sold = matched.filter(({ entry }) => entry.kind === 'sale').map(({ payment: { id } }) => id)
      expect(new Set(sold).size).toBe(sold.length)
    }),
  )
})
