import { type PricedPieces, piecesOf } from '@kaimai/contract/order/held-price.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { ProductService } from '../product/product.service.ts'
import { type Checkout, reserveBought } from './checkout.ts'
import type { CartRow, CartStore } from './cart.store.ts'
import { offeredMethods } from './delivery-methods.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import { lineOf, type PlacedOrder } from './place-order.ts'
import { placeOf, type ShopAccess, type Visit } from './shop-access.ts'
import { availableTo, soldOut } from './stock-errors.ts'
import type { BoughtUnpaid, OrderingBrowser } from './unpaid-limits.ts'

/** The body of an order from a room. */
export type RoomOrder = OrderBody & { readonly streamId: string; readonly viewerKey: string }

export interface RoomCheckoutDeps {
  readonly checkout: Checkout
  readonly clock: Platform['clock']
  readonly stores: { readonly carts: Pick<CartStore, 'take'>; readonly holds: Pick<OrderHoldStore, 'takeOver'> }
  readonly products: Pick<ProductService, 'variants' | 'reserve' | 'releaseStock'>
  readonly shopAccess: Pick<ShopAccess, 'enter' | 'checkMayBuy'>
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

/** What the viewers of rooms order: their carts. */
export const createRoomCheckout = (deps: RoomCheckoutDeps) => {
  const { checkout, clock, products, shopAccess } = deps
  const { carts, holds } = deps.stores

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

  const choose = async (tx: Tx, visit: Visit) => {
    const { shopper } = visit
    shopAccess.checkMayBuy(visit)
    const cart = await carts.take(shopper.firmId, shopper.id, tx)
    return {
      deliveryMethods: offeredMethods(cart.methods),
      isEmpty: cart.lines.length === 0,
      read: async () => {
        const bought = await readLines(tx, visit, cart.lines)
        return {
          bought,
          priced: bought.flatMap(({ pieces }) => pieces),
          take: async () => {
            await reserveBought(products, tx, shopper.firmId, bought)
            await products.releaseStock(tx, shopper.firmId, heldBeyond(bought))
            // A line has one price: pieces that were held at another have their own.
            return bought.flatMap(({ variant, pieces }) =>
              pieces.map(({ quantity, price }) => lineOf({ variant, quantity }, price)),
            )
          },
        }
      },
    }
  }

  /** Orders the cart of a viewer. Throws `notFound`, `gone`, `forbidden`, and what every checkout throws. */
  return async (body: RoomOrder, browser: OrderingBrowser): Promise<PlacedOrder> => {
    const visit = await shopAccess.enter(body.streamId, body.viewerKey)
    const { firm, live, shopper } = visit
    const { fullName, email, phone, phoneCountry } = body.personal
    return checkout.place({
      firm,
      shopperId: shopper.id,
      signedUp: shopper.signupUserId != null,
      signupUserId: shopper.signupUserId ?? null,
      person: { fullName, email, phone: readPhone(phone, phoneCountry, 'personal.phone') },
      browser,
      origin: { source: 'room', sourceId: null, liveId: live.id, liveUserId: shopper.id },
      prefix: firm.orderNoPrefix,
      terms: body,
      handedOver: body.delivery.type,
      field: 'cart',
      choose: (tx) => choose(tx, visit),
    })
  }
}
