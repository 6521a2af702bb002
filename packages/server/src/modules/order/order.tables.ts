import type { Language } from '@kaimai/contract/common/language.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { FulfilmentState, PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { OrderEvent, OrderMessage, OrderSource } from '@kaimai/contract/order/order.schema.ts'
import type { Delivery, Invoice } from '@kaimai/contract/order/checkout.schema.ts'
import type { DeliveryType } from '@kaimai/contract/order/checkout.rules.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { TaxType } from '@kaimai/contract/product/goods-terms.ts'
import type { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { z } from 'zod'

export interface CartLineRow {
  liveUserId: string
  variantId: string
  firmId: string
  quantity: number
  addedAt: Date
  changedAt: Date
}

export interface DeliveryMethodRow {
  firmId: string
  type: DeliveryType
  place: number
  fee: number
  freeFrom: number | null
  note: string
}

export interface OrderRow {
  id: string
  firmId: string
  source: OrderSource
  /** The sales page or the form; null for a room, and for what the staff placed. */
  sourceId: string | null
  /** Both null unless it comes from a room. */
  liveId: string | null
  liveUserId: string | null
  /** Who buys: the viewer, the browser on a sales page, the person of a paid form, the phone that the staff typed. */
  shopperId: string
  orderNo: string
  keyHash: string
  paymentState: PaymentState
  fulfilmentState: FulfilmentState
  heldUntil: Date
  paidAt: Date | null
  currency: Currency
  subtotal: number
  /** Taken off the lines. */
  discount: number
  deliveryFee: number
  paymentFee: number
  rounding: number
  total: number
  /** Of the total, given back or on its way back. */
  refunded: number
  /** What the staff has still to give back by hand: late and second payments, refunds by transfer, refused ones. */
  refundDue: number
  /** Of the account that the buyer says to have transferred from, until the staff has looked for it. */
  transferDigits: string
  totalQuantity: number
  paymentMethod: PaymentMethod
  /** Paid with play money. */
  isTest: boolean
  fullName: string
  phone: string
  email: string
  delivery: Delivery
  invoice: Invoice
  memo: string
  searchText: string
  contactText: string
  /** `{}` for orders from before there was any. */
  given: TrackingContext | Record<string, never>
  remember: boolean
  /** Of the page that was ordered on: letters come in it. */
  language: Language
  deviceHash: string
  /** A keyed hash of the network of a device without a sign-up; empty for all others. */
  strangerNetwork: string
  /** The partner link that it is credited to, the click that earned it, and the form that it came from; null: none. */
  associationId: string | null
  associationVisitAt: Date | null
  associationSignupId: string | null
  purchaseTrackedAt: Date | null
  unanswered: boolean
  createdAt: Date
}

export interface OrderLineRow {
  orderId: string
  place: number
  firmId: string
  /** Both null for the place of a paid sign-up. */
  variantId: string | null
  productId: string | null
  productName: string
  variantName: string
  keyword: string
  imageUrl: string
  price: number
  quantity: number
  /** Its share of the order's discount. */
  discount: number
  /** As it was when it was ordered. */
  taxType: TaxType
  refundedQuantity: number
}

export interface OrderEventRow {
  id: string
  firmId: string
  orderId: string
  kind: string
  at: Date
  actor: string
  actorKind: z.output<typeof OrderEvent>['actorKind']
  memo: string
}

export interface OrderMessageRow {
  id: string
  firmId: string
  orderId: string
  at: Date
  from: z.output<typeof OrderMessage>['from']
  name: string
  text: string
}

export interface OrderTables {
  cartLine: CartLineRow
  deliveryMethod: DeliveryMethodRow
  orderCounter: { firmId: string; day: string; taken: number }
  order: OrderRow
  orderLine: OrderLineRow
  orderEvent: OrderEventRow
  orderMessage: OrderMessageRow
}
