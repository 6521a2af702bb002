import { commentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCommenter, whereabouts } from '../../../test/commenting.ts'
import { aSmallShop, orderBody, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import type { ProductInput } from '../product/product.service.ts'

const { clock, shop } = await sharedShop()
const laterMs = 60_000

beforeEach(() => clock.set(new Date(shopOpensAt + laterMs)))

const aBowl = async (stock = 10, given: Partial<ProductInput> = {}) => {
  const small = await aSmallShop(shop, stock, { keyword: 'A01', ...given })
  return { ...small, of: () => whereabouts(shop, small.variantId), mei: aCommenter(shop, small.live, [small.product]) }
}

/** One product in three variants, 5 pieces each. */
const anApron = async (given: Partial<ProductInput> = {}) => {
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, {
    keyword: 'A07',
    variants: ['紅M', '紅XL', '白M'].map((name) => ({ name, stock: 5 })),
    ...given,
  })
  const live = shop.aLive(firmId, [product.id])
  const [redM = '', redXl = '', whiteM = ''] = product.variants.map(({ id }) => id)
  return { firmId, product, live, redM, redXl, whiteM, mei: aCommenter(shop, live, [product]) }
}

describe('what is held', () => {
  test('ORDER-57 Is taken over by the checkout: only what goes beyond it is reserved', async () => {
    const { mei, of, product, live, variantId } = await aBowl(3)
    await mei.order('+1')
    const other = shop.aViewer(live)
    const otherCart = { firmId: live.firmId, liveId: live.id, liveUserId: other.id }
    await expect(shop.orders.carts.set(otherCart, { variantId, quantity: 3 })).rejects.toMatchObject({
      errorName: 'soldOut',
    })
    expect((await mei.set(variantId, 2)).lines).toMatchObject([{ quantity: 2, held: 1, left: 3 }])
    const body = orderBody(live, mei.viewer, [{ price: product.price, quantity: 2 }])
    const { orderId } = await shop.orders.place(body)
    expect(await of()).toEqual({ stock: 1, held: 0, ordered: 2, sold: 0 })
    await shop.orders.cancel(live.firmId, orderId, { actorKind: 'system' })
    expect(await of()).toEqual({ stock: 3, held: 0, ordered: 0, sold: 0 })
  })

  test('ORDER-58 An order that is refused leaves the hold as it was', async () => {
    const { mei, of, product, live } = await aBowl(3)
    await mei.order('+2')
    const body = orderBody(live, mei.viewer, [{ price: product.price + 100, quantity: 2 }])
    await expect(shop.orders.place(body)).rejects.toMatchObject({ errorName: 'conflict' })
    expect(await of()).toMatchObject({ stock: 1, held: 2 })
    expect((await mei.cart()).lines).toMatchObject([{ quantity: 2, held: 2 }])
  })

  test('ORDER-59 Goes back on sale when the cart comes to hold less', async () => {
    const { mei, of, variantId } = await aBowl()
    await mei.order('+3')
    expect((await mei.set(variantId, 1)).lines).toMatchObject([{ quantity: 1, held: 1, left: 10 }])
    expect(await of()).toMatchObject({ stock: 9, held: 1 })
    expect((await mei.set(variantId, 4)).lines).toMatchObject([{ quantity: 4, held: 1, left: 10 }])
    expect((await mei.set(variantId, 2)).lines).toMatchObject([{ quantity: 2, held: 1 }])
    await mei.set(variantId, 0)
    expect(await of()).toMatchObject({ stock: 10, held: 0 })
  })

  test('ORDER-60 A hold ends after its time: the stock is on sale again, rooms and the viewer are notified, the cart keeps its line', async () => {
    const { mei, of, live, variantId, product } = await aBowl()
    const published: unknown[] = []
    const stop = shop.bus.subscribe(`stock/${live.firmId}`, (message) => published.push(message))
    const { of: seq } = await mei.order('+3')
    clock.advance(commentHoldMs - 1)
    await shop.jobs.runTick('order/expire-holds')
    expect(await of()).toMatchObject({ held: 3 })
    clock.advance(1)
    await Promise.all([shop.jobs.runTick('order/expire-holds'), shop.orders.byComment.endDue()])
    expect(await of()).toEqual({ stock: 10, held: 0, ordered: 0, sold: 0 })
    expect(mei.last()).toMatchObject({
      of: seq,
      outcome: 'lowered',
      lines: [{ productId: product.id, variantId, asked: 0, holds: 0 }],
      heldUntilMs: null,
    })
    expect((await mei.cart()).lines).toMatchObject([{ quantity: 3, held: 0, heldUntil: null }])
    await expect.poll(() => published.at(-1)).toEqual({ [variantId]: 10 })
    stop()
    await mei.order('A01+3')
    expect((await mei.cart()).lines).toMatchObject([{ quantity: 3, held: 3 }])
  })

  test('ORDER-61 The staff sees comment orders: what came of which comments, what waits, what is held', async () => {
    const { mei, live, firmId, product } = await anApron()
    const [held, unclear] = [await mei.order('紅M+2'), await mei.order('紅+1')]
    const { byComment } = shop.orders
    const of = await byComment.ordersOf(firmId, live.id, [held.of, unclear.of, 999_999])
    expect([...of.keys()].sort()).toEqual([held.of, unclear.of])
    expect(of.get(held.of)).toMatchObject({ outcome: 'held', lines: [{ holds: 2 }] })
    expect(await byComment.seqsIn(firmId, live.id, { before: unclear.of, limit: 5 })).toEqual({
      seqs: [held.of],
      total: 2,
    })
    expect(await byComment.waitingIn(firmId, [live.id])).toEqual(new Map([[live.id, 1]]))
    expect(await byComment.heldIn(firmId, live.id)).toEqual(new Map([[product.id, 2]]))
    const other = await shop.aFirm()
    expect(await byComment.ordersOf(other, live.id, [held.of])).toEqual(new Map())
    await expect(byComment.list(other, { liveId: live.id, limit: 5 })).rejects.toMatchObject({ errorName: 'notFound' })
  })
})
