import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShownProduct } from '../page-data.ts'
import { cartOf, checkItems, maxOf, totalQuantityOf, quantityOf, readItems, withQuantity } from './page-cart.ts'

const product = (id: string, given: Partial<ShownProduct> = {}): ShownProduct => ({
  productId: id,
  productName: id,
  description: '',
  unit: '',
  price: 68000,
  originalPrice: null,
  currency: 'TWD',
  imageUrl: '',
  returnException: null,
  left: 5,
  perPersonLimit: null,
  variants: [{ variantId: `${id}1`, name: '', left: 5 }],
  ...given,
})
const bowl = product('碗')
const shirt = product('衫', {
  price: 39000,
  perPersonLimit: 3,
  variants: [
    { variantId: '紅', name: '紅', left: 2 },
    { variantId: '白', name: '白', left: 9 },
  ],
})
const item = (variantId: string, quantity: number, price = 68000, name = variantId) => ({
  variantId,
  quantity,
  price,
  name,
})

test('SALES-PAGE-23 A cart never holds more than there is, nor more than one person may have, whatever is tapped', () => {
  const taps = fc.array(
    fc.record({ variantId: fc.constantFrom('碗1', '紅', '白', '沒有'), quantity: fc.integer({ min: -2, max: 20 }) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(taps, (all) => {
      const products = [bowl, shirt]
      const items = all.reduce<ReturnType<typeof readItems>>(
        (held, { variantId, quantity }) => withQuantity(held, products, variantId, quantity),
        [],
      )
      expect(quantityOf(items, '碗1')).toBeLessThanOrEqual(5)
      expect(quantityOf(items, '紅')).toBeLessThanOrEqual(2)
      expect(quantityOf(items, '紅') + quantityOf(items, '白')).toBeLessThanOrEqual(3)
      expect(items.every(({ quantity }) => quantity > 0)).toBe(true)
      const { items: same, changes } = checkItems(items, products)
      expect([same, changes]).toEqual([items, []])
      const cart = cartOf(items, products)
      expect(cart.totalQuantity).toBe(totalQuantityOf(items))
      expect(cart.subtotal).toBe(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0))
      expect(cart.lines.every(({ left, quantity }) => left >= quantity)).toBe(true)
    }),
  )
})

test('SALES-PAGE-24 The limit for one person counts all variants together', () => {
  const [red, white] = shirt.variants
  if (!red || !white) throw new Error('two variants')
  expect(maxOf(shirt, white, [item('紅', 2)])).toBe(1)
  expect(maxOf(shirt, red, [item('白', 3)])).toBe(0)
})

test('SALES-PAGE-25 A stored cart is checked against what the page sells now, and lists what changed', () => {
  const kept = [item('碗1', 7, 65000), item('紅', 1, 39000), item('壺1', 1, 248000, '提梁壺')]
  const { items, changes } = checkItems(kept, [bowl, shirt])
  expect(items.map(({ variantId, quantity, price }) => [variantId, quantity, price])).toEqual([
    ['碗1', 5, 68000],
    ['紅', 1, 39000],
  ])
  expect(changes).toEqual([
    { kind: 'price', name: '碗', before: 65000, now: 68000 },
    { kind: 'fewer', name: '碗', quantity: 5 },
    { kind: 'gone', name: '提梁壺' },
  ])
  const soldOut = { ...bowl, left: 0, variants: [{ variantId: '碗1', name: '', left: 0 }] }
  expect(checkItems([item('碗1', 1)], [soldOut])).toEqual({ items: [], changes: [{ kind: 'gone', name: '碗1' }] })
})

test('SALES-PAGE-26 Whatever stands in the storage, only lines come out of it', () => {
  expect(readItems([item('碗1', 2), { variantId: 'x' }, item('紅', 0), null])).toEqual([item('碗1', 2)])
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      for (const { quantity } of readItems(stored)) expect(quantity).toBeGreaterThan(0)
    }),
  )
})
