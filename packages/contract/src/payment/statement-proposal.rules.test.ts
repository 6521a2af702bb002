import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersIn, type ProposableOrder, proposeOrders } from './statement-proposal.rules.ts'

const anOrder = (orderNo: string, dollars: number, given: Partial<ProposableOrder> = {}): ProposableOrder => ({
  id: `id-${orderNo}`,
  orderNo,
  due: dollars * 100,
  awaits: true,
  digits: '',
  ...given,
})
const came = (dollars: number, note = '', account = '') => ({ day: '2026-03-02', amount: dollars * 100, note, account })
const split = (...parts: readonly (readonly [string, number])[]) =>
  parts.map(([orderNo, dollars]) => ({ id: `id-${orderNo}`, orderNo, received: dollars * 100 }))

test('PAYMENT-205 A note that names orders proposes them, each with what is due, the last with what is left (P18)', () => {
  const orders = [anOrder('B2', 1200), anOrder('C3', 1800), anOrder('D4', 1980), anOrder('B22', 5)]
  expect(proposeOrders([came(3000, '匯 b2、C3 謝謝')], orders)).toEqual([
    { by: 'orderNo', orders: split(['B2', 1200], ['C3', 1800]), short: 0, over: 0 },
  ])
  expect(proposeOrders([came(1965, 'D4')], orders)).toMatchObject([
    { orders: split(['D4', 1965]), short: 15_00, over: 0 },
  ])
  expect(proposeOrders([came(3100, 'B2/C3')], orders)).toMatchObject([
    { orders: split(['B2', 1200], ['C3', 1900]), short: 0, over: 100_00 },
  ])
  // Nothing is left for the second.
  expect(proposeOrders([came(1000, 'B2 C3')], orders)).toMatchObject([{ orders: split(['B2', 1000]), short: 200_00 }])
  expect(proposeOrders([came(77, 'XB2')], orders)).toEqual([undefined])
  expect(numbersIn('訂單ＫＭ1、km-2 km1')).toEqual(['KM1', 'KM-2'])
})

test('PAYMENT-206 Without a number the reported digits say it, and without them an amount that one order alone waits for', () => {
  const orders = [anOrder('A', 500, { digits: '12345' }), anOrder('B', 700, { digits: '12345' }), anOrder('C', 900)]
  expect(proposeOrders([came(700, '', '0001-12345')], orders)).toMatchObject([
    { by: 'digits', orders: split(['B', 700]) },
  ])
  expect(proposeOrders([came(1200, '轉 00012345')], orders)).toMatchObject([
    { by: 'digits', orders: split(['A', 500], ['B', 700]) },
  ])
  expect(proposeOrders([came(600, '', '12345')], orders)).toEqual([undefined])
  expect(proposeOrders([came(900)], orders)).toMatchObject([{ by: 'amount', orders: split(['C', 900]) }])
  expect(proposeOrders([came(900)], [...orders, anOrder('D', 900)])).toEqual([undefined])
})

test('PAYMENT-207 A second transfer for an order is owed back whole, whether it is paid or a row before took it (P18)', () => {
  const paid = anOrder('A', 1980, { awaits: false })
  const back = { by: 'orderNo', orders: split(['A', 1980]), short: 0, over: 1980_00 }
  expect(proposeOrders([came(1980, 'A')], [paid])).toEqual([back])
  expect(proposeOrders([came(1980, 'A'), came(1980, 'A')], [{ ...paid, awaits: true }])).toEqual([
    { ...back, over: 0 },
    back,
  ])
  // What fits takes the order, though it came later.
  expect(proposeOrders([came(1900, 'A'), came(1980, 'A')], [{ ...paid, awaits: true }])).toMatchObject([
    { over: 1900_00 },
    { over: 0, short: 0 },
  ])
})

test('PAYMENT-208 A proposal gives away its whole amount, something to each order, and is never short and over at once', () => {
  const numbers = ['A1', 'B2', 'C3'] as const
  const order = fc.record({
    due: fc.integer({ min: 1, max: 3000 }),
    awaits: fc.boolean(),
    digits: fc.constantFrom('', '12345'),
  })
  const transfer = fc.record({
    day: fc.constant('2026-03-02'),
    amount: fc.integer({ min: 1, max: 9000 }),
    note: fc.constantFrom('', 'A1', 'A1 B2', 'C3 A1 B2', '12345'),
    account: fc.constantFrom('', '12345'),
  })
  fc.assert(
    fc.property(fc.tuple(order, order, order), fc.array(transfer, { maxLength: 5 }), (given, transfers) => {
      const orders = given.map((each, at) => ({ ...each, id: `id-${at}`, orderNo: numbers[at] ?? '' }))
      const proposals = proposeOrders(transfers, orders)
      const first = new Map<string, number>()
      for (const [at, proposal] of proposals.entries()) {
        if (!proposal) continue
        const { amount } = transfers[at] ?? { amount: 0 }
        expect(proposal.orders.reduce((sum, { received }) => sum + received, 0)).toBe(amount)
        for (const { received } of proposal.orders) expect(received).toBeGreaterThan(0)
        expect(proposal.short === 0 || proposal.over === 0).toBe(true)
        // An order is paid by one transfer; all else for it goes back whole.
        for (const { id } of proposal.orders) {
          if (proposal.over !== amount) first.set(id, (first.get(id) ?? 0) + 1)
        }
      }
      for (const count of first.values()) expect(count).toBe(1)
    }),
    { numRuns: 500 },
  )
})
