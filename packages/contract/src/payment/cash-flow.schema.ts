import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { currencies } from '../common/money.ts'
import { ExportQuery } from '../common/sheet.ts'
import { dayInTaipei, isDay } from '../common/taipei.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { cashFlowErrors } from './cash-flow.errors.ts'

/** Of one look, both ends counted. */
const cashFlowDaysMax = 366
const dayMs = 86_400_000

const Day = z.string().refine(isDay, because(common.wrongTime))

/** First and last day in Taipei, yyyy-mm-dd, both counted. */
const FromTo = { from: Day, to: Day }
const Days = {
  ...FromTo,
  method: z.enum(paymentMethods).optional(),
}

/** Not a number where one of them is no day: that is said once, at its own field. */
const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  (dayInTaipei(to).toMs - dayInTaipei(from).fromMs) / dayMs

const inOrder = { path: ['to'], error: because(cashFlowErrors.daysBackward) }
const notTooMany = { path: ['to'], error: because(cashFlowErrors.tooManyDays) }

export const CashFlowQuery = z
  .object(Days)
  .refine((days) => !(daysOf(days) < 1), inOrder)
  .refine((days) => !(daysOf(days) > cashFlowDaysMax), notTooMany)
export type CashFlowQuery = z.output<typeof CashFlowQuery>

export const CashFlowExport = ExportQuery.extend(Days)
  .refine((days) => !(daysOf(days) < 1), inOrder)
  .refine((days) => !(daysOf(days) > cashFlowDaysMax), notTooMany)
export type CashFlowExport = z.output<typeof CashFlowExport>

/** Minor units. */
export const CashFlowFigures = z.object({
  received: z.number().int(),
  /** How many payments that was. */
  payments: z.number().int(),
  refunded: z.number().int(),
  /** Of the payment companies, as far as they are known. */
  fees: z.number().int(),
  /** Of how many payments the fee isn't known. */
  feesUnknown: z.number().int(),
  /** Received, less what went back and the fees. */
  toSettle: z.number().int(),
})
export type CashFlowFigures = z.output<typeof CashFlowFigures>

/** Play money is counted apart from money. */
const Kind = { currency: z.enum(currencies), isTest: z.boolean() }

export const CashFlowRow = CashFlowFigures.extend({ day: z.string(), method: z.enum(paymentMethods), ...Kind })
export type CashFlowRow = z.output<typeof CashFlowRow>
export const CashFlowSum = CashFlowFigures.extend(Kind)
export type CashFlowSum = z.output<typeof CashFlowSum>

export const UsageQuery = z
  .object(FromTo)
  .refine((days) => !(daysOf(days) < 1), inOrder)
  .refine((days) => !(daysOf(days) > cashFlowDaysMax), notTooMany)
export type UsageQuery = z.output<typeof UsageQuery>

export const UsageExport = ExportQuery.extend(FromTo)
  .refine((days) => !(daysOf(days) < 1), inOrder)
  .refine((days) => !(daysOf(days) > cashFlowDaysMax), notTooMany)
export type UsageExport = z.output<typeof UsageExport>

/** Live hours in seconds, and points, of a day; what expired and what was corrected is neither bought nor used. */
export const UsageRow = z.object({
  day: z.string(),
  hoursBought: z.number().int(),
  hoursUsed: z.number().int(),
  pointsBought: z.number(),
  /** Reserved for sendings, less what came back. */
  pointsUsed: z.number(),
})
export type UsageRow = z.output<typeof UsageRow>
