import { quantityMax } from '@kaimai/contract/order/checkout.schema.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStockLeft } from './stock-left.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const product = (variantId: string, left: number, showLeft: boolean): RoomProduct => ({
  productId: variantId,
  productName: '',
  keyword: '',
  description: '',
  unit: '',
  imageUrl: '',
  price: 1,
  originalPrice: null,
  priceKind: 'normal',
  currency: 'TWD',
  prices: {
    price: 1,
    originalPrice: null,
    onSalePrice: null,
    onSaleFrom: null,
    onSaleUntil: null,
    specialOfferPrice: null,
  },
  perPersonLimit: null,
  returnException: null,
  showLeft,
  variants: [{ variantId, name: '', keyword: '', left }],
})
const liveProducts = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), left: fc.nat(3), showLeft: fc.boolean() }),
  {
    selector: ({ id }) => id,
  },
)
type Goods = { id: string; left: number; showLeft: boolean }[]
const stocked = (list: Goods) => ({
  products: list.map(({ id, left, showLeft }) => product(id, left, showLeft)),
  stock: Object.fromEntries(list.map(({ id, left }) => [id, left])),
})
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('restock' as const), left: fc.dictionary(fc.constantFrom(...ids), fc.nat(3)) }),
    fc.record({ kind: fc.constant('change' as const), liveProducts }),
    // The same live, read again.
    fc.record({ kind: fc.constantFrom('tick' as const, 'reread' as const) }),
  ),
  { maxLength: 30 },
)

test('ROOM-210 Whatever is sold, restocked and changed: viewers end with no hidden number, and the staff with each as it is', () => {
  fc.assert(
    fc.property(liveProducts, steps, (first, list) => {
      const stock = createStockLeft(stocked(first))
      let now = first
      const viewer: Record<string, number> = { ...stock.all() }
      const staff: Record<string, number> = { ...stock.exact() }
      const tick = () => {
        const frame = stock.takeChange()
        Object.assign(viewer, frame)
        Object.assign(staff, frame, stock.takeHidden())
      }
      for (const step of list) {
        if (step.kind === 'tick') tick()
        else if (step.kind === 'reread') stock.change(stocked(now))
        else if (step.kind === 'change') {
          now = step.liveProducts
          stock.change(stocked(now))
        } else if (step.kind === 'restock') {
          now = now.map((good) => ({ ...good, left: step.left[good.id] ?? good.left }))
          stock.restock(step.left)
        }
      }
      tick()
      for (const { id, left, showLeft } of now) {
        expect([id, viewer[id]]).toEqual([id, showLeft || left === 0 ? left : quantityMax])
        expect([id, staff[id]]).toEqual([id, left])
      }
      expect(Object.keys(stock.all()).toSorted()).toEqual(now.map(({ id }) => id).toSorted())
      expect([stock.takeChange(), stock.takeHidden()]).toEqual([undefined, undefined])
    }),
  )
})

test('ROOM-211 Of a hidden number a frame goes out only when the last piece is sold or the first one comes', () => {
  const stock = createStockLeft(stocked([{ id: 'a', left: 3, showLeft: false }]))
  const frames = [2, 1, 0, 5, 4].map((left) => {
    stock.restock({ a: left })
    return [stock.takeChange()?.['a'], stock.takeHidden()?.['a']]
  })
  expect(frames).toEqual([
    [undefined, 2],
    [undefined, 1],
    [0, 0],
    [quantityMax, 5],
    [undefined, 4],
  ])
})
