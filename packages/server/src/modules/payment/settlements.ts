import {
  common,
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
  withValues,
} from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { dayInTaipei, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import {
  settlementErrorOf,
  settlementErrors,
  settlementFieldNames,
} from '@kaimai/contract/payment/settlement.errors.ts'
import {
  readSettlement,
  type SettlementEntry,
  type SettlementProblem,
} from '@kaimai/contract/payment/settlement.rules.ts'
import type { SettlementImport } from '@kaimai/contract/payment/settlement.routes.ts'
import { compareSettlement, settlementDays } from '@kaimai/contract/payment/settlement-compare.rules.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { inBatches } from '../../platform/db/batches.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { linesOf, readLikeliest, refuseFile, type SentFile } from '../../platform/sheet/read-sheet.ts'
import type { SettlementStore } from './settlement.store.ts'

export interface SettlementsDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
  readonly store: SettlementStore
  /** What of these payments was given back or is on its way, minor units each; refunds come after the payments. */
  readonly refundsOf: (
    executor: Executor,
    firmId: string,
    paymentIds: readonly string[],
  ) => Promise<readonly { readonly paymentId: string; readonly amount: number }[]>
}

/** Payments whose refunds are asked for together. */
const batch = 500
/** Payments that one transaction notes something on: on the embedded database everybody else waits for it. */
const notedTogether = 200

const reasonOf = ({ field, unclear, shortened }: SettlementProblem): ErrorText | ErrorTextWithValues => {
  if (shortened !== undefined) return withValues(common.numberShortened, { typed: shortened })
  return unclear === undefined ? settlementErrorOf[field] : withValues(common.numberUnclear, { ...unclear })
}

const firstOf = <T>(rows: readonly T[]): T[] => rows.slice(0, sheetLimits.shownRows)

/** Settlement files of payment companies: compared with what came in, and noted on the payments. */
export const createSettlements = ({ platform, store, refundsOf }: SettlementsDeps) => {
  const { db, audit } = platform

  /** Our payments that the file names, with their refunds. */
  const paymentsOf = async (firmId: string, entries: readonly SettlementEntry[]) => {
    const rows = await store.byNumbers(db, firmId, [...new Set(entries.flatMap(({ numbers }) => numbers))])
    const refunds = new Map<string, number[]>(rows.map(({ id }) => [id, []]))
    for (let at = 0; at < rows.length; at += batch) {
      const ids = rows.slice(at, at + batch).map(({ id }) => id)
      for (const { paymentId, amount } of await refundsOf(db, firmId, ids)) refunds.get(paymentId)?.push(amount)
    }
    return rows.map(({ reference, tradeNo, ...row }) => ({
      ...row,
      numbers: [reference, tradeNo],
      refunds: refunds.get(row.id) ?? [],
    }))
  }

  /**
   * Compares the entries with our payments; where it `writes`, what matches is noted, some payments at a time: after a kill
   * the same file notes the rest.
   */
  const settle = async (by: Actor, entries: readonly SettlementEntry[], writes: boolean) => {
    const { firmId } = by
    const compared = compareSettlement(entries, await paymentsOf(firmId, entries))
    const notes = compared.matched
      .filter(({ entry }) => entry.kind === 'sale')
      .map(({ entry, payment }) => ({ paymentId: payment.id, fee: entry.fee, paidOutOn: entry.payoutDay }))
    let written = 0
    for (const some of writes ? inBatches(notes, notedTogether) : [])
      written += await db.transaction(async (tx) => {
        const count = await store.note(tx, firmId, some)
        if (count > 0) await audit.record(tx, by, 'order.importSettlement', firmId, { rows: count })
        return count
      })
    const known = [...compared.matched, ...compared.wrong]
    const days = settlementDays(entries)
    // Which companies a file is of is known by what of it is ours.
    const gateways = [...new Set(known.map(({ payment }) => payment.gateway))]
    const span = days && { from: new Date(dayInTaipei(days.from).fromMs), before: new Date(dayInTaipei(days.to).toMs) }
    const unsettled = span ? await store.unsettled(db, firmId, gateways, span) : []
    const inFile = new Set(known.filter(({ entry }) => entry.kind === 'sale').map(({ payment }) => payment.id))
    return { ...compared, written, days: days ?? null, missing: unsettled.filter(({ id }) => !inFile.has(id)) }
  }

  return {
    /**
     * Compares the file with the firm's payments, and notes fee and payout day on those that match, unless the file's
     * character set is a guess; amounts are minor units. A file that can't be read, or without a column that is needed, throws `invalid` with field `file`.
     */
    import: async (by: Actor, sent: SentFile, language: Language): Promise<SettlementImport> => {
      const { headers, rows, source } = await readLikeliest(
        sent,
        (file) => !('missing' in readSettlement(linesOf(file))),
      )
      const read = readSettlement(linesOf({ headers, rows }))
      if ('missing' in read) {
        const columns = read.missing.map((field) => settlementFieldNames[field][language]).join('、')
        throw refuseFile(withValues(settlementErrors.settlementColumnMissing, { columns }))
      }
      const isWritten = !source.isGuessed
      const found = await settle(by, read.entries, isWritten)
      const { matched, wrong, unknown, missing, written, sales, fees, refunds, net, days } = found
      return {
        source,
        isWritten,
        counts: {
          matched: matched.length,
          missing: missing.length,
          unknown: unknown.length,
          wrong: wrong.length,
          ignored: read.ignored,
          bad: read.bad.length,
          written,
        },
        sales,
        fees,
        refunds,
        net,
        days,
        missing: firstOf(missing).map(({ orderId, orderNo, paidAt, amount }) => ({
          orderId,
          orderNo,
          amount,
          day: paidAt ? taipeiDay(paidAt.getTime()) : '',
        })),
        unknown: firstOf(unknown).map(({ line, kind, numbers, amount }) => ({
          line,
          kind,
          amount,
          number: numbers[0] ?? '',
        })),
        wrong: firstOf(wrong).map(({ entry: { line, kind, amount }, payment: { orderId, orderNo }, ours }) => ({
          line,
          kind,
          orderId,
          orderNo,
          amount,
          ours,
        })),
        bad: firstOf(read.bad).map((problem) => {
          const { line, field } = problem
          return { line, field, message: formatErrorText(reasonOf(problem), language) }
        }),
      }
    },
  }
}
export type Settlements = ReturnType<typeof createSettlements>
