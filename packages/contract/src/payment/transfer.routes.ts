import { z } from 'zod'
import { firm, orderKey } from '../common/access.ts'
import { because } from '../common/error-text.ts'
import { ById, Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { readCode } from '../order/checkout.rules.ts'
import { transferErrors } from './transfer.errors.ts'

/** Of the account that a transfer came from. */
export const LastFive = z
  .string()
  .overwrite(readCode)
  .regex(/^\d{5}$/, because(transferErrors.lastFiveWrong))

const memoMax = 200

export const ReceivedTransfer = z.object({
  /** What stands in the bank statement, minor units. */
  received: z.number().int().min(1).max(1e12),
  /** Less than is due is enough: the rest becomes a discount. */
  acceptShort: z.boolean().default(false),
  /** The order is paid already: this one is to be given back. */
  asExtra: z.boolean().default(false),
  memo: z.string().trim().max(memoMax).default(''),
})
export type ReceivedTransfer = z.output<typeof ReceivedTransfer>

/** Bank transfers, as the staff finds them in the statement of the merchant's account. */
export const transferRoutes = defineRoutes('console', {
  receive: {
    method: 'POST',
    path: '/order/:id/transfer',
    summary:
      'Records a bank transfer that has come in for an order: the order is paid. What is above the amount due is owed back; what is below it is refused, or given as a discount.',
    access: firm('order', 'write'),
    params: ById,
    body: ReceivedTransfer,
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    idempotency: 'optional',
    added: true,
  },
  missing: {
    method: 'POST',
    path: '/order/:id/transfer_missing',
    summary: 'Answers a buyer who has reported a transfer that nobody finds: the order page asks for it once more.',
    access: firm('order', 'write'),
    params: ById,
    body: z.object({}),
    answer: Nothing,
    errors: ['notFound', 'conflict'],
    added: true,
  },
})

/** The buyer's side, at the purchase service. */
export const transferReportRoutes = defineRoutes('purchase', {
  report: {
    method: 'PUT',
    path: '/purchase/transfer',
    summary:
      'The buyer has transferred the money, from an account that ends in these digits. The order holds its pieces while the staff looks for it.',
    access: orderKey,
    body: z.object({ lastFive: LastFive }),
    answer: Nothing,
    errors: ['conflict', 'tooManyRequests'],
    added: true,
  },
})
