import { setTimeout as sleep } from 'node:timers/promises'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aSmallShop,
  buildShop,
  cartOwner,
  orderBody,
  quantitiesOf,
  placeOrder,
  shopOpensAt,
} from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'

const { clock, db, shop } = await sharedShop()

beforeEach(() => clock.set(new Date(shopOpensAt)))

const refused = async (work: Promise<unknown>): Promise<KaimaiError> => {
  const error = await work.then(
    () => undefined,
    (why: unknown) => why,
  )
  if (!(error instanceof KaimaiError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('limits of an order', () => {
  test('ORDER-33 The limit per person counts the orders that are neither expired nor cancelled', async () => {
    const small = await aSmallShop(shop, 50, { perPersonLimit: 3 })
    const { viewer, orderId } = await placeOrder(shop, small, { quantity: 2 })
    const more = (quantity: number) => placeOrder(shop, small, { quantity, viewer })
    expect(await refused(more(2))).toMatchObject({
      errorName: 'conflict',
      reason: { reason: orderErrors.limitReached, values: { product: '白瓷飯碗', limit: 3 } },
    })
    await more(1)
    expect(await refused(more(1))).toMatchObject({ errorName: 'conflict' })
    expect(await shop.orders.cancel(small.firmId, orderId, { actorKind: 'member', actor: '阿明' })).toBe(true)
    await more(2)
    expect(await refused(more(1))).toMatchObject({ errorName: 'conflict' })
    const other = shop.aViewer(small.live, { phone: '0987-654-321', email: 'lan@example.com' })
    await placeOrder(shop, small, { quantity: 3, viewer: other })
  })

  test('ORDER-34 The limit holds for one person who orders from several windows at once', async () => {
    const small = await aSmallShop(shop, 50, { perPersonLimit: 2 })
    const viewer = shop.aViewer(small.live)
    const body = orderBody(small.live, viewer, [{ price: small.product.price, quantity: 1 }])
    const tries = Array.from({ length: 10 }, async () => {
      await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
      return shop.orders.place(body).then(
        () => 1,
        () => 0,
      )
    })
    const placed = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
    expect(placed).toBeGreaterThanOrEqual(1)
    expect(placed).toBeLessThanOrEqual(2)
    expect((await quantitiesOf(shop, small.variantId)).held).toBe(placed)
  })

  test('ORDER-35 The limit holds for orders at once that hold different variants', async () => {
    const firmId = await shop.aFirm()
    const variants = [
      { name: '紅', stock: 9 },
      { name: '藍', stock: 9 },
    ]
    const product = await shop.aProduct(firmId, { perPersonLimit: 1, variants })
    const live = shop.aLive(firmId, [product.id])
    const viewer = shop.aViewer(live)
    const put = (at: number) =>
      db.raw(
        `insert into "cartLine" ("liveUserId", "variantId", "firmId", quantity, "addedAt", "changedAt")
         values ($1, $2, $3, 1, $4, $4)`,
        [viewer.id, product.variants[at]?.id, firmId, clock.now()],
      )
    // One process stops between its check of the limit and its commit.
    const slow = buildShop(db, { clock })
    slow.lives.push(live)
    slow.viewerByKey.set(viewer.key, viewer)
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    slow.products.reserve = async (...given) => {
      reached.resolve()
      await goOn.promise
      return shop.products.reserve(...given)
    }
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 1 }])
    await put(0)
    const first = slow.orders.place(body)
    await reached.promise
    const second = put(1).then(() => shop.orders.place(body))
    const both = Promise.allSettled([first, second])
    // The second must not get through while the first stands still, however long that is.
    await sleep(300)
    goOn.resolve()
    expect(await both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { errorName: 'conflict', reason: { reason: orderErrors.limitReached } } },
    ])
  })

  test('ORDER-36 One person has at most five unpaid orders in a live', async () => {
    const small = await aSmallShop(shop, 50)
    const { viewer } = await placeOrder(shop, small)
    for (let more = 0; more < 4; more += 1) await placeOrder(shop, small, { viewer })
    expect(await refused(placeOrder(shop, small, { viewer }))).toMatchObject({
      errorName: 'conflict',
      reason: { reason: orderErrors.tooManyUnpaid },
    })
  })
})
