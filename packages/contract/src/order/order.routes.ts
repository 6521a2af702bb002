import { z } from 'zod'
import { firm, open, orderKey, viewer } from '../common/access.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { because, common } from '../common/error-text.ts'
import { currencies } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { PaymentStep } from '../gateway/payment-code.schema.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { PaymentChoice } from '../gateway/payment-setting.schema.ts'
import { paymentStates } from './order.machine.ts'
import { orderMessageMax, OrderRow, orderSources, ShopperOrder, StaffOrder, UnpaidOrder } from './order.schema.ts'
import {
  Cart,
  DeliveryMethod,
  OrderBody,
  quantityMax,
  Seller,
  ShopQuery,
  StaffOrderBody,
  UnpaidQuery,
} from './checkout.schema.ts'

/** Letters of the note with an order that is cancelled; it stands in the timeline. */
const cancelMemoMax = 200
const CancelBody = z.object({ memo: z.string().trim().max(cancelMemoMax).default('') })

/** What buyer or merchant write about an order. */
const MessageBody = z.object({ text: z.string().trim().min(1, because(common.required)).max(orderMessageMax) })

/** What narrows the list of orders beside its tabs. */
const OrderNarrowing = z.object({
  liveId: Id.optional(),
  source: z.enum(orderSources).optional(),
  /** '1': whose buyer waits for an answer. */
  unanswered: z.literal('1').optional(),
  /** '1': whose staff has still money to give back by hand. */
  refundDue: z.literal('1').optional(),
  /** '1': whose buyer says that money was transferred, and nobody has looked for it. */
  transferReported: z.literal('1').optional(),
})

/** The merchant's side. */
export const orderRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/order',
    summary: 'Orders of the firm, newest first; `q` looks in number, name, phone and e-mail.',
    access: firm('order'),
    query: ListQuery.extend({ paymentState: z.enum(paymentStates).optional(), ...OrderNarrowing.shape }),
    answer: pageOf(OrderRow),
  },
  counts: {
    method: 'GET',
    path: '/order/counts',
    summary: 'How many orders there are in each state of payment; searched and narrowed as the list is.',
    access: firm('order'),
    query: ListQuery.pick({ q: true }).extend(OrderNarrowing.shape),
    answer: z.object({ all: z.number().int(), states: z.record(z.enum(paymentStates), z.number().int()) }),
    added: true,
  },
  ways: {
    method: 'GET',
    path: '/order/ways',
    summary: 'How the firm delivers and is paid, for an order that its staff places.',
    access: firm('order', 'write'),
    answer: z.object({
      methods: z.array(DeliveryMethod),
      payments: z.array(PaymentChoice),
      currency: z.enum(currencies),
      /** Payments are play money: nothing is charged. */
      isTest: z.boolean(),
    }),
    added: true,
  },
  create: {
    method: 'POST',
    path: '/order',
    summary:
      'Places an order for a buyer who called or wrote: reserves the stock, or says what is sold out. The buyer gets the letter of every placed order, with the link to pay.',
    access: firm('order', 'write'),
    body: StaffOrderBody,
    answer: z.object({
      orderId: Id,
      orderNo: z.string(),
      total: z.number().int(),
      /** Of the page where its buyer pays, below the audience's origin; holds the order's key. */
      path: z.string(),
    }),
    errors: ['soldOut', 'conflict'],
    idempotency: 'optional',
  },
  show: {
    method: 'GET',
    path: '/order/:id',
    summary: 'One order with its timeline.',
    access: firm('order'),
    params: ById,
    answer: StaffOrder,
  },
  cancel: {
    method: 'POST',
    path: '/order/:id/cancel',
    summary:
      'Cancels an unpaid order: its products and places are on sale again, and its buyer sees it on the order page.',
    access: firm('order', 'write'),
    params: ById,
    body: CancelBody,
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    idempotency: 'optional',
    added: true,
  },
  answerMessage: {
    method: 'POST',
    path: '/order/:id/message',
    summary: "Answers the buyer of an order; it stands on the order's page.",
    access: firm('order', 'write'),
    params: ById,
    body: MessageBody,
    answer: Nothing,
    errors: ['noData'],
    added: true,
  },
})

/** The cart of a viewer, beside the room. */
export const cartRoutes = defineRoutes('room', {
  show: {
    method: 'GET',
    path: '/cart',
    summary: "The viewer's cart; it follows the personal link over devices.",
    access: viewer,
    answer: Cart,
    added: true,
  },
  set: {
    method: 'PUT',
    path: '/cart',
    summary:
      'Sets how many of a variant the cart holds; 0 takes it out. Reserves nothing; what an order by comment holds beyond it goes back on sale.',
    access: viewer,
    body: z.object({ variantId: Id, quantity: z.number().int().min(0).max(quantityMax) }),
    answer: Cart,
    errors: ['noData', 'soldOut', 'conflict', 'gone'],
    added: true,
  },
})

/** The shopper's side, at the purchase service. */
export const purchaseRoutes = defineRoutes('purchase', {
  deliveryMethods: {
    method: 'GET',
    path: '/purchase/delivery_method',
    summary:
      'How the merchant of a room, a sales page or a paid form delivers, what it costs, and who that is. With a place of a paid form its delivery is paid.',
    access: open,
    query: ShopQuery,
    answer: z.object({
      methods: z.array(DeliveryMethod),
      /** Who sells, to be read before paying. */
      seller: Seller,
    }),
    errors: ['notFound'],
  },
  paymentMethods: {
    method: 'GET',
    path: '/purchase/firm_pay_method',
    summary: 'How one can pay that merchant; empty: no payment method is set.',
    access: open,
    query: ShopQuery,
    answer: z.object({
      methods: z.array(PaymentChoice),
      /** Payments are play money there: nothing is charged. */
      isTest: z.boolean(),
    }),
    errors: ['notFound'],
  },
  createOrder: {
    method: 'POST',
    path: '/purchase/create_order',
    summary:
      "Orders the viewer's cart, or lines of a sales page: reserves the stock, or says what is sold out, and answers the order's own key.",
    access: open,
    body: OrderBody,
    answer: z.object({ orderId: Id, orderNo: z.string(), orderKey: z.string(), total: z.number().int() }),
    errors: ['notFound', 'soldOut', 'conflict', 'gone', 'forbidden', 'tooManyRequests'],
    idempotency: 'required',
  },
  createPayment: {
    method: 'POST',
    path: '/purchase/create_payment',
    summary: "Starts a payment of an order: answers where to send the shopper's browser.",
    access: orderKey,
    body: z.object({ method: z.enum(paymentMethods) }),
    answer: z.object({ paymentId: Id, step: PaymentStep }),
    errors: ['conflict', 'gone', 'noData', 'tooManyRequests'],
    idempotency: 'required',
  },
  updatePaymentMethod: {
    method: 'PUT',
    path: '/purchase/update_payment_method',
    summary:
      'The buyer of an unpaid order chooses another way to pay: its fee and its total follow, and it is held as long as the longer of both ways. What was begun can still be paid.',
    access: orderKey,
    body: z.object({ method: z.enum(paymentMethods) }),
    answer: z.object({ total: z.number().int(), paymentFee: z.number().int() }),
    errors: ['conflict', 'gone'],
  },
  orderInfo: {
    method: 'GET',
    path: '/purchase/order_info',
    summary: 'The order for its shopper, with its timeline.',
    access: orderKey,
    answer: ShopperOrder,
  },
  unpaidOrders: {
    method: 'POST',
    path: '/purchase/unpaid_order',
    summary:
      'The unpaid orders that this browser has placed there, the one whose time is over first at the top: of a room by its viewer, of a sales page by its shopper, of a paid form. Elsewhere, and by a link alone, none.',
    access: open,
    body: UnpaidQuery,
    answer: z.object({ orders: z.array(UnpaidOrder), now: Instant }),
    errors: ['notFound', 'gone'],
    added: true,
  },
  cancelOrder: {
    method: 'POST',
    path: '/purchase/cancel_order',
    summary:
      'The buyer gives up an unpaid order: its products and places are on sale again. A payment that comes later takes them again, or is owed back.',
    access: orderKey,
    /** Why, if the buyer says so: the merchant reads it in the order's timeline. */
    body: CancelBody,
    answer: Nothing,
    errors: ['conflict', 'gone'],
    idempotency: 'optional',
    added: true,
  },
  checkNotice: {
    method: 'POST',
    path: '/purchase/check_notice',
    summary: 'Whether the gateway has reported on the order: the state of its payment.',
    access: orderKey,
    answer: z.object({ paymentState: z.enum(paymentStates) }),
  },
  customerMessage: {
    method: 'POST',
    path: '/purchase/customer_message',
    summary: "A buyer's message to the merchant about the order.",
    access: orderKey,
    body: MessageBody,
    answer: Nothing,
    errors: ['tooManyRequests'],
    idempotency: 'optional',
  },
  gtmTrigger: {
    method: 'POST',
    path: '/purchase/gtm_trigger',
    summary: 'Whether the page is to publish the purchase now: true once for a paid order, false ever after.',
    access: orderKey,
    answer: z.object({ tell: z.boolean() }),
  },
})
