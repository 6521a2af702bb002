import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundingOf } from '../common/money.ts'
import { unreachable } from '../common/machine.ts'
import { refundMachine } from './refund.machine.ts'
import {
  piecesLeft,
  planRefund,
  type RefundableOrder,
  type RefundChoice,
  type RefundPlan,
  restOf,
} from './refund.rules.ts'

const orders: fc.Arbitrary<RefundableOrder> = fc
  .record({
    lines: fc.array(fc.record({ price: fc.nat(500_000), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    deliveryFee: fc.constantFrom(0, 6_000, 8_050),
    paymentFee: fc.constantFrom(0, 1_500),
  })
  .map(({ lines, deliveryFee, paymentFee }) => {
    const before = lines.reduce((sum, { price, quantity }) => sum + price * quantity, deliveryFee + paymentFee)
    return {
      currency: 'TWD' as const,
      total: before + roundingOf(before, 'TWD'),
      refunded: 0,
      deliveryFee,
      paymentFee,
      feesRefunded: { delivery: false, payment: false },
      lines: lines.map((line, place) => ({ ...line, place, refundedQuantity: 0 })),
    }
  })
  .filter(({ total }) => total > 0)

const choices: fc.Arbitrary<RefundChoice> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'whole' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('lines' as const),
      lines: fc.array(fc.record({ place: fc.nat(5), quantity: fc.integer({ min: -1, max: 9 }) }), { maxLength: 5 }),
      deliveryFee: fc.boolean(),
      paymentFee: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: -100, max: 3_000_000 }) }),
  },
)

const after = (order: RefundableOrder, plan: RefundPlan): RefundableOrder => ({
  ...order,
  refunded: order.refunded + plan.amount,
  feesRefunded: {
    delivery: order.feesRefunded.delivery || plan.fees.delivery,
    payment: order.feesRefunded.payment || plan.fees.payment,
  },
  lines: order.lines.map((line) => ({
    ...line,
    refundedQuantity: line.refundedQuantity + (plan.lines.find(({ place }) => place === line.place)?.quantity ?? 0),
  })),
})

test('REFUND-1 However an order is refunded, no more goes back than was paid, no piece twice, and a whole refund leaves nothing', () => {
  fc.assert(
    fc.property(orders, fc.array(choices, { maxLength: 12 }), (start, asked) => {
      let order = start
      for (const choice of asked) {
        const planned = planRefund(order, choice)
        if (!('plan' in planned)) {
          expect(planned.rest).toBe(restOf(order))
          continue
        }
        const { plan } = planned
        expect(plan.amount).toBeGreaterThan(0)
        expect(roundingOf(plan.amount, 'TWD')).toBe(0)
        order = after(order, plan)
        expect(order.refunded).toBeLessThanOrEqual(order.total)
        for (const line of order.lines) expect(piecesLeft(line)).toBeGreaterThanOrEqual(0)
      }
      const last = planRefund(order, { kind: 'whole' })
      expect(restOf('plan' in last ? after(order, last.plan) : order)).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('REFUND-2 All pieces and fees given back in any steps are all that was paid, to the dollar', () => {
  fc.assert(
    fc.property(orders, fc.boolean(), (start, feesFirst) => {
      let order = start
      const take = (choice: RefundChoice) => {
        const planned = planRefund(order, choice)
        if ('plan' in planned) order = after(order, planned.plan)
      }
      const fees = { kind: 'lines', lines: [], deliveryFee: true, paymentFee: true } as const
      if (feesFirst) take(fees)
      for (const { place, quantity } of start.lines)
        for (let piece = 0; piece < quantity; piece += 1)
          take({ kind: 'lines', lines: [{ place, quantity: 1 }], deliveryFee: false, paymentFee: false })
      if (!feesFirst) take(fees)
      // A piece that costs less than half a dollar is worth nothing alone.
      take({ kind: 'whole' })
      expect(restOf(order)).toBe(0)
    }),
  )
})

test('REFUND-3 What can not be given back says why: more pieces or money than is left, a part of a dollar, nothing at all', () => {
  const order: RefundableOrder = {
    currency: 'TWD',
    total: 142_000,
    refunded: 0,
    deliveryFee: 6_000,
    paymentFee: 0,
    feesRefunded: { delivery: false, payment: false },
    lines: [{ place: 0, price: 68_000, quantity: 2, refundedQuantity: 0 }],
  }
  const lines = (quantity: number, deliveryFee = false): RefundChoice => ({
    kind: 'lines',
    lines: [{ place: 0, quantity }],
    deliveryFee,
    paymentFee: false,
  })
  expect(planRefund(order, lines(1, true))).toEqual({
    plan: { amount: 74_000, lines: [{ place: 0, quantity: 1 }], fees: { delivery: true, payment: false } },
  })
  expect(planRefund(order, lines(3))).toEqual({ problem: 'tooManyPieces', rest: 142_000 })
  const nothing: RefundChoice = { kind: 'lines', lines: [], deliveryFee: false, paymentFee: true }
  expect(planRefund(order, nothing)).toEqual({ problem: 'nothingChosen', rest: 142_000 })
  expect(planRefund(order, { kind: 'amount', amount: 142_100 })).toEqual({ problem: 'aboveRest', rest: 142_000 })
  expect(planRefund(order, { kind: 'amount', amount: 150 })).toEqual({ problem: 'notWhole', rest: 142_000 })
  expect(planRefund({ ...order, refunded: 142_000 }, lines(1))).toEqual({ problem: 'nothingLeft', rest: 0 })
  // An amount without pieces has taken a part: the pieces take what is left.
  expect(planRefund({ ...order, refunded: 100_000 }, lines(1))).toMatchObject({ plan: { amount: 42_000 } })
})

test('REFUND-4 Every state of a refund is reached, and neither a done nor a withdrawn one moves', () => {
  expect(unreachable(refundMachine)).toEqual([])
  for (const { from } of Object.values(refundMachine.moves)) {
    expect(from).not.toContain('done')
    expect(from).not.toContain('withdrawn')
  }
})
