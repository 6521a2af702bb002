import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { type PricedPieces, piecesOf } from '@kaimai/contract/order/held-price.rules.ts'
import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { ProductService } from '../product/product.service.ts'
import { availableTo, soldOut } from './stock-errors.ts'
import type { CartRow, CartStore } from './cart.store.ts'
import { offeredMethods } from './delivery-methods.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import { lineOf, type PlacedOrder, type Placing, type PlacingCall } from './place-order.ts'
import { placeOf, type ShopAccess, type Visit } from './shop-access.ts'
import type { BoughtUnpaid, Buyer, OrderingBrowser, UnpaidLimits } from './unpaid-limits.ts'

/** The body of an order from a room. */
export type RoomOrder = OrderBody & { readonly streamId: string; readonly viewerKey: string }

export interface CheckoutDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>
  readonly stores: { readonly carts: CartStore; readonly holds: Pick<OrderHoldStore, 'takeOver'> }
  readonly products: Pick<ProductService, 'variants' | 'reserve' | 'releaseStock'>
  readonly shopAccess: Pick<ShopAccess, 'enter' | 'checkMayBuy'>
  readonly placing: Placing
  readonly limits: UnpaidLimits
}

interface FromCart extends BoughtUnpaid {
  /** Pieces that an order by comment held for the shopper until now. */
  readonly held: number
  readonly pieces: readonly PricedPieces[]
}

/** What is held and was not bought: the cart was set to fewer in the same moment. */
const heldBeyond = (bought: readonly FromCart[]) =>
  bought.flatMap(({ variant: { variantId }, quantity, held }) =>
    held > quantity ? [{ variantId, quantity: held - quantity }] : [],
  )

/** Makes an order of the viewer's cart. */
export const createCheckout = ({ platform, stores, products, shopAccess, placing, limits }: CheckoutDeps) => {
  const { db, clock, events } = platform
  const { carts, holds } = stores

  /** What the cart holds, as it is on sale now in this live. Throws `soldOut` naming what is not. */
  const readLines = async (tx: Tx, { live, shopper }: Visit, lines: readonly CartRow[]): Promise<FromCart[]> => {
    const ids = lines.map(({ variantId }) => variantId)
    // Theirs from here on: whatever becomes of this order, a rollback brings them back.
    const taken = await holds.takeOver(shopper.firmId, shopper.id, ids, tx)
    const heldOf = new Map(taken.map((hold) => [hold.variantId, hold]))
    const variants = await products.variants(shopper.firmId, ids, {
      place: placeOf(live, clock.ms()),
      liveProducts: live.liveProducts,
      on: tx,
    })
    const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))
    const bought = variants.map((variant) => {
      const quantity = quantities.get(variant.variantId) ?? 0
      const hold = heldOf.get(variant.variantId)
      const held = hold?.quantity ?? 0
      return {
        variant,
        quantity,
        held,
        pieces: piecesOf(quantity, variant.price, { held, price: hold?.price ?? undefined }),
      }
    })
    for (const { variant, quantity, held } of bought) {
      // Read before the stock is locked: most of those who come too late are refused here, and hold nobody up.
      const left = live.productIds.includes(variant.productId) ? availableTo(variant, held) : 0
      if (left < quantity) throw soldOut(variant, left)
    }
    return bought
  }

  interface Placed {
    readonly visit: Visit
    readonly body: RoomOrder
    readonly call: PlacingCall
    readonly phone: string
    readonly browser: OrderingBrowser
  }

  const placeIn = async (tx: Tx, { visit, body, call, phone, browser }: Placed): Promise<PlacedOrder> => {
    const { live, shopper, firm } = visit
    const { firmId } = live
    shopAccess.checkMayBuy(visit)
    const offer = placing.offerFor(firm, body.paymentMethod, body.delivery.type)
    const cart = await carts.take(firmId, shopper.id, tx)
    if (cart.lines.length === 0) throw fail('conflict', { reason: orderErrors.cartEmpty })
    const way = placing.wayFor(offeredMethods(cart.methods), body.delivery.type)
    const { email } = body.personal
    const buyer: Buyer = { firmId, shopperId: shopper.id, phone, email, browser, field: 'cart' }
    await limits.takeTurns(tx, buyer)
    const bought = await readLines(tx, visit, cart.lines)
    await limits.check(tx, buyer, bought)
    const strangerNetwork = await limits.strangerNetwork(tx, buyer, shopper.signupUserId != null)
    const { currency } = firm
    const totals = totalsOf({
      lines: bought.flatMap(({ pieces }) => pieces),
      delivery: way,
      paymentFee: offer.fee,
      currency,
    })
    const isSame = totals.total === body.expectedTotal && bought.every(({ variant }) => variant.currency === currency)
    placing.checkAmount(offer, totals, currency)
    if (!isSame) throw fail('conflict', { reason: orderErrors.cartChanged })

    // From here on others wait for what we lock: no reading, no thinking.
    const beyondHolds = bought.flatMap(({ variant: { variantId }, quantity, held }) =>
      quantity > held ? [{ variantId, quantity: quantity - held }] : [],
    )
    const orderId = newId()
    await events.emit(tx, 'order.placed', { firmId, orderId, liveId: live.id })
    const reserved = await products.reserve(tx, firmId, beyondHolds)
    if (!reserved.ok) {
      const short = bought.find(({ variant }) => variant.variantId === reserved.variantId)
      throw short ? soldOut(short.variant, reserved.left + short.held) : fail('soldOut')
    }
    await products.releaseStock(tx, firmId, heldBeyond(bought))
    return placing.write(tx, {
      call,
      orderId,
      origin: { source: 'room', sourceId: null, liveId: live.id, liveUserId: shopper.id },
      prefix: firm.orderNoPrefix,
      currency,
      totals,
      offer,
      person: { fullName: body.personal.fullName, phone, email },
      terms: body,
      deviceHash: browser.deviceHash,
      strangerNetwork,
      // A line has one price: pieces that were held at another have their own.
      lines: bought.flatMap(({ variant, pieces }) =>
        pieces.map(({ quantity, price }) => lineOf({ variant, quantity }, price)),
      ),
    })
  }

  return {
    /**
     * Orders the cart: all of it, or nothing is changed. Prices and fees are the server's. Throws `soldOut`, `conflict` (cart empty or changed, limits), `gone`, `forbidden`, `notFound`.
     */
    place: async (body: RoomOrder, browser: OrderingBrowser): Promise<PlacedOrder> => {
      const visit = await shopAccess.enter(body.streamId, body.viewerKey)
      const phone = readPhone(body.personal.phone, body.personal.phoneCountry, 'personal.phone')
      const call = { firmId: visit.live.firmId, shopperId: visit.shopper.id }
      return db.transaction((tx) => placeIn(tx, { visit, body, call, phone, browser }))
    },
  }
}
