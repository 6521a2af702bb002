import { z } from 'zod'
import { firm, grant, orderKey } from '../common/access.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { refundStates } from './refund.machine.ts'
import { BankAccount, refundProblems, RefundRequest } from './refund.schema.ts'

/** What a grant for a refund is for. */
export const refundAction = 'refund_payment'

const OfOrder = z.object({ id: Id, refundId: Id })
const memoMax = 200

/** Decided in the console, by the right to change orders. */
export const refundRoutes = defineRoutes('console', {
  grant: {
    method: 'POST',
    path: '/order/:id/refund_grant',
    summary:
      'Checks a refund, says what it gives back, and signs a grant for the purchase service: for this member, order and amount, once, for a minute. With `cancel` it is checked for a cancellation of the paid order.',
    access: firm('order', 'write'),
    params: ById,
    body: RefundRequest,
    answer: z.object({ grant: z.string(), refundId: Id, amount: z.number().int(), expiresAt: Instant }),
    errors: ['notFound', 'conflict'],
    added: true,
  },
  retry: {
    method: 'POST',
    path: '/order/:id/refund/:refundId/retry',
    summary: 'Asks the gateway once more for a refund that it refused.',
    access: firm('order', 'write'),
    params: OfOrder,
    body: z.object({}),
    answer: z.object({ state: z.enum(refundStates) }),
    errors: ['notFound', 'conflict'],
    added: true,
  },
  settleByHand: {
    method: 'POST',
    path: '/order/:id/refund/:refundId/settle_by_hand',
    summary:
      'Records that the staff has given the money of a refund back: by bank transfer, or at the gateway’s own site.',
    access: firm('order', 'write'),
    params: OfOrder,
    body: z.object({ memo: z.string().trim().max(memoMax).default('') }),
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    idempotency: 'optional',
    added: true,
  },
  withdraw: {
    method: 'POST',
    path: '/order/:id/refund/:refundId/withdraw',
    summary:
      'Takes back a refund whose money has not moved: the order is as before, and pieces that went back on sale are reserved again.',
    access: firm('order', 'write'),
    params: OfOrder,
    body: z.object({}),
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    added: true,
  },
})

const refundCall = {
  method: 'POST',
  body: RefundRequest.extend({ grant: z.string().max(2000) }),
  answer: z.object({
    refundId: Id,
    state: z.enum(refundStates),
    amount: z.number().int(),
    /** Why the gateway refused; empty otherwise. */
    words: z.string(),
    problem: z.enum(refundProblems),
  }),
  errors: ['notFound', 'conflict', 'forbidden'],
  idempotency: 'required',
} as const

/** Money moves at the purchase service, which trusts grants and no session. */
export const refundPaymentRoutes = defineRoutes('purchase', {
  refundPayment: {
    ...refundCall,
    access: grant(refundAction),
    path: '/purchase/refund_payment',
    summary:
      'Gives money of an order back as its grant says: moves the order, its stock and its events in one transaction, then asks the gateway. With `cancel` the order is cancelled with it, while it is not sent.',
  },
  refundSignup: {
    ...refundCall,
    access: grant(refundAction),
    path: '/signup_order/refund_payment',
    summary: 'The same for a paid sign-up.',
  },
  giveAccount: {
    method: 'PUT',
    path: '/purchase/refund_account',
    summary:
      'The buyer says which bank account a refund by transfer goes to. It is kept sealed until the money is there.',
    access: orderKey,
    body: BankAccount.extend({ refundId: Id }),
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    added: true,
  },
})
