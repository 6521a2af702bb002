import { expect, test } from 'vitest'
import { orderableOf } from './order-port.ts'
import { createRoomState } from './room-state.ts'

test('ROOM-76 What is listed is one and the same list until products or what is unlisted change', () => {
  const product = (productId: string) => ({ productId, productName: productId, variants: [] }) as never
  const products = [product('a'), product('b')]
  const roomState = createRoomState()
  const listed = () => orderableOf(products, roomState.unlisted(), []).productsOfRoom
  const happen = (kind: 'productListed' | 'productUnlisted', seq: number) =>
    roomState.note({ kind, seq, ms: seq, productId: 'a' })
  expect(listed()).toBe(products)
  happen('productUnlisted', 1)
  const without = listed()
  expect(without).toEqual([products[1]])
  expect(listed()).toBe(without)
  roomState.note({ kind: 'productShown', seq: 2, ms: 2, productId: 'b' })
  expect(listed()).toBe(without)
  happen('productListed', 3)
  expect(listed()).toBe(products)
})
