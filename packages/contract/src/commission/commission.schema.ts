import { z } from 'zod'
import { selfPurchaseSigns } from '../association/association.rules.ts'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery } from '../common/page.ts'
import { Instant } from '../common/time.ts'
import { isMonth } from './statement.rules.ts'

const Minor = z.number().int()

/** A sale that came by a partner's link, with what it earns: frozen when it was paid. Amounts are minor units. */
export const Commission = z.object({
  id: Id,
  partnerId: Id,
  partnerName: z.string(),
  associationId: Id,
  /** Of the link, as it is now. */
  code: z.string(),
  orderNo: z.string(),
  currency: z.enum(currencies),
  rateKind: z.enum(['percent', 'amount']),
  /** Hundredths of a percent. */
  basisPoints: Minor,
  base: Minor,
  /** Earned at first. */
  amount: Minor,
  /** Taken back by refunds: negative or 0. */
  reversed: Minor,
  /** Why it earned nothing: the buyer is the partner, known by this; empty: another buyer. */
  selfPurchase: z.enum(['', ...selfPurchaseSigns]),
  /** The click that earned it. */
  visitAt: Instant,
  paidAt: Instant,
  dueAt: Instant,
  state: z.enum(['pending', 'due']),
})
export type Commission = z.output<typeof Commission>

export const CommissionFilter = ListQuery.pick({ limit: true, cursor: true }).extend({
  partnerId: Id.optional(),
  associationId: Id.optional(),
})

/** What became due for a partner in a month. Amounts are minor units; `total` is paid whole or carried on whole. */
export const Statement = z.object({
  id: Id,
  partnerId: Id,
  partnerName: z.string(),
  /** yyyy-mm, in Taipei. */
  month: z.string(),
  currency: z.enum(currencies),
  carried: Minor,
  earned: Minor,
  reversed: Minor,
  total: Minor,
  payable: Minor,
  carriedOn: Minor,
  /** The batch that pays it; null: none yet. */
  payoutId: Id.nullable(),
  createdAt: Instant,
})
export type Statement = z.output<typeof Statement>

export const StatementFilter = ListQuery.pick({ limit: true, cursor: true }).extend({
  partnerId: Id.optional(),
  month: z.string().refine(isMonth, because(common.wrongTime)).optional(),
})

/** made: can be undone · sent: the bank has it · undone: its statements are payable again. */
export const payoutStates = ['made', 'sent', 'undone'] as const
export type PayoutState = (typeof payoutStates)[number]

export const PayoutItem = z.object({
  partnerId: Id,
  partnerName: z.string(),
  /** Minor units; `gross` less `tax` and `premium` is `net`. */
  gross: Minor,
  tax: Minor,
  premium: Minor,
  net: Minor,
  /** Last digits of the account. */
  accountEnd: z.string(),
})

export const Payout = z.object({
  id: Id,
  state: z.enum(payoutStates),
  currency: z.enum(currencies),
  note: z.string(),
  items: z.array(PayoutItem),
  createdAt: Instant,
  createdBy: z.string(),
  settledAt: Instant.nullable(),
  settledBy: z.string(),
})
export type Payout = z.output<typeof Payout>
