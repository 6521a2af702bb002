import { expect, test } from 'vitest'
import { keepCart } from './cart-keep.ts'

const variantId = '00000000-0000-7000-8000-000000000001'
const bowls = (quantity: number) => [{ variantId, quantity, price: 68000, name: '飯碗' }]
const otherTabWrites = (quantity: number) => localStorage.setItem('kaimai.sale.chiri', JSON.stringify(bowls(quantity)))

test('SALES-PAGE-601 A cart shows what another tab put in between its first drawing and the moment it listens', () => {
  otherTabWrites(1)
  const keep = keepCart('chiri')
  expect(keep.get()).toEqual(bowls(1))
  otherTabWrites(2)
  let calls = 0
  const unsubscribe = keep.subscribe(() => {
    calls += 1
  })
  expect([keep.get(), calls]).toEqual([bowls(2), 1])
  otherTabWrites(3)
  dispatchEvent(new Event('storage'))
  expect([keep.get(), calls]).toEqual([bowls(3), 2])
  unsubscribe()
  otherTabWrites(4)
  dispatchEvent(new Event('storage'))
  expect([keep.get(), calls]).toEqual([bowls(3), 2])
})
