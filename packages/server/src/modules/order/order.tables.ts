import type { Currency } from '@kaimai/contract/common/money.ts'
import type { FulfilmentState, PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { Delivery, DeliveryType, Invoice, OrderEvent } from '@kaimai/contract/order/order.schema.ts'
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
  liveId: string
  liveUserId: string
  orderNo: string
  keyHash: string
  idempotencyKey: string
  bodyHash: string
  paymentState: PaymentState
  fulfilmentState: FulfilmentState
  heldUntil: Date
  paidAt: Date | null
  currency: Currency
  subtotal: number
  deliveryFee: number
  paymentFee: number
  rounding: number
  total: number
  pieces: number
  paymentMethod: string
  fullName: string
  phone: string
  email: string
  delivery: Delivery
  invoice: Invoice
  memo: string
  searchText: string
  contactText: string
  createdAt: Date
}

export interface OrderLineRow {
  orderId: string
  place: number
  firmId: string
  variantId: string
  productId: string
  productName: string
  variantName: string
  keyword: string
  imageUrl: string
  price: number
  quantity: number
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

export interface OrderTables {
  cartLine: CartLineRow
  deliveryMethod: DeliveryMethodRow
  orderCounter: { firmId: string; day: string; taken: number }
  order: OrderRow
  orderLine: OrderLineRow
  orderEvent: OrderEventRow
}
