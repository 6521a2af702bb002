import { z } from 'zod'
import { open, orderKey } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { SignUpFields, withSession } from '../signup/public-signup.schema.ts'
import { PaymentStep } from '../gateway/payment-code.schema.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { paymentStates } from './order.machine.ts'
import { OrderSession } from './order.schema.ts'
import { orderFields } from './checkout.schema.ts'

/** A sign-up and how it is paid. `delivery` is `none` unless a product comes with the place. */
export const SignupOrderBody = withSession(z.object({ ...SignUpFields, ...orderFields }))
export type SignupOrderBody = z.output<typeof SignupOrderBody>

/** Paid sign-ups, at the purchase service. */
export const signupOrderRoutes = defineRoutes('purchase', {
  create: {
    method: 'POST',
    path: '/signup_order',
    summary:
      'Orders places of a paid form: takes them (and the stock of a product that comes with them) until the order is paid or ends.',
    access: open,
    body: SignupOrderBody,
    answer: z.object({ orderId: Id, orderNo: z.string(), orderKey: z.string(), total: z.number().int() }),
    errors: ['notFound', 'soldOut', 'conflict', 'gone', 'tooManyRequests'],
    idempotency: 'required',
  },
  show: {
    method: 'GET',
    path: '/signup_order',
    summary: 'A paid sign-up for its buyer: how its payment stands, and the personal links once it is paid.',
    access: orderKey,
    answer: z.object({
      orderNo: z.string(),
      paymentState: z.enum(paymentStates),
      currency: z.enum(currencies),
      total: z.number().int(),
      heldUntil: Instant.nullable(),
      signupTitle: z.string(),
      /** Below the origin. */
      pagePath: z.string(),
      sessions: z.array(OrderSession),
    }),
    errors: ['conflict'],
  },
  createPayment: {
    method: 'POST',
    path: '/signup_order/create_payment',
    summary: "Starts a payment of a paid sign-up: answers where to send the buyer's browser.",
    access: orderKey,
    body: z.object({ method: z.enum(paymentMethods) }),
    answer: z.object({ paymentId: Id, step: PaymentStep }),
    errors: ['conflict', 'gone', 'noData', 'tooManyRequests'],
    idempotency: 'required',
  },
  paymentMethod: {
    method: 'POST',
    path: '/signup_order/payment_method',
    summary: 'Changes how an unpaid sign-up is to be paid; its fee and its total follow.',
    access: orderKey,
    body: z.object({ method: z.enum(paymentMethods) }),
    answer: z.object({ total: z.number().int(), paymentFee: z.number().int() }),
    errors: ['conflict', 'gone'],
  },
})
