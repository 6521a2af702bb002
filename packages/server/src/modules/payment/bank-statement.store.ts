import type { StatementRow, StatementRowState } from '@kaimai/contract/payment/statement.routes.ts'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import type { BankStatementRow, PaymentTables } from './payment.tables.ts'

/** Rows in one statement. */
const batch = 500

export interface StatementSettlement {
  readonly state: StatementRowState
  readonly settledAt: Date | null
  readonly settledBy: string
  readonly booked: StatementRow['booked']
}

export const createBankStatementStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<PaymentTables>()
  return {
    /** Keeps those rows that are not kept yet; answers how many. */
    insertNew: async (tx: Tx, rows: readonly BankStatementRow[]): Promise<number> => {
      let count = 0
      for (let at = 0; at < rows.length; at += batch) {
        const kept = await on(tx)
          .insertInto('bankStatementRow')
          .values(rows.slice(at, at + batch).map((row) => ({ ...row, booked: json(row.booked) })))
          .onConflict((conflict) => conflict.columns(['firmId', 'fingerprint']).doNothing())
          .returning('id')
          .execute()
        count += kept.length
      }
      return count
    },

    /** What is kept of these days, in whatever state. */
    keptOn: async (
      firmId: string,
      days: readonly string[],
    ): Promise<Pick<BankStatementRow, 'day' | 'amount' | 'note' | 'accountEnd'>[]> =>
      days.length === 0
        ? []
        : on(db)
            .selectFrom('bankStatementRow')
            .select(['day', 'amount', 'note', 'accountEnd'])
            .where('firmId', '=', firmId)
            .where('day', 'in', days)
            .execute(),

    /** The oldest open ones first, as they take their orders. */
    open: (firmId: string, limit: number): Promise<BankStatementRow[]> =>
      on(db)
        .selectFrom('bankStatementRow')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('state', '=', 'open')
        .orderBy('day')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** One page, the newest first. */
    page: async (firmId: string, state: StatementRowState, limit: number, offset: number) => {
      const found = on(db).selectFrom('bankStatementRow').where('firmId', '=', firmId).where('state', '=', state)
      const rows = await found
        .selectAll()
        .orderBy('day', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: Number(total) }
    },

    lock: (tx: Tx, firmId: string, id: string): Promise<BankStatementRow | undefined> =>
      on(tx)
        .selectFrom('bankStatementRow')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),

    settle: async (tx: Tx, firmId: string, id: string, given: StatementSettlement): Promise<void> => {
      await on(tx)
        .updateTable('bankStatementRow')
        .set({ ...given, booked: json(given.booked) })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    /** What buyers have still to transfer, minor units, by order; orders without a try of that kind are missing. */
    dueByTransfer: async (firmId: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      if (orderIds.length === 0) return new Map()
      const rows = await on(db)
        .selectFrom('payment')
        .select(['orderId', 'amount'])
        .where('firmId', '=', firmId)
        .where('orderId', 'in', orderIds)
        .where('method', '=', 'transfer')
        .where('state', '<>', 'paid')
        .orderBy('createdAt')
        .execute()
      return new Map(rows.map(({ orderId, amount }) => [orderId, amount]))
    },
  }
}
export type BankStatementStore = ReturnType<typeof createBankStatementStore>
