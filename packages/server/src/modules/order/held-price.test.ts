import { cardPriceOf } from '@kaimai/contract/order/held-price.rules.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { commentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCommenter } from '../../../test/commenting.ts'
import { orderBody, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import type { LiveProductTerms } from '../product/product.service.ts'
import { placeOf } from './shop-access.ts'

const { clock, shop } = await sharedShop()
const minute = 60_000

beforeEach(() => clock.set(new Date(shopOpensAt)))

interface Given {
  readonly price?: number
  readonly livePrice?: number | null
}

/** A live of one product whose replay is open for a day; a viewer is in it. */
const aSale = async ({ price = 680_00, livePrice = 480_00 }: Given = {}) => {
  const firmId = await shop.aFirm()
  const variants = [{ name: '', stock: 20 }]
  const product = await shop.aProduct(firmId, { keyword: 'A01', price, specialOfferPrice: null, variants })
  const liveProducts: LiveProductTerms[] = [{ productId: product.id, livePrice, showLeft: true }]
  const setLivePrice = (price: number) =>
    liveProducts.splice(0, 1, { productId: product.id, livePrice: price, showLeft: true })
  const day = 24 * 60 * minute
  const live = shop.aLive(firmId, [product.id], { liveProducts, replayUntilMs: shopOpensAt + 2 * day })
  const mei = aCommenter(shop, live, [product])
  const variantId = product.variants[0]?.id ?? ''
  /** What the card, the cart and the order say to this viewer now. */
  const said = async () => {
    const place = placeOf(live, clock.ms())
    const [shown] = await shop.products.forRoom(firmId, live.productIds, place, live.liveProducts)
    const cart = await mei.cart()
    const today = shown === undefined ? 0 : priceNow(shown.prices, { nowMs: clock.ms(), place }).price
    return { today, card: cardPriceOf(today, cart.lines), cart }
  }
  const buy = async () => {
    const { cart } = await said()
    const placed = await shop.orders.place(
      orderBody(
        live,
        mei.viewer,
        cart.lines.flatMap((line) => line.pieces ?? [line]),
      ),
    )
    return { placed, order: await shop.orders.info(firmId, placed.orderId) }
  }
  return { firmId, product, live, mei, variantId, setLivePrice, said, buy }
}
type Sale = Awaited<ReturnType<typeof aSale>>

const at = async (ms: number) => {
  clock.set(new Date(ms))
  await shop.orders.byComment.endDue()
}

describe('the price that a hold promises', () => {
  test('ORDER-182 It is charged as long as the hold stands: at the end of the live, after it and in the replay; then today’s price is', async () => {
    const { live, mei, said, buy, product, firmId } = await aSale()
    await at(live.endAtMs - minute)
    await mei.order('+2')
    expect(await said()).toMatchObject({ card: 480_00, cart: { subtotal: 960_00, lines: [{ price: 480_00 }] } })
    // The merchant raises nothing that was promised.
    await shop.products.change(firmId, product.id, { ...product, price: 900_00 })
    for (const ms of [live.endAtMs - 1, live.endAtMs, live.endAtMs + 5 * minute]) {
      await at(ms)
      expect(await said()).toMatchObject({
        card: 480_00,
        cart: { subtotal: 960_00, lines: [{ price: 480_00, amount: 960_00, held: 2 }] },
      })
    }
    expect((await said()).cart.lines[0]?.originalPrice).toBe(900_00)
    const { order, placed } = await buy()
    expect(placed.total).toBe(960_00)
    expect(order.lines).toMatchObject([{ price: 480_00, quantity: 2, amount: 960_00 }])
  })

  test('ORDER-183 When the hold is over, the cart costs today’s price, and an order of what was promised is refused', async () => {
    const { live, mei, said, buy } = await aSale()
    await at(live.endAtMs - minute)
    await mei.order('+1')
    await at(live.endAtMs - minute + commentHoldMs)
    expect(await said()).toMatchObject({ card: 680_00, cart: { lines: [{ price: 680_00, held: 0 }] } })
    const body = orderBody(live, mei.viewer, [{ price: 480_00, quantity: 1 }])
    await expect(shop.orders.place(body)).rejects.toMatchObject({ errorName: 'conflict' })
    expect((await buy()).placed.total).toBe(680_00)
  })

  test('ORDER-184 Of a line that is held in part the held pieces cost what was promised, the others today’s price, each a line of the order', async () => {
    const { live, mei, variantId, said, buy } = await aSale()
    await at(live.endAtMs - minute)
    await mei.order('+2')
    await mei.set(variantId, 3)
    expect(await said()).toMatchObject({ card: 480_00, cart: { subtotal: 1440_00 } })
    expect((await said()).cart.lines[0]?.pieces).toBe(undefined)
    await at(live.endAtMs)
    expect(await said()).toMatchObject({
      card: 680_00,
      cart: {
        subtotal: 1640_00,
        lines: [
          {
            price: 680_00,
            amount: 1640_00,
            pieces: [
              { quantity: 2, price: 480_00 },
              { quantity: 1, price: 680_00 },
            ],
          },
        ],
      },
    })
    const { order, placed } = await buy()
    expect(placed.total).toBe(1640_00)
    expect(order.lines).toMatchObject([
      { variantId, price: 480_00, quantity: 2 },
      { variantId, price: 680_00, quantity: 1 },
    ])
    await shop.orders.cancel(live.firmId, placed.orderId, { actorKind: 'system' })
    const { rows } = await shop.db.raw('select stock::int from variant where id = $1', [variantId])
    expect(rows[0]).toEqual({ stock: 20 })
  })

  test('ORDER-185 More is promised at today’s price or at the one that stands, whichever is lower; a drop is charged at once', async () => {
    const { setLivePrice, mei, said } = await aSale()
    await at(shopOpensAt + minute)
    await mei.order('+1')
    setLivePrice(600_00)
    await mei.order('A01+1')
    expect(await said()).toMatchObject({ today: 600_00, card: 480_00, cart: { subtotal: 960_00 } })
    setLivePrice(400_00)
    expect(await said()).toMatchObject({ today: 400_00, card: 400_00, cart: { subtotal: 800_00 } })
  })

  test('ORDER-186 At any second, whatever of it is held, card, cart and order say the same', async () => {
    const dollars = fc.integer({ min: 1, max: 900 }).map((each) => each * 100)
    const cases = fc.record({
      price: dollars,
      livePrice: fc.option(dollars),
      /** Minutes from the end of the live. */
      holds: fc.integer({ min: -59, max: -1 }),
      buys: fc.integer({ min: 0, max: 40 }),
      held: fc.integer({ min: 0, max: 4 }),
      more: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ price, livePrice, holds, buys, held, more }) => {
        fc.pre(held + more > 0)
        clock.set(new Date(shopOpensAt - minute))
        const sale: Sale = await aSale({ price, livePrice })
        const { live, mei, variantId, said, buy } = sale
        expect((await said()).card).toBe(price)
        await at(live.endAtMs + holds * minute)
        if (held > 0) await mei.order(`A01+${held}`)
        if (more > 0) await mei.set(variantId, held + more)
        const promised = (await said()).today
        await at(live.endAtMs + holds * minute + buys * minute)
        const { today, card, cart } = await said()
        const [line] = cart.lines
        expect(card).toBe(line?.price)
        const stands = buys * minute < commentHoldMs
        const heldPrice = stands ? Math.min(promised, today) : today
        expect(cart.subtotal).toBe(held * heldPrice + more * today)
        expect(today).toBe(
          liveStatusAt(live, clock.ms()) === 'live' && livePrice !== null ? Math.min(livePrice, price) : price,
        )
        const { order, placed } = await buy()
        expect(placed.total).toBe(cart.subtotal)
        expect(order.lines.map(({ price, quantity }) => ({ price, quantity }))).toEqual(
          line?.pieces ?? [{ price: card, quantity: held + more }],
        )
      }),
      { numRuns: 40 },
    )
  })
})
