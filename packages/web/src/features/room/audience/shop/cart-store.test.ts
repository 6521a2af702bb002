import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdEndsMs, totalQuantityIn, quantityIn } from './cart-state.ts'
import { createCartStore } from './cart-store.ts'

const line = (variantId: string, quantity: number): Cart['lines'][number] => ({
  variantId,
  productId: `product of ${variantId}`,
  productName: 'Bowl',
  variantName: '',
  keyword: 'A01',
  imageUrl: '',
  quantity,
  price: 68000,
  originalPrice: null,
  amount: 68000 * quantity,
  left: 40,
  held: 0,
  heldUntil: null,
  returnException: null,
})

/** A server that answers when the test lets it. */
const aServer = () => {
  const held = new Map<string, number>()
  const waiting: (() => void)[] = []
  const sent: { variantId: string; quantity: number }[] = []
  const cartNow = (): Cart => {
    const lines = [...held].filter(([, quantity]) => quantity > 0).map(([id, quantity]) => line(id, quantity))
    const totalQuantity = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return { lines, currency: 'TWD', subtotal: 68000 * totalQuantity, totalQuantity }
  }
  return {
    held,
    sent,
    calls: {
      show: async () => cartNow(),
      set: (variantId: string, quantity: number) =>
        new Promise<Cart>((resolve, reject) => {
          sent.push({ variantId, quantity })
          waiting.push(() => {
            if (quantity > 5) return reject(new Error('limit'))
            held.set(variantId, quantity)
            resolve(cartNow())
          })
        }),
    },
    answer: async () => {
      waiting.shift()?.()
      // What follows an answer runs before the next turn.
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

test('ROOM-256 Taps in a row become one change, and the screen shows the newest at once', async () => {
  const server = aServer()
  const store = createCartStore(server.calls)
  const results = [store.set('v1', 1), store.set('v1', 2), store.set('v1', 3)]
  expect(quantityIn(store.get(), 'v1')).toBe(3)
  expect(totalQuantityIn(store.get())).toBe(3)
  await server.answer()
  await server.answer()
  await Promise.all(results)
  expect(server.sent).toEqual([
    { variantId: 'v1', quantity: 1 },
    { variantId: 'v1', quantity: 3 },
  ])
  expect(store.get()).toEqual({ cart: expect.objectContaining({ totalQuantity: 3 }), wanted: {} })
})

test('ROOM-257 A rejected change puts back what the server holds', async () => {
  const server = aServer()
  const store = createCartStore(server.calls)
  const first = store.set('v1', 2)
  await server.answer()
  await first
  const refused = store.set('v1', 6)
  expect(quantityIn(store.get(), 'v1')).toBe(6)
  const outcome = expect(refused).rejects.toThrow('limit')
  await server.answer()
  await outcome
  expect(quantityIn(store.get(), 'v1')).toBe(2)
})

test('ROOM-258 However taps and answers mix, the screen ends with what the server holds', async () => {
  const step = fc.oneof(
    fc.record({ variantId: fc.constantFrom('v1', 'v2'), quantity: fc.integer({ min: 0, max: 5 }) }),
    fc.constant('answer' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const server = aServer()
      const store = createCartStore(server.calls)
      const results: Promise<unknown>[] = []
      const requested = new Map<string, number>()
      for (const each of steps) {
        if (each === 'answer') await server.answer()
        else {
          requested.set(each.variantId, each.quantity)
          results.push(store.set(each.variantId, each.quantity))
        }
      }
      for (let n = 0; n < steps.length * 2; n++) await server.answer()
      await Promise.all(results)
      for (const [variantId, quantity] of requested) {
        expect(server.held.get(variantId)).toBe(quantity)
        expect(quantityIn(store.get(), variantId)).toBe(quantity)
      }
    }),
    { numRuns: 60 },
  )
})

test('ROOM-259 A hold that ran out is announced; one given back by choice, or that stands again, is not', async () => {
  const heldUntil = '2026-11-20T12:15:00.000Z'
  let lines: Cart['lines'] = [
    { ...line('v1', 2), held: 2, heldUntil },
    { ...line('v2', 3), held: 3, heldUntil: '2026-11-20T12:20:00.000Z' },
  ]
  const show = async (): Promise<Cart> => ({ lines, currency: 'TWD', subtotal: 0, totalQuantity: 0 })
  const store = createCartStore({ show, set: show })
  await store.load()
  expect(holdEndsMs(store.get())).toBe(Date.parse(heldUntil))
  expect(store.get().endedHolds).toBeUndefined()
  lines = [line('v1', 2), line('v2', 1)]
  await store.load()
  expect(store.get().endedHolds).toEqual(['v1'])
  expect(holdEndsMs(store.get())).toBeUndefined()
  lines = [{ ...line('v1', 2), held: 1, heldUntil }, line('v2', 1)]
  await store.load()
  expect(store.get().endedHolds).toBeUndefined()
})

test('ROOM-96 What all in the cart is held of costs what was promised; of all else, and held in part, the room’s price stands', () => {
  const { priced } = createCartStore({ show: () => Promise.reject(), set: () => Promise.reject() })
  const product = (price: number, originalPrice: number | null = null) =>
    ({ productId: 'product of v1', price, originalPrice }) as RoomProduct
  const at = (lines: Cart['lines']) =>
    ({ cart: { lines, currency: 'TWD', subtotal: 0, totalQuantity: 0 }, wanted: {} }) as const
  const held = { ...line('v1', 2), held: 2, price: 48000 }
  expect(priced([product(68000)], at([held]))).toMatchObject([{ price: 48000, originalPrice: 68000 }])
  expect(priced([product(68000, 88000)], at([held]))).toMatchObject([{ price: 48000, originalPrice: 88000 }])
  const inPart = { ...held, quantity: 3, price: 68000 }
  expect(priced([product(68000)], at([inPart]))).toEqual([product(68000)])
  expect(priced([product(68000)], { cart: undefined, wanted: {} })).toEqual([product(68000)])
})

test('ROOM-97 A cart with something in it is asked for anew when prices change, not at first, and not when they stay', async () => {
  let asked = 0
  const show = async (): Promise<Cart> => {
    asked += 1
    return { lines: [line('v1', 1)], currency: 'TWD', subtotal: 0, totalQuantity: 1 }
  }
  const store = createCartStore({ show, set: show })
  const at = (price: number) => [{ price } as RoomProduct]
  store.follow(at(480))
  store.follow(at(680))
  expect(asked).toBe(0)
  await store.load()
  store.follow(at(680))
  expect(asked).toBe(1)
  store.follow(at(480))
  expect(asked).toBe(2)
})
