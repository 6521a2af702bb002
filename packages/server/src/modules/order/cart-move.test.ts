import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import { unpaidQuantityMax } from '@kaimai/contract/order/unpaid.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CartPieces, planCartMove } from './cart-move.ts'

const ids = Array.from({ length: cartLinesMax + 10 }, (_, n) => `variant-${n}`)
const cartOf = (size: number) =>
  fc.uniqueArray(
    fc.record({
      variantId: fc.constantFrom(...ids),
      cart: fc.integer({ min: 1, max: 20 }),
      held: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ variantId }) => variantId, maxLength: size },
  )
const whole = (pieces: readonly CartPieces[]) =>
  pieces.map((each) => ({ ...each, held: Math.min(each.held, each.cart) }))
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

test('ORDER-960 Two carts of one person become one: no piece doubles or is lost, nothing beyond a limit, what was held is held or back on sale', () => {
  fc.assert(
    fc.property(
      cartOf(12),
      cartOf(cartLinesMax),
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      fc.integer({ min: 0, max: 5 }),
      (one, other, perPersonLimit, bought) => {
        const [from, to] = [whole(one), whole(other)]
        // Every second variant is of the same product.
        const variants = new Map(
          ids.map((id, n) => [id, { productId: n % 2 === 0 ? 'even' : id, perPersonLimit }] as const),
        )
        const plan = planCartMove({ from, to, variants, ordered: new Map([['even', bought]]) })
        const after = new Map([...to, ...plan.lines].map((pieces) => [pieces.variantId, pieces]))
        const kept = [...after.values()].filter(({ cart }) => cart > 0)
        expect(plan.moved + plan.leftBehind).toBe(sum(from.map(({ cart }) => cart)))
        expect(sum(kept.map(({ cart }) => cart))).toBe(sum(to.map(({ cart }) => cart)) + plan.moved)
        const heldAfter = sum(kept.map(({ held }) => held))
        expect(heldAfter + sum(plan.released.map(({ quantity }) => quantity))).toBe(
          sum([...from, ...to].map(({ held }) => held)),
        )
        expect(heldAfter).toBeLessThanOrEqual(Math.max(unpaidQuantityMax, sum(to.map(({ held }) => held))))
        for (const { cart, held } of kept) expect(held).toBeLessThanOrEqual(cart)
        expect(kept.length).toBeLessThanOrEqual(cartLinesMax)
        for (const { variantId, cart } of plan.lines) {
          const before = to.find((pieces) => pieces.variantId === variantId)?.cart ?? 0
          if (cart === before || perPersonLimit === null) continue
          const productId = variants.get(variantId)?.productId
          const ofProduct = kept.filter((pieces) => variants.get(pieces.variantId)?.productId === productId)
          const already = productId === 'even' ? bought : 0
          expect(sum(ofProduct.map((pieces) => pieces.cart)) + already).toBeLessThanOrEqual(perPersonLimit)
        }
      },
    ),
  )
})

test('ORDER-961 What is no longer sold stays behind, and its held pieces go back', () => {
  const from = [
    { variantId: 'gone', cart: 2, held: 1 },
    { variantId: 'here', cart: 3, held: 3 },
  ]
  const variants = new Map([['here', { productId: 'cup', perPersonLimit: 2 }]])
  expect(planCartMove({ from, to: [], variants, ordered: new Map() })).toEqual({
    lines: [
      { variantId: 'gone', cart: 0, held: 0 },
      { variantId: 'here', cart: 2, held: 2 },
    ],
    released: [
      { variantId: 'gone', quantity: 1 },
      { variantId: 'here', quantity: 1 },
    ],
    moved: 2,
    leftBehind: 3,
  })
})
