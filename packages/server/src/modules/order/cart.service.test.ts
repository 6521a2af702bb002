import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { describe, expect, test } from 'vitest'
import { aSmallShop, cartOwner, quantitiesOf, placeOrder, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'

const { clock, shop } = await sharedShop()

const setUp = async (stock = 10, given = {}) => {
  const small = await aSmallShop(shop, stock, given)
  const viewer = shop.aViewer(small.live)
  const owner = cartOwner(viewer)
  const set = (quantity: number, variantId = small.variantId) => shop.orders.carts.set(owner, { variantId, quantity })
  return { ...small, viewer, owner, set, show: () => shop.orders.carts.show(owner) }
}

describe('the cart', () => {
  test('ORDER-19 The cart holds what was put in, by viewer, and takes out what is set to none', async () => {
    const { set, show, product, live } = await setUp()
    await set(2)
    const cart = await show()
    expect(cart).toMatchObject({ subtotal: 2 * product.price, totalQuantity: 2, currency: 'TWD' })
    expect(cart.lines).toMatchObject([
      { productName: product.productName, quantity: 2, amount: 2 * product.price, left: 10 },
    ])
    expect(await shop.orders.carts.show(cartOwner(shop.aViewer(live)))).toMatchObject({ lines: [], totalQuantity: 0 })
    expect(await set(0)).toMatchObject({ lines: [], subtotal: 0, totalQuantity: 0 })
    expect(await set(0)).toMatchObject({ lines: [] })
  })

  test('ORDER-20 The cart reserves nothing and always shows the price and stock of now', async () => {
    const { set, show, product, firmId, variantId } = await setUp()
    await set(3)
    expect(await quantitiesOf(shop, variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
    await shop.products.change(firmId, product.id, {
      ...product,
      price: 500_00,
      variants: [{ id: variantId, name: '', stock: 1 }],
    })
    expect((await show()).lines).toMatchObject([{ price: 500_00, amount: 1500_00, left: 1 }])
    await shop.products.remove(firmId, product.id)
    expect((await show()).lines).toMatchObject([{ quantity: 3, left: 0 }])
  })

  test('ORDER-21 Takes products of this live only', async () => {
    const { set, firmId } = await setUp()
    const elsewhere = await shop.aProduct(firmId)
    const others = await aSmallShop(shop, 5)
    for (const variantId of [elsewhere.variants[0]?.id ?? '', others.variantId, newId()]) {
      await expect(set(1, variantId)).rejects.toMatchObject({ errorName: 'noData' })
    }
  })

  test('ORDER-22 More than is left is refused with how many are, fewer never', async () => {
    const { set, product, firmId, variantId } = await setUp(4)
    await expect(set(5)).rejects.toMatchObject({
      errorName: 'soldOut',
      reason: { reason: orderErrors.leftOnly, values: { product: '白瓷飯碗', left: 4 } },
    })
    await set(4)
    await shop.products.change(firmId, product.id, { ...product, variants: [{ id: variantId, name: '', stock: 0 }] })
    expect((await set(3)).lines).toMatchObject([{ quantity: 3, left: 0 }])
    await expect(set(4)).rejects.toMatchObject({ reason: { reason: orderErrors.soldOutNamed } })
  })

  test('ORDER-23 The limit per person counts all variants of a product in the cart', async () => {
    const firmId = await shop.aFirm()
    const product = await shop.aProduct(firmId, {
      perPersonLimit: 3,
      variants: [
        { name: '紅', stock: 9 },
        { name: '藍', stock: 9 },
      ],
    })
    const [red, blue] = product.variants
    const owner = cartOwner(shop.aViewer(shop.aLive(firmId, [product.id])))
    const set = (variantId = '', quantity = 0) => shop.orders.carts.set(owner, { variantId, quantity })
    await set(red?.id, 2)
    await expect(set(blue?.id, 2)).rejects.toMatchObject({
      errorName: 'conflict',
      reason: { reason: orderErrors.limitReached, values: { limit: 3 } },
    })
    expect(await set(blue?.id, 1)).toMatchObject({ totalQuantity: 3 })
  })

  test('ORDER-24 Is filled from the begin of the live to a day after its end', async () => {
    const { set, live, show } = await setUp()
    const at = (ms: number) => clock.set(new Date(ms))
    at(live.beginAtMs - 1)
    await expect(set(1)).rejects.toMatchObject({ errorName: 'conflict', reason: orderErrors.shopNotOpen })
    at(live.endAtMs + 24 * 3_600_000 - 1)
    await set(1)
    at(live.endAtMs + 24 * 3_600_000)
    await expect(set(2)).rejects.toMatchObject({ errorName: 'gone', reason: orderErrors.shopClosed })
    expect(await show()).toMatchObject({ totalQuantity: 1 })
    at(shopOpensAt)
  })

  test('ORDER-25 Is empty after the order, and holds what is put in afterwards', async () => {
    const small = await aSmallShop(shop, 10)
    const { viewer } = await placeOrder(shop, small, { quantity: 2 })
    expect(await shop.orders.carts.show(cartOwner(viewer))).toMatchObject({ lines: [] })
    const again = await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity: 1 })
    expect(again.lines).toMatchObject([{ quantity: 1, left: 8 }])
  })

  test('ORDER-26 One that nobody has touched for 30 days is forgotten', async () => {
    const { set, show } = await setUp()
    await set(1)
    clock.advance(30 * 24 * 3_600_000)
    await shop.jobs.runTick('order/sweep-carts')
    expect(await show()).toMatchObject({ totalQuantity: 1 })
    clock.advance(1)
    await shop.jobs.runTick('order/sweep-carts')
    expect(await show()).toMatchObject({ totalQuantity: 0 })
    clock.set(new Date(shopOpensAt))
  })
})
