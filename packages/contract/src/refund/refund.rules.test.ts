import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundingOf } from '../common/money.ts'
import { discountShares } from '../order/discount.rules.ts'
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
    /** Of the lines, in percent. */
    off: fc.constantFrom(0, 0, 7, 33, 100),
  })
  .map(({ lines, deliveryFee, paymentFee, off }) => {
    const amounts = lines.map(({ price, quantity }) => price * quantity)
    const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
    const discount = Math.floor((subtotal * off) / 100 / 100) * 100
    const shares = discountShares(amounts, discount, 'TWD')
    const before = subtotal - discount + deliveryFee + paymentFee
    return {
      currency: 'TWD' as const,
      total: before + roundingOf(before, 'TWD'),
      refunded: 0,
      deliveryFee,
      paymentFee,
      feesRefunded: { delivery: false, payment: false },
      lines: lines.map((line, place) => ({ ...line, place, discount: shares[place] ?? 0, refundedQuantity: 0 })),
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
    lines: [{ place: 0, price: 68_000, quantity: 2, discount: 0, refundedQuantity: 0 }],
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

/** An order without fees, of lines in dollars. */
const discounted = (lines: readonly (readonly [price: number, quantity: number])[], off: number): RefundableOrder => {
  const amounts = lines.map(([price, quantity]) => price * quantity * 100)
  const shares = discountShares(amounts, off * 100, 'TWD')
  return {
    currency: 'TWD',
    total: amounts.reduce((sum, amount) => sum + amount, 0) - off * 100,
    refunded: 0,
    deliveryFee: 0,
    paymentFee: 0,
    feesRefunded: { delivery: false, payment: false },
    lines: lines.map(([price, quantity], place) => ({
      place,
      price: price * 100,
      quantity,
      discount: shares[place] ?? 0,
      refundedQuantity: 0,
    })),
  }
}

/** What pieces of lines give back one after another, in dollars. */
const inSteps = (start: RefundableOrder, steps: readonly (readonly [place: number, quantity: number])[]): number[] => {
  let order = start
  return steps.map(([place, quantity]) => {
    const planned = planRefund(order, {
      kind: 'lines',
      lines: [{ place, quantity }],
      deliveryFee: false,
      paymentFee: false,
    })
    if (!('plan' in planned)) throw new Error(planned.problem)
    order = after(order, planned.plan)
    return planned.plan.amount / 100
  })
}

test('REFUND-60 A line gives back what it was paid with, less its own share of the discount, whichever goes first (R1)', () => {
  const order = discounted(
    [
      [900, 1],
      [350, 1],
      [250, 1],
    ],
    200,
  )
  expect(order.lines.map(({ discount }) => discount / 100)).toEqual([120, 47, 33])
  expect(
    inSteps(order, [
      [1, 1],
      [0, 1],
      [2, 1],
    ]),
  ).toEqual([303, 780, 217])
  expect(
    inSteps(order, [
      [2, 1],
      [1, 1],
      [0, 1],
    ]),
  ).toEqual([217, 303, 780])
})

test('REFUND-61 Pieces of one line given back one by one add up to what was paid, and all at once is the same (R2)', () => {
  const order = discounted([[100, 3]], 50)
  expect(
    inSteps(order, [
      [0, 1],
      [0, 1],
      [0, 1],
    ]),
  ).toEqual([83, 84, 83])
  expect(inSteps(order, [[0, 3]])).toEqual([250])
  expect(
    inSteps(order, [
      [0, 1],
      [0, 2],
    ]),
  ).toEqual([83, 167])
})

test('REFUND-62 What stays keeps its frozen share of the discount, also one that it would not have had alone (R4)', () => {
  const order = discounted([[200, 6]], 120)
  expect(inSteps(order, [[0, 5]])).toEqual([900])
  expect(
    inSteps(order, [
      [0, 5],
      [0, 1],
    ]),
  ).toEqual([900, 180])
})

test('REFUND-4 Every state of a refund is reached, and neither a done nor a withdrawn one moves', () => {
  expect(unreachable(refundMachine)).toEqual([])
  for (const { from } of Object.values(refundMachine.moves)) {
    expect(from).not.toContain('done')
    expect(from).not.toContain('withdrawn')
  }
})
