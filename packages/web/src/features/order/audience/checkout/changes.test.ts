import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

const line = (variantId: string, price: number, quantity = 1): Cart['lines'][number] => ({
  variantId,
  productId: variantId,
  productName: variantId,
  variantName: '',
  keyword: '',
  imageUrl: '',
  quantity,
  price,
  originalPrice: null,
  amount: price * quantity,
  left: 9,
  held: 0,
  heldUntil: null,
  returnException: null,
})
const seen = (lines: Cart['lines'], deliveryFee = 6000, paymentFee = 0) => ({ lines, deliveryFee, paymentFee })

test('ORDER-133 What changed is named: prices, quantities, what went, what came, fees', () => {
  const before = seen([line('碗', 68000, 2), line('杯', 72000), line('壺', 248000)])
  const now = seen([line('碗', 72000, 1), line('杯', 72000), line('盤', 86000)], 0, 3000)
  expect(changesBetween(before, now)).toEqual([
    { kind: 'price', name: '碗', before: 68000, now: 72000 },
    { kind: 'quantity', name: '碗', before: 2, now: 1 },
    { kind: 'gone', name: '壺' },
    { kind: 'added', name: '盤', now: 1 },
    { kind: 'deliveryFee', before: 6000, now: 0 },
    { kind: 'paymentFee', before: 0, now: 3000 },
  ])
})

test('ORDER-134 Nothing is named exactly when nothing that is paid for changed', () => {
  const lines = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      price: fc.nat({ max: 3 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  )
  const cart = fc.record({ lines, deliveryFee: fc.nat({ max: 2 }) }).map(({ lines: some, deliveryFee }) =>
    seen(
      some.toSorted((x, y) => (x.id < y.id ? -1 : 1)).map(({ id, price, quantity }) => line(id, price, quantity)),
      deliveryFee,
    ),
  )
  fc.assert(
    fc.property(cart, cart, (before, now) => {
      expect(changesBetween(before, now).length === 0).toBe(JSON.stringify(before) === JSON.stringify(now))
    }),
  )
})
