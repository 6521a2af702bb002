import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { OrderTables } from './order.tables.ts'

/** Who buys, by all that an order states of the person. */
export interface BuyerMarks {
  readonly firmId: string
  readonly shopperId: string
  /** E.164; empty: not known. */
  readonly phone: string
  readonly email: string
}

export interface UnpaidOrder {
  readonly shopperId: string
  readonly deviceHash: string
  readonly lines: readonly { readonly variantId: string; readonly quantity: number }[]
}

/** States whose pieces count against the limit per person. */
const countedStates: readonly PaymentState[] = ['pending', 'onDelivery', 'paid', 'partlyRefunded']
/** States of orders that were never paid. */
const unpaidStates: readonly PaymentState[] = ['pending', 'onDelivery', 'expired', 'cancelled']

export const createUnpaidLimitsStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<OrderTables>()
  return {
    /** Orders that share one of these marks take turns until the transaction ends; everybody locks them in one order. */
    lockMarks: async (marks: readonly string[], executor: Executor): Promise<void> => {
      await sql`
        select pg_advisory_xact_lock(mark) from (
          select hashtextextended(text, 0) as mark from unnest(${[...marks]}::text[]) as text order by 1
        ) as marks`.execute(on(executor))
    },

    /** Orders of the shopper, or of the device (empty: not known), that wait for their payment. */
    unpaid: (firmId: string, shopperId: string, deviceHash: string, executor: Executor): Promise<UnpaidOrder[]> =>
      on(executor)
        .selectFrom('order')
        .select(['shopperId', 'deviceHash'])
        .select((eb) =>
          jsonArrayFrom(
            eb
              .selectFrom('orderLine')
              .select(['orderLine.variantId', 'orderLine.quantity'])
              .$narrowType<{ variantId: string }>()
              .whereRef('orderLine.orderId', '=', 'order.id')
              .where('orderLine.variantId', 'is not', null),
          ).as('lines'),
        )
        .where('firmId', '=', firmId)
        .where('paymentState', 'in', ['pending', 'onDelivery'])
        // What was sent is out of stock for good.
        .where('fulfilmentState', '=', 'none')
        .where((eb) =>
          eb.or([
            eb('shopperId', '=', shopperId),
            ...(deviceHash === '' ? [] : [eb.and([eb('deviceHash', '=', deviceHash), eb('deviceHash', '<>', '')])]),
          ]),
        )
        .execute(),

    /** Pieces per product in the orders of one person that are neither expired, cancelled nor refunded. */
    boughtOf: async (
      { firmId, shopperId, phone, email }: BuyerMarks,
      productIds: readonly string[],
      executor: Executor,
    ): Promise<ReadonlyMap<string, number>> => {
      if (productIds.length === 0) return new Map()
      const rows = await on(executor)
        .selectFrom('order')
        .innerJoin('orderLine', 'orderLine.orderId', 'order.id')
        .select((eb) => ['orderLine.productId', eb.fn.sum<number>('orderLine.quantity').as('bought')])
        .where('order.firmId', '=', firmId)
        .where((eb) =>
          eb.or([
            eb('order.shopperId', '=', shopperId),
            ...(phone === '' ? [] : [eb('order.phone', '=', phone)]),
            ...(email === '' ? [] : [eb('order.email', '=', email)]),
          ]),
        )
        .where('order.paymentState', 'in', countedStates)
        .where('orderLine.productId', 'in', productIds)
        .$narrowType<{ productId: string }>()
        .groupBy('orderLine.productId')
        .execute()
      return new Map(rows.map(({ productId, bought }) => [productId, Number(bought)]))
    },

    /** How many orders of strangers from this network since each of these instants were never paid. */
    strangerOrders: async (
      firmId: string,
      network: string,
      since: readonly Date[],
      executor: Executor,
    ): Promise<readonly number[]> => {
      const first = new Date(Math.min(...since.map((each) => each.getTime())))
      const { orders } = await on(executor)
        .selectFrom('order')
        .select(({ fn, ref }) =>
          sql<number[]>`array[${sql.join(
            since.map((each) => sql`${fn.countAll()} filter (where ${ref('createdAt')} > ${each}::timestamptz)`),
          )}]::integer[]`.as('orders'),
        )
        .where('firmId', '=', firmId)
        .where('strangerNetwork', '=', network)
        .where('strangerNetwork', '<>', '')
        .where('createdAt', '>', first)
        .where('paymentState', 'in', unpaidStates)
        .executeTakeFirstOrThrow()
      return orders
    },

    /** Forgets networks from before. */
    forgetNetworks: async (before: Date): Promise<void> => {
      await on(db)
        .updateTable('order')
        .set({ strangerNetwork: '' })
        .where('strangerNetwork', '<>', '')
        .where('createdAt', '<', before)
        .execute()
    },
  }
}
export type UnpaidLimitsStore = ReturnType<typeof createUnpaidLimitsStore>
