import { createHash } from 'node:crypto'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { orderReasons } from '@kaimai/contract/order/order.reasons.ts'
import { holdMs, type OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import type { DeliveryMethod, OrderBody } from '@kaimai/contract/order/order.schema.ts'
import { keptGiven } from '@kaimai/contract/tracking/given.rules.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PaymentAdapter, PaymentMethods } from '../../platform/ports/payment.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { VariantRecord } from '../product/product.service.ts'
import { dayOf } from './order-day.ts'
import type { OrderKeys } from './order-keys.ts'
import { contactTextOf } from './order-list.store.ts'
import type { OrderStore } from './order.store.ts'
import type { OrderLineRow, OrderRow } from './order.tables.ts'

export interface PlacedOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKey: string
  /** Minor units. */
  readonly total: number
}

/** What is bought of a variant. */
export interface Bought {
  readonly variant: VariantRecord
  readonly quantity: number
}

export type NewLine = Omit<OrderLineRow, 'orderId' | 'firmId' | 'place'>

/** The call that places an order: who calls, under which key, and the hash of what was sent. */
export interface PlacingCall {
  readonly shopperId: string
  readonly firmId: string
  readonly key: string
  readonly bodyHash: string
}

/** Where an order comes from. */
export type OrderOrigin = Pick<OrderRow, 'source' | 'sourceId' | 'liveId' | 'liveUserId'>

/** What all bodies of orders have. */
export type OrderTerms = Pick<OrderBody, 'delivery' | 'invoice' | 'memo' | 'remember' | 'tracking'>

export interface OrderToWrite {
  readonly call: PlacingCall
  readonly orderId: string
  readonly origin: OrderOrigin
  readonly prefix: string
  readonly currency: OrderRow['currency']
  readonly totals: OrderTotals
  readonly method: string
  readonly person: { readonly fullName: string; readonly phone: string; readonly email: string }
  readonly terms: OrderTerms
  readonly deviceHash: string
  /** See unpaid-limits.ts. */
  readonly strangerNetwork: string
  readonly lines: readonly NewLine[]
}

/** What is told to advertisers is no part of an order: the same order may be asked for again from another network. */
export const hashOf = (body: { readonly tracking: unknown }): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, tracking: undefined }))
    .digest('base64url')

/** A shopper's id where no row of somebody's has one: the same for the same words. */
export const shopperIdOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  // A UUID of version 8: made by us, from a hash.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const lineOf = ({ variant, quantity }: Bought, price = variant.price): NewLine => ({
  variantId: variant.variantId,
  productId: variant.productId,
  productName: variant.productName,
  variantName: variant.variantName,
  keyword: variant.keyword,
  imageUrl: variant.imageUrl,
  price,
  quantity,
})

export interface PlacingNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly orders: OrderStore
  readonly methods: PaymentMethods
  readonly keys: OrderKeys
}

/** What placing an order is made of, wherever it comes from. */
export const createPlacing = ({ db, clock, orders, methods, keys }: PlacingNeeds) => {
  /** The answer of the same call before; undefined when there was none. Throws for another body under its key. */
  const before = async ({ firmId, shopperId, key, bodyHash }: PlacingCall): Promise<PlacedOrder | undefined> => {
    const placed = await orders.byIdempotencyKey(firmId, shopperId, key)
    if (placed && placed.bodyHash !== bodyHash) throw fail('conflict', { reason: orderReasons.keyUsedTwice })
    return (
      placed && { orderId: placed.id, orderNo: placed.orderNo, orderKey: keys.keyOf(placed.id), total: placed.total }
    )
  }

  return {
    /** Runs `work` in a transaction, or answers what the same call was answered before. */
    once: async (call: PlacingCall, work: (tx: Tx) => Promise<PlacedOrder>): Promise<PlacedOrder> => {
      try {
        return await db.transaction(work)
      } catch (error) {
        // This very call may have been answered already: by a twin that we have waited for, or before a crash.
        const mayBeTwin = error instanceof KaimaiError || isUniqueViolation(error, 'order_once')
        const found = mayBeTwin ? await before(call) : undefined
        if (found) return found
        throw error
      }
    },

    /** Throws `conflict` for a way to pay that the merchant does not offer. */
    adapterFor: (firm: PublicFirm, method: string): PaymentAdapter => {
      const adapter = methods.offered(firm).find((each) => each.method === method)
      if (!adapter) throw fail('conflict', { reason: orderReasons.noPaymentMethod })
      return adapter
    },

    /** Throws `conflict` for a way of delivery that the merchant does not offer. */
    wayFor: (ways: readonly DeliveryMethod[], type: DeliveryMethod['type']): DeliveryMethod => {
      const way = ways.find((each) => each.type === type)
      if (!way) throw fail('conflict', { reason: orderReasons.deliveryNotOffered })
      return way
    },

    /** Numbers and writes an unpaid order: other orders of the firm wait from here to the commit, so call it last. */
    write: async (tx: Tx, given: OrderToWrite): Promise<PlacedOrder> => {
      const { call, orderId, terms, person, totals, lines } = given
      const orderKey = keys.keyOf(orderId)
      const orderNo = await orders.insert(
        {
          number: { prefix: given.prefix, day: dayOf(clock.ms()) },
          id: orderId,
          firmId: call.firmId,
          ...given.origin,
          shopperId: call.shopperId,
          keyHash: keys.hashOf(orderKey),
          idempotencyKey: call.key,
          bodyHash: call.bodyHash,
          paymentState: 'pending',
          fulfilmentState: 'none',
          heldUntil: new Date(clock.ms() + holdMs),
          paidAt: null,
          currency: given.currency,
          ...totals,
          pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
          paymentMethod: given.method,
          ...person,
          delivery: terms.delivery,
          invoice: terms.invoice,
          memo: terms.memo,
          contactText: contactTextOf(person.phone, person.email),
          given: keptGiven(terms.tracking),
          remember: terms.remember,
          deviceHash: given.deviceHash,
          strangerNetwork: given.strangerNetwork,
          purchaseToldAt: null,
          unanswered: false,
          createdAt: clock.now(),
        },
        lines,
        { kind: 'placed', actorKind: 'shopper' },
        tx,
      )
      return { orderId, orderNo, orderKey, total: totals.total }
    },
  }
}
export type Placing = ReturnType<typeof createPlacing>
