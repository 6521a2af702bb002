import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { currencies, SignedAmount } from '../common/money.ts'
import { Instant } from '../common/time.ts'
import { ShopperRefund, StaffRefund } from '../refund/refund.schema.ts'
import { TrackingSetup } from '../tracking/tracking.schema.ts'
import { deliveryTypes } from './checkout.rules.ts'
import { Seller } from './checkout.schema.ts'
import { PaymentCode } from '../gateway/payment-code.schema.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { PaymentChoice } from '../gateway/payment-setting.schema.ts'
import { fulfilmentStates, paymentStates } from './order.machine.ts'

/** Where an order comes from: a room, a sales page, a paid sign-up, or the merchant's staff, who placed it for its buyer. */
export const orderSources = ['room', 'salesPage', 'signup', 'staff'] as const
export type OrderSource = (typeof orderSources)[number]

export const OrderLine = z.object({
  /** Both null for the place of a paid sign-up: it is no product. */
  variantId: Id.nullable(),
  productId: Id.nullable(),
  productName: z.string(),
  variantName: z.string(),
  keyword: z.string(),
  imageUrl: z.string(),
  price: z.number().int(),
  quantity: z.number().int(),
  /** Of them, whose money went back or is on its way back. */
  refundedQuantity: z.number().int(),
  /** Before its share of the order's discount. */
  amount: z.number().int(),
  discount: z.number().int(),
})

export const OrderEvent = z.object({
  /** Names of orderEventKinds; unknown ones are shown as they are. */
  kind: z.string(),
  at: Instant,
  /** Who: a member's name, '' for the shopper or the system. */
  actor: z.string(),
  actorKind: z.enum(['shopper', 'member', 'system', 'gateway']),
  memo: z.string(),
})
export const orderEventKinds = [
  'placed',
  'paymentStarted',
  'codeIssued',
  'paymentFailed',
  'paid',
  'paidLate',
  /** It is paid when it is handed over. */
  'confirmed',
  /** A second payment of a paid order: the merchant owes it back. */
  'paidTwice',
  /** A verified notice whose amount or number is not the order's: nothing was done. */
  'paymentMismatch',
  /** A notice that is not signed by the payment company, or speaks of play money: nothing was done. */
  'noticeRefused',
  /** A verified notice that moves nothing: a trial payment, an application that is not decided. */
  'paymentNoted',
  'refundDue',
  'expired',
  'cancelled',
  'letterSent',
  /** The way to pay was changed before it was paid. */
  'methodChanged',
  /** A paid sign-up: its places are taken, the personal links are made. */
  'seated',
  /** Money of the order is to go back, of a second payment; it has gone back; the gateway refused; it was withdrawn. */
  'refunded',
  'extraRefunded',
  'refundDone',
  'refundRefused',
  'refundWithdrawn',
  /** The buyer has said where a transfer goes. */
  'refundAccountGiven',
  /** The buyer says that money was transferred; the staff did not find it; more came than was due, or less was accepted. */
  'transferReported',
  'transferMissing',
  'overpaid',
  'shortAccepted',
] as const

const amounts = {
  currency: z.enum(currencies),
  subtotal: z.number().int(),
  /** Taken off, positive. */
  discount: z.number().int(),
  deliveryFee: z.number().int(),
  paymentFee: z.number().int(),
  rounding: SignedAmount,
  total: z.number().int(),
  /** Of the total, given back or on its way back. */
  refunded: z.number().int(),
}

/** What buyer and merchant write to each other about an order. */
export const OrderMessage = z.object({
  at: Instant,
  from: z.enum(['shopper', 'member']),
  /** A member's name; empty for the shopper. */
  name: z.string(),
  text: z.string(),
})
export const orderMessageMax = 500

/** A session that a paid sign-up holds. */
export const OrderSession = z.object({
  title: z.string(),
  beginAt: Instant,
  endAt: Instant,
  /** The personal link, once it is paid; empty before. */
  path: z.string(),
})
export type OrderSession = z.output<typeof OrderSession>

/** An order as its shopper sees it. */
export const ShopperOrder = z.object({
  id: Id,
  source: z.enum(orderSources),
  /** Name of the live, the sales page or the form; empty for an order that the staff placed. */
  sourceName: z.string(),
  /** Of the live, the sales page or the form; of an order that the staff placed its own. */
  sourceId: Id,
  orderNo: z.string(),
  firm: Seller.extend({
    /** The tone of its pages. */
    colorToneId: z.string(),
  }),
  /** Path back to where it was bought: the room while it is open, the page, the form; empty when there is none. */
  roomPath: z.string(),
  /** Of a paid sign-up. */
  sessions: z.array(OrderSession),
  messages: z.array(OrderMessage),
  /** Ways this order can still be paid by; empty unless it waits for its payment. */
  paymentMethods: z.array(PaymentChoice),
  /** Whether the buyer may still give it up: while it is unpaid and its time is not over. */
  mayCancel: z.boolean(),
  /** For the page's own Purchase event; each empty when there is nothing to publish. */
  tracking: TrackingSetup,
  createdAt: Instant,
  paymentState: z.enum(paymentStates),
  fulfilmentState: z.enum(fulfilmentStates),
  /** Until when the pieces are held for an unpaid order. */
  heldUntil: Instant.nullable(),
  paymentMethod: z.enum(paymentMethods),
  /** It is paid with play money: nothing is charged. */
  isTest: z.boolean(),
  /** It is so because its shop is in test mode. */
  testMode: z.literal(true).optional(),
  /** What to pay with, once a code was issued. */
  paymentCode: PaymentCode.nullable(),
  /** The buyer has transferred the money from an account that ends so, and nobody has looked for it yet; else empty. */
  transferDigits: z.string(),
  lines: z.array(OrderLine),
  ...amounts,
  personal: z.object({ fullName: z.string(), phone: z.string(), email: z.string() }),
  deliveryType: z.enum(deliveryTypes),
  deliveryText: z.string(),
  /** What the merchant says of that way: how long it takes, or where and when it is picked up; empty: nothing. */
  deliveryNote: z.string(),
  invoiceClass: z.string(),
  /** Carrier, tax id or love code as given, redacted but for its last three characters. */
  invoiceText: z.string(),
  memo: z.string(),
  refunds: z.array(ShopperRefund),
  events: z.array(OrderEvent),
  now: Instant,
})
export type ShopperOrder = z.output<typeof ShopperOrder>

/** An order that waits for its payment, as the bar of a page shows it to its buyer. */
export const UnpaidOrder = z.object({
  orderNo: z.string(),
  /** Of the order's page, below the origin; holds the order's key. */
  path: z.string(),
  total: z.number().int(),
  currency: z.enum(currencies),
  /** Until when its pieces are held, and it can be paid. */
  heldUntil: Instant,
  paymentMethod: z.enum(paymentMethods),
  /** A code to pay with was issued: the order's page has it. */
  hasCode: z.boolean(),
})
export type UnpaidOrder = z.output<typeof UnpaidOrder>

export const OrderRow = z.object({
  id: Id,
  orderNo: z.string(),
  createdAt: Instant,
  fullName: z.string(),
  source: z.enum(orderSources),
  /** Name of the live, the sales page or the form; empty for an order that the staff placed. */
  sourceName: z.string(),
  totalQuantity: z.number().int(),
  firstProduct: z.string(),
  firstImageUrl: z.string(),
  total: z.number().int(),
  currency: z.enum(currencies),
  paymentState: z.enum(paymentStates),
  fulfilmentState: z.enum(fulfilmentStates),
  paymentMethod: z.enum(paymentMethods),
  paidAt: Instant.nullable(),
  /** The buyer has written, and nobody has answered. */
  unanswered: z.boolean(),
  /** The buyer says that money was transferred, and nobody has looked for it. */
  transferReported: z.boolean(),
  /** What the staff has still to give back by hand, minor units. */
  refundDue: z.number().int(),
})
export type OrderRow = z.output<typeof OrderRow>

/** An order as staff see it; phone, e-mail and address are empty without the right to personal data. */
export const StaffOrder = ShopperOrder.omit({
  firm: true,
  roomPath: true,
  now: true,
  paymentCode: true,
  paymentMethods: true,
  sourceId: true,
  tracking: true,
  deliveryNote: true,
  refunds: true,
}).extend({
  paidAt: Instant.nullable(),
  /** Whether who looks may answer the buyer. */
  mayAnswer: z.boolean(),
  /** Whether who looks may cancel the order while it is unpaid. */
  mayCancel: z.boolean(),
  /** Whether who looks may give money back. */
  mayRefund: z.boolean(),
  refundDue: z.number().int(),
  refunds: z.array(StaffRefund),
  invoice: z.record(z.string(), z.string()),
  payments: z.array(
    z.object({
      id: Id,
      method: z.string(),
      state: z.string(),
      amount: z.number().int(),
      createdAt: Instant,
      paidAt: Instant.nullable(),
      reference: z.string(),
      /** The order was paid already: it is to be given back. */
      isExtra: z.boolean(),
      refunded: z.number().int(),
    }),
  ),
})
export type StaffOrder = z.output<typeof StaffOrder>
