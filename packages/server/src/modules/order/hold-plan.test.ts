import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HoldState, type HoldRequest, outcomeOf, planHolds } from './hold-plan.ts'

const variants = ['a1', 'a2', 'b1', 'b2'] as const
const productOf = (variantId: string): string => variantId.slice(0, 1)

const request: fc.Arbitrary<HoldRequest> = fc
  .record({
    variantId: fc.constantFrom(...variants),
    change: fc.oneof(
      { weight: 4, arbitrary: fc.record({ add: fc.integer({ min: -5, max: 8 }) }) },
      { weight: 1, arbitrary: fc.constant({ clear: true as const }) },
    ),
    all: fc.boolean(),
  })
  .map(({ variantId, change, all }) => ({
    productId: productOf(variantId),
    variantId: 'clear' in change && all ? undefined : variantId,
    change,
  }))

const quantity = (max: number) => fc.integer({ min: 0, max })

const isShort = (outcome: string) => ['soldOut', 'overLimit', 'unpaidLimit'].includes(outcome)

const state: fc.Arbitrary<HoldState> = fc
  .record({
    left: fc.tuple(quantity(9), quantity(9), quantity(9), quantity(9)),
    cart: fc.tuple(quantity(4), quantity(4), quantity(4), quantity(4)),
    held: fc.tuple(quantity(4), quantity(4), quantity(4), quantity(4)),
    isOnSale: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    limit: fc.option(fc.integer({ min: 1, max: 8 })),
    ordered: quantity(3),
    unpaid: quantity(3),
  })
  .map(({ left, cart, held, isOnSale, limit, ordered, unpaid }) => ({
    onSale: new Map(
      variants.flatMap((id, at) =>
        isOnSale[at] === true
          ? [[id, { productId: productOf(id), perPersonLimit: limit, left: left[at] ?? 0 }] as const]
          : [],
      ),
    ),
    mine: new Map(
      variants.flatMap((id, at) => {
        const inCart = cart[at] ?? 0
        const mine = { productId: productOf(id), cart: inCart, held: Math.min(held[at] ?? 0, inCart) }
        return inCart > 0 ? [[id, mine] as const] : []
      }),
    ),
    ordered: new Map([['a', ordered]]),
    unpaid: new Map([['a1', unpaid]]),
  }))

test('ORDER-75 Whatever is asked, a plan takes no more than there is, keeps the limit, and never holds what the cart has not', () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 5 }), state, (requests, given) => {
      const steps = planHolds(requests, given)
      expect(new Set(steps.map(({ variantId }) => variantId)).size).toBe(steps.length)
      const after = new Map(given.mine)
      for (const { variantId, productId, asked, before, held, cart, trouble } of steps) {
        after.set(variantId, { productId, cart, held })
        expect(held).toBeGreaterThanOrEqual(0)
        expect(cart).toBeGreaterThanOrEqual(held)
        expect(held - before.held).toBeLessThanOrEqual(given.onSale.get(variantId)?.left ?? 0)
        if (trouble) expect({ cart, held }).toEqual({ cart: before.cart, held: before.held })
        else if (asked > 0) expect(held).toBe(before.held + asked)
        else expect(cart).toBeLessThanOrEqual(before.cart)
      }
      for (const { variantId, productId, asked, trouble } of steps) {
        const limit = given.onSale.get(variantId)?.perPersonLimit
        if (trouble || asked <= 0 || limit == null) continue
        const heldOfIt = [...after.values()].filter((mine) => mine.productId === productId)
        const all = heldOfIt.reduce((sum, mine) => sum + mine.held, given.ordered.get(productId) ?? 0)
        expect(all).toBeLessThanOrEqual(limit)
      }
      const { outcome, lines } = outcomeOf(steps)
      expect(lines.length === 0).toBe(outcome === 'nothing')
      expect(lines.some(({ short }) => short === true)).toBe(isShort(outcome))
    }),
    { numRuns: 1000 },
  )
})

test('ORDER-76 A viewer holds no more than 30 pieces by comment, however often it is asked for', () => {
  const onSale = new Map([['a1', { productId: 'a', perPersonLimit: null, left: 500 }]])
  const mine = new Map([['a1', { productId: 'a', cart: 29, held: 29 }]])
  const add = (quantity: number) => [{ productId: 'a', variantId: 'a1', change: { add: quantity } }]
  const state = { onSale, mine, ordered: new Map(), unpaid: new Map() }
  expect(planHolds(add(2), state)).toMatchObject([{ held: 29, trouble: { why: 'unpaidLimit', left: 1 } }])
  expect(planHolds(add(1), state)).toMatchObject([{ held: 30 }])
})

test('ORDER-900 A viewer holds half of a variant by comment, unpaid orders included, and never under one piece', () => {
  const add = (quantity: number) => [{ productId: 'a', variantId: 'a1', change: { add: quantity } }]
  const state = (left: number, unpaid = 0) => ({
    onSale: new Map([['a1', { productId: 'a', perPersonLimit: null, left }]]),
    mine: new Map(),
    ordered: new Map(),
    unpaid: new Map([['a1', unpaid]]),
  })
  expect(planHolds(add(6), state(10))).toMatchObject([{ held: 0, trouble: { why: 'unpaidLimit', left: 5 } }])
  expect(planHolds(add(5), state(10))).toMatchObject([{ held: 5 }])
  expect(planHolds(add(3), state(7, 3))).toMatchObject([{ held: 0, trouble: { why: 'unpaidLimit', left: 2 } }])
  expect(planHolds(add(1), state(1))).toMatchObject([{ held: 1 }])
})

test('ORDER-77 Several of one variant count together, taking all back is every variant of the product', () => {
  const onSale = new Map([['a1', { productId: 'a', perPersonLimit: null, left: 3 }]])
  const add = (quantity: number) => ({ productId: 'a', variantId: 'a1', change: { add: quantity } })
  const [both] = planHolds([add(2), add(2)], { onSale, mine: new Map(), ordered: new Map(), unpaid: new Map() })
  expect(both).toMatchObject({ asked: 4, held: 0, trouble: { why: 'unpaidLimit', left: 2 } })
  const mine = new Map([
    ['a1', { productId: 'a', cart: 3, held: 1 }],
    ['a2', { productId: 'a', cart: 2, held: 2 }],
    ['b1', { productId: 'b', cart: 1, held: 1 }],
  ])
  const all = [{ productId: 'a', variantId: undefined, change: { clear: true as const } }]
  expect(planHolds(all, { onSale, mine, ordered: new Map(), unpaid: new Map() })).toMatchObject([
    { variantId: 'a1', asked: -3, held: 0, cart: 0 },
    { variantId: 'a2', asked: -2, held: 0, cart: 0 },
  ])
})
