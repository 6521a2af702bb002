import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

/** An order that money in a bank statement may be for. */
export interface TransferCandidate {
  readonly id: string
  readonly orderNo: string
  readonly paymentState: PaymentState
  /** Minor units. */
  readonly total: number
  /** Minor units. */
  readonly refunded: number
  readonly transferDigits: string
}

/** The statement of a Taiwanese account is in dollars of Taiwan. */
const currency = 'TWD'
const max = 2000

export const createTransferCandidates = (db: Database) => {
  const ofFirm = (firmId: string, executor: Executor = db) =>
    executor
      .as<OrderTables>()
      .selectFrom('order')
      .select(['id', 'orderNo', 'paymentState', 'total', 'refunded', 'transferDigits'])
      .where('firmId', '=', firmId)
      .where('currency', '=', currency)
  return {
    /** Orders with these numbers, those whose buyer has reported a transfer, and unpaid ones by transfer placed since then. */
    candidates: (firmId: string, numbers: readonly string[], since: Date): Promise<TransferCandidate[]> =>
      ofFirm(firmId)
        .where(
          sql<SqlBool>`("orderNo" = any(${numbers}::text[]) or "transferDigits" <> '' or ("paymentMethod" = 'transfer'
            and "paymentState" in ('pending', 'expired') and "createdAt" >= ${since}))`,
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(max)
        .execute(),

    /** Those of the orders that there are, and that a statement can be about. */
    candidatesById: async (executor: Executor, firmId: string, ids: readonly string[]): Promise<TransferCandidate[]> =>
      ids.length === 0 ? [] : ofFirm(firmId, executor).where('id', 'in', ids).execute(),
  }
}
