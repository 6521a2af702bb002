import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CartState, withStockIn } from './cart-state.ts'
import { lastFew, maxOf, offerStateOf, withStock } from './offer-state.ts'

const product = (over: Partial<RoomProduct> = {}): RoomProduct => ({
  productId: 'p1',
  productName: 'Bowl',
  keyword: 'A01',
  description: '',
  unit: '',
  price: 68000,
  originalPrice: 88000,
  priceKind: 'normal',
  prices: {
    price: 68000,
    originalPrice: 88000,
    onSalePrice: null,
    onSaleFrom: null,
    onSaleUntil: null,
    specialOfferPrice: null,
  },
  currency: 'TWD',
  imageUrl: '',
  perPersonLimit: null,
  returnException: null,
  variants: [{ variantId: 'v1', name: '', keyword: '', left: 12 }],
  showLeft: true,
  ...over,
})
const twoVariants = [
  { variantId: 'v1', name: 'red', keyword: 'A01R', left: 3 },
  { variantId: 'v2', name: 'white', keyword: '', left: 9 },
]
const empty: CartState = { cart: undefined, wanted: {} }
const shelf = (over: Partial<RoomProduct> = {}, stock: Record<string, number> = {}) => {
  const [first] = withStock([product(over)], stock)
  if (!first) throw new Error('no product')
  return first
}

test('ROOM-260 The card follows the stock: running, the last few, sold out', () => {
  expect(offerStateOf(shelf(), empty)).toEqual({ kind: 'add', variantId: 'v1', left: 12, isLastFew: false })
  expect(offerStateOf(shelf({}, { v1: lastFew }), empty)).toMatchObject({ kind: 'add', isLastFew: true })
  expect(offerStateOf(shelf({}, { v1: 0 }), empty)).toEqual({ kind: 'soldOut' })
  expect(offerStateOf(shelf({ variants: twoVariants }, { v1: 0, v2: 0 }), empty)).toEqual({ kind: 'soldOut' })
})

test('ROOM-261 What is in the cart stays changeable, also when nothing is left', () => {
  const inCart: CartState = { cart: undefined, wanted: { v1: 2 } }
  expect(offerStateOf(shelf(), inCart)).toMatchObject({ kind: 'inCart', quantity: 2, max: 12, isShort: false })
  expect(offerStateOf(shelf({}, { v1: 1 }), inCart)).toMatchObject({ kind: 'inCart', quantity: 2, isShort: true })
  expect(offerStateOf(shelf({ variants: twoVariants }, { v1: 0, v2: 0 }), inCart)).toMatchObject({
    kind: 'choose',
    quantity: 2,
  })
})

test('ROOM-262 Nobody can tap beyond what is left or the limit for one person over all variants', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 20 }),
      fc.nat({ max: 20 }),
      fc.option(fc.integer({ min: 1, max: 10 })),
      fc.nat({ max: 10 }),
      (left, otherLeft, perPersonLimit, beside) => {
        const variants = [
          { variantId: 'v1', name: 'red', keyword: '', left },
          { variantId: 'v2', name: 'white', keyword: '', left: otherLeft },
        ]
        const max = maxOf(shelf({ variants, perPersonLimit }), 'v1', { cart: undefined, wanted: { v2: beside } })
        expect(max).toBeGreaterThanOrEqual(0)
        expect(max).toBeLessThanOrEqual(left)
        if (perPersonLimit !== null && max > 0) expect(max + beside).toBeLessThanOrEqual(perPersonLimit)
      },
    ),
  )
})

test('ROOM-263 What an order by comment holds for this viewer is theirs, though the room counts it as gone', () => {
  const line = {
    variantId: 'v1',
    productId: 'p1',
    productName: 'Bowl',
    variantName: '',
    keyword: 'A01',
    imageUrl: '',
    quantity: 2,
    price: 68000,
    originalPrice: null,
    amount: 136000,
    left: 2,
    held: 2,
    heldUntil: '2026-11-20T12:15:00.000Z',
    returnException: null,
  }
  const cart = { lines: [line], currency: 'TWD' as const, subtotal: 136000, totalQuantity: 2 }
  const state: CartState = { cart, wanted: {} }
  expect(offerStateOf(shelf({}, { v1: 0 }), state)).toMatchObject({ kind: 'inCart', max: 2, isShort: false })
  expect(withStockIn(state, { v1: 0 }).cart?.lines[0]?.left).toBe(2)
  expect(withStockIn(state, { v1: 3 }).cart?.lines[0]?.left).toBe(5)
})
