import type { PaymentGatewayName } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { SettledPaymentRow } from './payment.tables.ts'

/** Values in one statement. */
const batch = 500

const batchesOf = <T>(values: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(values.length / batch) }, (_, at) => values.slice(at * batch, (at + 1) * batch))

/** No company settles these. */
const byHand: PaymentGatewayName[] = ['transfer', 'cod']

interface SettlementTables {
  payment: SettledPaymentRow
  order: { id: string; orderNo: string; isTest: boolean }
}

/** A payment that came in by a company. */
export interface CameIn
  extends Pick<SettledPaymentRow, 'id' | 'orderId' | 'gateway' | 'reference' | 'tradeNo' | 'amount' | 'paidAt'> {
  readonly orderNo: string
}

/** What a file says of a payment. */
export interface SettledPaymentNote {
  readonly paymentId: string
  /** Minor units. */
  readonly fee: number
  /** YYYY-MM-DD; empty: the file doesn't say. */
  readonly paidOutOn: string
}

export const createSettlementStore = () => {
  const paid = (executor: Executor, firmId: string) =>
    executor
      .as<SettlementTables>()
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.orderId')
      .select(['payment.id', 'payment.orderId', 'payment.gateway', 'payment.reference', 'payment.tradeNo'])
      .select(['payment.amount', 'payment.paidAt', 'order.orderNo'])
      .where('payment.firmId', '=', firmId)
      .where('payment.state', '=', sql.lit('paid'))
      .where('payment.currency', '=', 'TWD')
      .where('payment.gateway', 'not in', byHand)
  return {
    /** Payments that came in by one of these numbers, ours or the company's; each once. */
    byNumbers: async (executor: Executor, firmId: string, numbers: readonly string[]): Promise<CameIn[]> => {
      const found = new Map<string, CameIn>()
      for (const some of batchesOf(numbers)) {
        const rows = await paid(executor, firmId)
          .where((eb) => eb.or([eb('payment.reference', 'in', some), eb('payment.tradeNo', 'in', some)]))
          .orderBy('payment.id')
          .execute()
        for (const row of rows) found.set(row.id, row)
      }
      return [...found.values()]
    },

    /** Payments by these companies that came in from `from` until before `before`, in no file so far; no play money. */
    unsettled: async (
      executor: Executor,
      firmId: string,
      gateways: readonly PaymentGatewayName[],
      { from, before }: { readonly from: Date; readonly before: Date },
    ): Promise<CameIn[]> =>
      gateways.length === 0
        ? []
        : paid(executor, firmId)
            .where('payment.gateway', 'in', gateways)
            .where('payment.fee', 'is', null)
            .where('payment.paidAt', '>=', from)
            .where('payment.paidAt', '<', before)
            .where('order.isTest', '=', false)
            .orderBy('payment.paidAt')
            .orderBy('payment.id')
            .execute(),

    /** Writes what differs from what is known; answers of how many payments. A known payout day stays where none is said. */
    note: async (tx: Tx, firmId: string, notes: readonly SettledPaymentNote[]): Promise<number> => {
      let count = 0
      for (const some of batchesOf(notes)) {
        const said = sql.join(
          some.map(({ paymentId, fee, paidOutOn }) => sql`(${paymentId}::uuid, ${fee}::bigint, ${paidOutOn}::text)`),
        )
        const { rows } = await sql<{ id: string }>`
          update payment set fee = said.fee, "paidOutOn" = coalesce(nullif(said.day, ''), payment."paidOutOn")
          from (values ${said}) as said (id, fee, day)
          where payment.id = said.id and payment."firmId" = ${firmId}
            and (payment.fee is distinct from said.fee
              or payment."paidOutOn" is distinct from coalesce(nullif(said.day, ''), payment."paidOutOn"))
          returning payment.id`.execute(tx.as<SettlementTables>())
        count += rows.length
      }
      return count
    },
  }
}
export type SettlementStore = ReturnType<typeof createSettlementStore>
