import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { SettledPaymentRow } from './payment.tables.ts'

/** Which moments, of which way to pay. */
export interface CashFilter {
  readonly from: Date
  /** Not counted itself. */
  readonly before: Date
  readonly method: PaymentMethod | undefined
}

/** What is counted together. */
export interface CashGroup {
  /** In Taipei, yyyy-mm-dd. */
  readonly day: string
  readonly method: PaymentMethod
  readonly currency: Currency
  readonly isTest: boolean
}

/** Amounts are minor units. */
export interface CashIn extends CashGroup {
  readonly received: number
  readonly payments: number
  readonly fees: number
  readonly feesUnknown: number
}

export interface CashOut extends CashGroup {
  readonly refunded: number
}

interface CashTables {
  payment: SettledPaymentRow
  order: { id: string; isTest: boolean }
}

/** Money that came in, as the database sums it up. */
export const createCashInStore = (db: Database) => ({
  byDay: async (firmId: string, { from, before, method }: CashFilter): Promise<CashIn[]> => {
    const day = sql<string>`to_char(("payment"."paidAt" at time zone 'UTC') + interval '8 hours', 'YYYY-MM-DD')`
    const rows = await db
      .as<CashTables>()
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.orderId')
      .select([day.as('day'), 'payment.method', 'payment.currency', 'order.isTest'])
      .select([
        sql<string>`sum("payment"."amount")`.as('received'),
        sql<string>`count(*)`.as('payments'),
        sql<string>`coalesce(sum("payment"."fee"), 0)`.as('fees'),
        sql<string>`count(*) filter (where "payment"."fee" is null)`.as('feesUnknown'),
      ])
      .where('payment.firmId', '=', firmId)
      .where('payment.state', '=', sql.lit('paid'))
      .where('payment.paidAt', '>=', from)
      .where('payment.paidAt', '<', before)
      .$if(method !== undefined, (query) => query.where('payment.method', '=', method ?? 'card'))
      .groupBy([day, 'payment.method', 'payment.currency', 'order.isTest'])
      .execute()
    return rows.map((row) => ({
      ...row,
      received: Number(row.received),
      payments: Number(row.payments),
      fees: Number(row.fees),
      feesUnknown: Number(row.feesUnknown),
    }))
  },
})
