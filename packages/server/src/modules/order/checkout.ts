import { fail } from '@kaimai/contract/common/error.ts'
import type { PricedLine } from '@kaimai/contract/order/held-price.rules.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import type { DeliveryMethod, OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { ProductService } from '../product/product.service.ts'
import {
  type Bought,
  lineOf,
  type NewLine,
  type OrderOrigin,
  type OrderTerms,
  type OrderToWrite,
  type PlacedOrder,
  type Placing,
} from './place-order.ts'
import { soldOut } from './stock-errors.ts'
import type { BoughtUnpaid, Buyer, OrderingBrowser, UnpaidLimits } from './unpaid-limits.ts'

/** What somebody chose, as it is on sale now. */
export interface Basket {
  /** Pieces of variants, for the bounds of what one may hold and buy. */
  readonly bought: readonly BoughtUnpaid[]
  /** What is paid for: the total is computed of these. */
  readonly priced: readonly PricedLine[]
  /** Takes stock and places for the order and answers its lines. Others wait from here to the commit. Throws `soldOut`. */
  readonly take: (orderId: string) => Promise<readonly NewLine[]>
}

/** What a transaction begins with: nobody else changes what is bought until it ends. */
export interface Choice {
  readonly deliveryMethods: readonly DeliveryMethod[]
  /** Nothing was chosen. */
  readonly isEmpty: boolean
  /** Reads what was chosen, once it is the buyer's turn. Throws `soldOut` or `conflict` for what is not on sale. */
  readonly read: () => Promise<Basket>
}

/** Somebody who orders at one of the sources of orders: a room, a sales page, a paid form. */
export interface CheckoutVisit {
  readonly firm: PublicFirm
  readonly shopperId: string
  /** Whether the shopper has signed up for the merchant; false: the browser is looked up. */
  readonly signedUp: boolean
  /** Who signed up for the room in which it is ordered. */
  readonly signupUserId?: string | null
  readonly person: OrderToWrite['person']
  readonly browser: OrderingBrowser
  readonly origin: OrderOrigin
  /** Of the order's number. */
  readonly prefix: string
  readonly terms: OrderTerms & Pick<OrderBody, 'paymentMethod' | 'expectedTotal'>
  /** How it is handed over, for ways to pay that need a delivery. */
  readonly handedOver: DeliveryMethod['type']
  /** The field of the call that says what is bought. */
  readonly field: Buyer['field']
  /** The member who places it for the shopper; undefined: the shopper does. */
  readonly by?: Actor
  /** Throws `gone`, `forbidden` or `conflict` where nothing can be bought. */
  readonly choose: (tx: Tx) => Promise<Choice>
}

export interface CheckoutDeps {
  readonly platform: Pick<Platform, 'db' | 'events' | 'audit'>
  readonly placing: Placing
  readonly limits: UnpaidLimits
  readonly earningVisit: AssociationService['earningVisit']
}

/** The one way from what somebody chose to an order, wherever that was. */
export const createCheckout = ({ platform: { db, events, audit }, placing, limits, earningVisit }: CheckoutDeps) => {
  const placeIn = async (tx: Tx, visit: CheckoutVisit): Promise<PlacedOrder> => {
    const { firm, shopperId, person, browser, origin, terms } = visit
    const { id: firmId, currency } = firm
    const choice = await visit.choose(tx)
    const offer = placing.offerFor(firm, terms.paymentMethod, visit.handedOver)
    if (choice.isEmpty) throw fail('conflict', { reason: orderErrors.cartEmpty })
    const delivery = placing.deliveryFor(choice.deliveryMethods, terms.delivery.type)
    const buyer: Buyer = { firmId, shopperId, phone: person.phone, email: person.email, browser, field: visit.field }
    await limits.takeTurns(tx, buyer)
    const { bought, priced, take } = await choice.read()
    if (visit.by) await limits.checkPerson(tx, buyer, bought)
    const strangerNetwork = visit.by ? '' : await limits.check(tx, buyer, bought, visit.signedUp)
    const totals = totalsOf({ lines: priced, delivery, paymentFee: offer.fee, currency })
    placing.checkAmount(offer, totals, currency)
    const isSame = totals.total === terms.expectedTotal && bought.every(({ variant }) => variant.currency === currency)
    if (!isSame) throw fail('conflict', { reason: orderErrors.cartChanged })

    const earning = await earningVisit(tx, firmId, {
      tracking: terms.tracking,
      signupId: origin.source === 'signup' ? origin.sourceId : null,
      signupUserId: visit.signupUserId ?? null,
      productIds: bought.map(({ variant }) => variant.productId),
    })

    // From here on others wait for what we lock: no reading, no thinking.
    const orderId = newId()
    await events.emit(tx, 'order.placed', { firmId, orderId, liveId: origin.liveId })
    const lines = await take(orderId)
    const placed = await placing.write(tx, {
      call: { firmId, shopperId },
      orderId,
      origin,
      prefix: visit.prefix,
      currency,
      totals,
      offer,
      person,
      terms,
      deviceHash: browser.deviceHash,
      language: browser.language,
      strangerNetwork,
      lines,
      earning,
      by: visit.by,
    })
    if (visit.by) {
      const { total } = placed
      await audit.record(tx, visit.by, 'order.create', { id: orderId, name: placed.orderNo }, { total, currency })
    }
    return placed
  }

  return {
    /**
     * Orders what was chosen: all of it, or nothing is changed. Prices and fees are the server's. Throws `soldOut`,
     * `conflict` (nothing chosen, prices changed, limits, ways to pay and of delivery), `tooManyRequests`, and what the
     * visit throws.
     */
    place: (visit: CheckoutVisit): Promise<PlacedOrder> => db.transaction((tx) => placeIn(tx, visit)),
  }
}
export type Checkout = ReturnType<typeof createCheckout>

/** Reserves what is bought beyond what its buyer held already. Throws `soldOut` naming what is not there. */
export const reserveBought = async (
  products: Pick<ProductService, 'reserve'>,
  tx: Tx,
  firmId: string,
  bought: readonly BoughtUnpaid[],
): Promise<void> => {
  const wanted = bought.flatMap(({ variant: { variantId }, quantity, held = 0 }) =>
    quantity > held ? [{ variantId, quantity: quantity - held }] : [],
  )
  const reserved = await products.reserve(tx, firmId, wanted)
  if (reserved.ok) return
  const short = bought.find(({ variant }) => variant.variantId === reserved.variantId)
  throw short ? soldOut(short.variant, reserved.left + (short.held ?? 0)) : fail('soldOut')
}

/** One line for each, at its variant's price. */
export const linesOf = (bought: readonly Bought[]): NewLine[] => bought.map((each) => lineOf(each))
