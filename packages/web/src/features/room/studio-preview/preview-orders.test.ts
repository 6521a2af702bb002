import { expect, test } from 'vitest'
import { createOrders, type Order } from './preview-orders.ts'

test('ROOM-120 What a frame is ordered before its room is drawn is obeyed once it is, in its order and once', () => {
  const orders = createOrders()
  const obeyed: Order[] = []
  orders.publish({ t: 'seek', ms: 5000, settled: true })
  orders.publish({ t: 'play' })
  const end = orders.subscribe((order) => obeyed.push(order))
  expect(obeyed).toEqual([{ t: 'seek', ms: 5000, settled: true }, { t: 'play' }])
  orders.publish({ t: 'pause' })
  expect(obeyed.at(-1)).toEqual({ t: 'pause' })

  end()
  orders.publish({ t: 'sound', on: true })
  const next: Order[] = []
  orders.subscribe((order) => next.push(order))
  expect([obeyed.length, next]).toEqual([3, [{ t: 'sound', on: true }]])
})
