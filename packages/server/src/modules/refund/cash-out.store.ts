import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { CashFilter, CashOut } from '../payment/cash-flow.service.ts'
import type { RefundRow } from './refund.tables.ts'

interface CashTables {
  refund: RefundRow
  payment: { id: string; method: PaymentMethod; currency: Currency }
  order: { id: string; isTest: boolean }
}

/** Money that has gone back, by the way it had come: what is only asked for has not. */
export const createCashOutStore = (db: Database) => ({
  byDay: async (firmId: string, { from, before, method }: CashFilter): Promise<CashOut[]> => {
    const day = sql<string>`to_char(("refund"."doneAt" at time zone 'UTC') + interval '8 hours', 'YYYY-MM-DD')`
    const rows = await db
      .as<CashTables>()
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .innerJoin('order', 'order.id', 'refund.orderId')
      .select([day.as('day'), 'payment.method', 'payment.currency', 'order.isTest'])
      .select(sql<string>`sum("refund"."amount")`.as('refunded'))
      .where('refund.firmId', '=', firmId)
      .where('refund.state', '=', sql.lit('done'))
      .where('refund.doneAt', '>=', from)
      .where('refund.doneAt', '<', before)
      .$if(method !== undefined, (query) => query.where('payment.method', '=', method ?? 'card'))
      .groupBy([day, 'payment.method', 'payment.currency', 'order.isTest'])
      .execute()
    return rows.map((row) => ({ ...row, refunded: Number(row.refunded) }))
  },

  /** What of these payments was given back or is on its way, minor units each. */
  ofPayments: (
    executor: Executor,
    firmId: string,
    paymentIds: readonly string[],
  ): Promise<{ paymentId: string; amount: number }[]> =>
    paymentIds.length === 0
      ? Promise.resolve([])
      : executor
          .as<CashTables>()
          .selectFrom('refund')
          .select(['refund.paymentId', 'refund.amount'])
          .where('refund.firmId', '=', firmId)
          .where('refund.paymentId', 'in', paymentIds)
          .where('refund.state', 'not in', ['withdrawn', 'refused'])
          .orderBy('refund.id')
          .execute(),
})
