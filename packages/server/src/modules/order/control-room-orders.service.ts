import { redactName } from '@kaimai/contract/common/redact.rules.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

/** Orders of a running live as its control room shows them; revenue is paid money, in minor units, refunds or not. */
export interface ControlRoomOrders {
  readonly orders: number
  readonly revenue: number
  /** Of test orders, which are in neither. */
  readonly test: { readonly orders: number; readonly revenue: number }
  /** Placed, not paid yet. */
  readonly unpaid: number
  readonly revenueByMinute: { readonly minute: number; readonly amount: number }[]
  readonly lastOrders: {
    readonly id: string
    readonly name: string
    readonly what: string
    readonly totalQuantity: number
    readonly total: number
    readonly isPaid: boolean
    readonly at: Date
  }[]
}

const paid: readonly PaymentState[] = ['paid', 'partlyRefunded']
const shownStates: readonly PaymentState[] = ['pending', 'onDelivery', ...paid]
const lastShown = 8

/** What the control room of a live reads of orders and carts. */
export const createControlRoomOrders = (db: Database) => {
  const on = () => db.as<OrderTables>()
  const paidList = sql.join(paid.map((state) => sql.lit(state)))

  return {
    /** Minutes count from the live's begin; what was paid before it counts for the first. */
    figures: async (firmId: string, liveId: string, beginAt: Date): Promise<ControlRoomOrders> => {
      const [minutes, waiting, last] = await Promise.all([
        sql<{ minute: number; amount: number; orders: number; isTest: boolean }>`
          select greatest(0, floor(extract(epoch from "paidAt" - ${beginAt}::timestamptz) / 60))::integer as minute,
            "isTest", sum(total) as amount, count(*) as orders
          from "order" where "firmId" = ${firmId} and "liveId" = ${liveId} and "paidAt" is not null
          group by 1, 2 order by 1`.execute(on()),
        on()
          .selectFrom('order')
          .select((eb) => eb.fn.countAll<number>().as('unpaid'))
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .where('paymentState', '=', sql.lit('pending'))
          .executeTakeFirstOrThrow(),
        on()
          .selectFrom('order')
          .innerJoin('orderLine as first', (join) =>
            join.onRef('first.orderId', '=', 'order.id').on('first.place', '=', 0),
          )
          .select([
            'order.id',
            'order.fullName',
            'order.totalQuantity',
            'order.total',
            'order.paymentState',
            'order.createdAt',
          ])
          .select('first.productName as what')
          .where('order.firmId', '=', firmId)
          .where('order.liveId', '=', liveId)
          .where('order.paymentState', 'in', shownStates)
          .orderBy('order.createdAt', 'desc')
          .limit(lastShown)
          .execute(),
      ])
      const rows = minutes.rows.map((row) => ({ ...row, amount: Number(row.amount), orders: Number(row.orders) }))
      const isReal = ({ isTest }: { readonly isTest: boolean }): boolean => !isTest
      const sumOf = (some: typeof rows) => ({
        orders: some.reduce((sum, { orders }) => sum + orders, 0),
        revenue: some.reduce((sum, { amount }) => sum + amount, 0),
      })
      return {
        ...sumOf(rows.filter(isReal)),
        test: sumOf(rows.filter(({ isTest }) => isTest)),
        unpaid: Number(waiting.unpaid),
        revenueByMinute: rows.filter(isReal).map(({ minute, amount }) => ({ minute, amount })),
        lastOrders: last.map(({ id, fullName, what, totalQuantity, total, paymentState, createdAt }) => ({
          id,
          what,
          totalQuantity,
          total,
          name: redactName(fullName),
          isPaid: paid.includes(paymentState),
          at: createdAt,
        })),
      }
    },

    /** Pieces sold in a live, paid or still to be paid, by product. */
    sold: async (firmId: string, liveId: string): Promise<Map<string, number>> => {
      const rows = await on()
        .selectFrom('order')
        .innerJoin('orderLine', 'orderLine.orderId', 'order.id')
        .select((eb) => ['orderLine.productId as productId', eb.fn.sum<number>('orderLine.quantity').as('quantity')])
        .where('order.firmId', '=', firmId)
        .where('order.liveId', '=', liveId)
        .where('order.paymentState', 'in', shownStates)
        .where('orderLine.productId', 'is not', null)
        .$narrowType<{ productId: string }>()
        .groupBy('orderLine.productId')
        .execute()
      return new Map(rows.map(({ productId, quantity }) => [productId, Number(quantity)]))
    },

    /** Pieces in the carts of a live's viewers that were changed since, by product. */
    inCarts: async (firmId: string, liveId: string, since: Date): Promise<Map<string, number>> => {
      const { rows } = await sql<{ productId: string; quantity: number }>`
        select variant."productId", sum(line.quantity) as quantity
        from "cartLine" line
        join "liveUser" viewer on viewer.id = line."liveUserId" and viewer."liveId" = ${liveId}
        join variant on variant.id = line."variantId"
        where line."firmId" = ${firmId} and line."changedAt" >= ${since}
        group by 1`.execute(on())
      return new Map(rows.map(({ productId, quantity }) => [productId, Number(quantity)]))
    },

    /** Of those viewers, who has paid an order of the firm before that moment: known by phone or e-mail. */
    regulars: async (firmId: string, liveUserIds: readonly string[], before: Date): Promise<ReadonlySet<string>> => {
      if (liveUserIds.length === 0) return new Set()
      const { rows } = await sql<{ id: string }>`
        select distinct viewer.id from "liveUser" viewer
        join "liveUser" earlier on earlier."firmId" = viewer."firmId"
          and (earlier.phone = viewer.phone or earlier.email = viewer.email)
        join "order" o on o."liveUserId" = earlier.id
        where viewer."firmId" = ${firmId} and viewer.id = any(${[...liveUserIds]}::uuid[])
          and o."firmId" = ${firmId} and o."paymentState" in (${paidList}) and o."createdAt" < ${before}`.execute(on())
      return new Set(rows.map(({ id }) => id))
    },
  }
}
export type ControlRoomOrderReader = ReturnType<typeof createControlRoomOrders>
