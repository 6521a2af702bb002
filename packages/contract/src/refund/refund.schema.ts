import { z } from 'zod'
import { because } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { Amount } from '../common/money.ts'
import { NameLine } from '../common/plain-name.ts'
import { Instant } from '../common/time.ts'
import { cartLinesMax } from '../order/order.rules.ts'
import { AccountNumber, BankCode } from '../payment/bank-account.schema.ts'
import { refundErrors } from './refund.errors.ts'
import { refundStates } from './refund.machine.ts'

const memoMax = 200
const holderMax = 40

export const RefundChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({
    kind: z.literal('lines'),
    lines: z
      .array(z.object({ place: z.number().int().min(0), quantity: z.number().int().min(1) }))
      // The place of a paid sign-up stands beside the lines of its cart.
      .max(cartLinesMax + 1)
      .readonly(),
    deliveryFee: z.boolean(),
    paymentFee: z.boolean(),
  }),
  z.object({ kind: z.literal('amount'), amount: Amount }),
])
export type RefundChoice = z.output<typeof RefundChoice>

/** A refund as its staff decides it. */
export const RefundRequest = z.object({
  /** A second payment of a paid order, which is given back whole; null: the payment that the order was paid with. */
  paymentId: Id.nullable().default(null),
  choice: RefundChoice,
  /** The pieces go back on sale. */
  restock: z.boolean(),
  /** The order is cancelled with it, before it is sent; then all that is left goes back, and its pieces on sale. */
  cancel: z.boolean().default(false),
  /** For the staff; it stands in the timeline. */
  memo: z.string().trim().max(memoMax).default(''),
})
export type RefundRequest = z.output<typeof RefundRequest>

/** Where a buyer wants the money of a refund that is transferred by hand. */
export const BankAccount = z.object({
  bankCode: BankCode(refundErrors.refundBankCodeWrong).min(1, because(refundErrors.refundBankCodeWrong)),
  account: AccountNumber(10, refundErrors.refundAccountWrong).min(1, because(refundErrors.refundAccountWrong)),
  holder: NameLine(holderMax),
})
export type BankAccount = z.output<typeof BankAccount>

/** As shown to staff: redacted without the right to personal data, and once the money is there. */
const ShownAccount = z.object({ bankCode: z.string(), account: z.string(), holder: z.string() })
export type ShownAccount = z.output<typeof ShownAccount>

/** Why a refund is not done that is no word of the gateway's: the firm has not set it up, or it can't be reached. */
export const refundProblems = ['', 'gatewayNotSet', 'unreachable'] as const
export type RefundProblemAtGateway = (typeof refundProblems)[number]

/** A refund as staff sees it. */
export const StaffRefund = z.object({
  id: Id,
  paymentId: Id,
  method: z.string(),
  state: z.enum(refundStates),
  amount: z.number().int(),
  lines: z.array(z.object({ place: z.number().int(), quantity: z.number().int() })),
  /** Which fees of the order go back with it. */
  fees: z.object({ delivery: z.boolean(), payment: z.boolean() }),
  restocked: z.boolean(),
  memo: z.string(),
  /** Why the gateway refused, in its own words. */
  words: z.string(),
  /** The same in English where it is our side that refuses; empty: the gateway's own words. */
  wordsEn: z.string(),
  problem: z.enum(refundProblems),
  /** A late or a second payment, which the order was not paid with. */
  owed: z.boolean(),
  /** Null until the buyer has given it. */
  account: ShownAccount.nullable(),
  createdAt: Instant,
  createdBy: z.string(),
  doneAt: Instant.nullable(),
  doneBy: z.string(),
})
export type StaffRefund = z.output<typeof StaffRefund>

/** A refund as its buyer sees it. */
export const ShopperRefund = z.object({
  id: Id,
  amount: z.number().int(),
  /** `needsAccount`: the buyer has to say where the money goes. */
  state: z.enum(['needsAccount', 'underWay', 'done']),
  /** The way it goes back: as it was paid, or to the account that was given. */
  method: z.string(),
  /** Its last digits; empty: none was given. */
  accountEnd: z.string(),
  createdAt: Instant,
  doneAt: Instant.nullable(),
})
export type ShopperRefund = z.output<typeof ShopperRefund>
