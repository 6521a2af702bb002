import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { aSmallShop, cartOwner, orderBody, quantitiesOf, shopOpensAt } from '../../../test/commerce-factory.ts'
import { serveShop } from '../../../test/commerce-http.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'

const { clock, db, shop } = await sharedShop()

beforeEach(() => clock.set(new Date(shopOpensAt)))

const ordersOf = async (firmId: string) =>
  (await db.raw('select * from "order" where "firmId" = $1 order by "orderNo"', [firmId])).rows

describe('the same call again', () => {
  const ordering = async () => {
    const { origin, close } = await serveShop(shop)
    onTestFinished(close)
    return async (body: object, key: string) => {
      const response = await fetch(`${origin}${pathOf(purchaseRoutes.createOrder)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { status: response.status, answer: await response.text() }
    }
  }

  test('ORDER-40 The same Idempotency-Key 20 times at once makes one order, and all get its answer', async () => {
    const order = await ordering()
    const small = await aSmallShop(shop, 50)
    const viewer = shop.aViewer(small.live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 2 })
    const body = orderBody(small.live, viewer, [{ price: small.product.price, quantity: 2 }])
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(body, key)))
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await ordersOf(small.firmId)).toHaveLength(1)
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 48, held: 2, sold: 0 })
    // The shop may even be closed by now.
    clock.advance(24 * 3_600_000 - 1)
    expect(await order(body, key)).toEqual(answers[0])
  })

  test('ORDER-41 The same key with another body is refused', async () => {
    const order = await ordering()
    const small = await aSmallShop(shop, 50)
    const key = newId()
    const viewer = shop.aViewer(small.live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    const lines = [{ price: small.product.price, quantity: 1 }]
    expect(await order(orderBody(small.live, viewer, lines), key)).toMatchObject({ status: 200 })
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    const again = await order(orderBody(small.live, viewer, lines, { memo: '另一筆' }), key)
    expect(again).toMatchObject({ status: 409, answer: expect.stringContaining('"code":6') })
    expect(await ordersOf(small.firmId)).toHaveLength(1)
  })
})

describe('everybody at once', () => {
  test('ORDER-42 200 buyers at once for 50 pieces: 50 orders, 150 sold out, none left and none too many', async () => {
    const small = await aSmallShop(shop, 50)
    const buyers = Array.from({ length: 200 }, () => shop.aViewer(small.live))
    await Promise.all(
      buyers.map((viewer) => shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })),
    )
    const outcomes = await Promise.all(
      buyers.map((viewer) => {
        const body = orderBody(small.live, viewer, [{ price: small.product.price, quantity: 1 }])
        return shop.orders.place(body).then(
          () => 'ordered',
          (error: unknown) => (error instanceof KaimaiError ? error.errorName : String(error)),
        )
      }),
    )
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
    expect([count('ordered'), count('soldOut')]).toEqual([50, 150])
    expect(await quantitiesOf(shop, small.variantId)).toEqual({ stock: 0, held: 50, sold: 0 })
    expect(await ordersOf(small.firmId)).toHaveLength(50)
  })
})
