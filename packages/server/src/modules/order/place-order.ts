import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { OrderTotals } from '@kaimai/contract/order/order.rules.ts'
import { staffHoldMinutes } from '@kaimai/contract/order/unpaid.rules.ts'
import type { DeliveryMethod, OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { storableContext } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import { type Currency, showMoney } from '@kaimai/contract/common/money.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { gatewayErrors } from '@kaimai/contract/gateway/gateway.errors.ts'
import { placedHoldMinutes, suitsDelivery, takesAmount } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EarningVisit } from '../association/association.service.ts'
import type { PaymentOffer, PaymentOffers } from '../gateway/gateway.service.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { VariantRecord } from '../product/product.service.ts'
import type { OrderStore } from './order.store.ts'
import type { OrderLineRow, OrderRow } from './order.tables.ts'
import type { OrderKeys } from './order-keys.ts'
import { contactTextOf } from './order-list.store.ts'

/** yyMMdd of an instant in Taipei. */
const dayOf = (ms: number): string => taipeiDay(ms).slice(2).replaceAll('-', '')

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

export type NewLine = Omit<OrderLineRow, 'orderId' | 'firmId' | 'place' | 'refundedQuantity' | 'discount'>

/** Who places an order, and where. */
export interface PlacingCall {
  readonly shopperId: string
  readonly firmId: string
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
  readonly offer: PaymentOffer
  readonly person: { readonly fullName: string; readonly phone: string; readonly email: string }
  readonly terms: OrderTerms
  readonly deviceHash: string
  readonly language: OrderRow['language']
  /** See unpaid-limits.ts. */
  readonly strangerNetwork: string
  readonly lines: readonly NewLine[]
  /** The partner link that it is credited to. */
  readonly earning: EarningVisit | undefined
  /** The member who places it; undefined: the shopper. */
  readonly by: Pick<Actor, 'actorName'> | undefined
}

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
  taxType: variant.taxType,
})

export interface PlacingDeps {
  readonly clock: Clock
  readonly orders: OrderStore
  readonly offers: PaymentOffers
  readonly keys: OrderKeys
  readonly firms: Pick<FirmService, 'holdTestMode'>
  /** Of an order that costs nothing. */
  readonly confirmFree: (tx: Tx, firmId: string, orderId: string) => Promise<void>
  /** Of one that is paid when it is handed over. */
  readonly confirmOnDelivery: (tx: Tx, firmId: string, orderId: string) => Promise<void>
}

/** What placing an order is made of, wherever it comes from. */
export const createPlacing = (deps: PlacingDeps) => {
  const { clock, orders, offers, keys, firms, confirmFree, confirmOnDelivery } = deps
  return {
    /** Throws `conflict` for a way to pay that the merchant does not offer, or not with that delivery. */
    offerFor: (firm: PublicFirm, method: string, delivery: DeliveryMethod['type']): PaymentOffer => {
      const offer = offers.offered(firm).find((each) => each.method === method)
      if (!offer) throw fail('conflict', { reason: orderErrors.noPaymentMethod })
      if (!suitsDelivery(offer.method, delivery)) {
        const reason = orderErrors.codNeedsDelivery
        throw fail('conflict', { reason, fields: { paymentMethod: reason } })
      }
      return offer
    },

    /** Throws `conflict` for an amount that this way to pay does not take, naming its bounds; nothing is paid by no way. */
    checkAmount: (offer: PaymentOffer, { total }: Pick<OrderTotals, 'total'>, currency: Currency): void => {
      if (total === 0 || takesAmount(offer, total)) return
      const show = (amount: number) => showMoney({ amount, currency })
      const { least, most } = offer
      const reason =
        least === null
          ? withValues(gatewayErrors.amountAbove, { most: show(most ?? 0) })
          : most === null
            ? withValues(gatewayErrors.amountBelow, { least: show(least) })
            : withValues(gatewayErrors.amountOutside, { least: show(least), most: show(most) })
      throw fail('conflict', { reason, fields: { paymentMethod: reason } })
    },

    /** Throws `conflict` for a way of delivery that the merchant does not offer. */
    deliveryFor: (methods: readonly DeliveryMethod[], type: DeliveryMethod['type']): DeliveryMethod => {
      const way = methods.find((each) => each.type === type)
      if (!way) throw fail('conflict', { reason: orderErrors.deliveryNotOffered })
      return way
    },

    /**
     * Numbers and writes an unpaid order, or a paid one where it costs nothing: other orders of the firm wait from here to
     * the commit, so call it last. Throws `conflict` for a test order of a shop that has begun to take real payments.
     */
    write: async (tx: Tx, order: OrderToWrite): Promise<PlacedOrder> => {
      const { call, orderId, terms, person, totals, lines, offer, earning, by } = order
      if (offer.inTestMode && !(await firms.holdTestMode(tx, call.firmId)))
        throw fail('conflict', { reason: orderErrors.testModeOver })
      const minutes = placedHoldMinutes(offer.method, offer.holdMinutes)
      const orderKey = keys.keyOf(orderId)
      const orderNo = await orders.insert(
        {
          number: { prefix: order.prefix, day: dayOf(clock.ms()) },
          id: orderId,
          firmId: call.firmId,
          ...order.origin,
          shopperId: call.shopperId,
          keyHash: keys.hashOf(orderKey),
          paymentState: 'pending',
          fulfilmentState: 'none',
          heldUntil: new Date(clock.ms() + (by ? Math.max(staffHoldMinutes, minutes) : minutes) * 60_000),
          paidAt: null,
          currency: order.currency,
          ...totals,
          refunded: 0,
          refundDue: 0,
          transferDigits: '',
          totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
          paymentMethod: offer.method,
          isTest: offer.isTest,
          ...person,
          delivery: terms.delivery,
          invoice: terms.invoice,
          memo: terms.memo,
          contactText: contactTextOf(person.phone, person.email),
          given: storableContext(terms.tracking),
          remember: terms.remember,
          deviceHash: order.deviceHash,
          language: order.language,
          strangerNetwork: order.strangerNetwork,
          associationId: earning?.associationId ?? null,
          associationVisitAt: earning?.associationVisitAt ?? null,
          associationSignupId: earning?.signupId ?? null,
          purchaseTrackedAt: null,
          unanswered: false,
          createdAt: clock.now(),
        },
        lines,
        by ? { kind: 'placed', actorKind: 'member', actor: by.actorName } : { kind: 'placed', actorKind: 'shopper' },
        tx,
      )
      if (totals.total === 0) await confirmFree(tx, call.firmId, orderId)
      else if (offer.method === 'cod') await confirmOnDelivery(tx, call.firmId, orderId)
      return { orderId, orderNo, orderKey, total: totals.total }
    },
  }
}
export type Placing = ReturnType<typeof createPlacing>
