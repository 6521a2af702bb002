import type { StageMoment } from '@kaimai/contract/figure/script-sales.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { type FigureScope, within } from './figure-scope.ts'
import { none } from './figure.tables.ts'

export type MoneyKind = 'ordered' | 'paid' | 'refunded'

/** Facts of one kind and what they come to, minor units. */
export interface MoneySum {
  readonly kind: MoneyKind
  readonly currency: Currency
  readonly acts: number
  readonly amount: number
}
export interface MoneyAt extends MoneySum {
  /** Of days yyyy-mm-dd, of a live null. */
  readonly day: string | null
  /** Of a live the first second of the step. */
  readonly second: number | null
}

const ofMoney = sql`kind in ('ordered', 'paid', 'refunded')`

/** Sums of money, read from the roll-up. */
export const createMoneyStore = (db: Database) => {
  /** Of a live by second, of days by day. */
  const rowsOf = (scope: FigureScope): RawBuilder<unknown> =>
    sql`${sql.table(scope.live === undefined ? 'figureDay' : 'figure')}
      where "firmId" = ${scope.firmId} and ${within(scope, sql`"liveId"`, sql`day`)}`
  return {
    /** By day, or by step of so many seconds of the live. */
    overTime: async (scope: FigureScope, stepSeconds: number): Promise<MoneyAt[]> => {
      const [day, second] = scope.live
        ? [sql`null::text`, sql`(second / ${stepSeconds} * ${stepSeconds})::integer`]
        : [sql`to_char(day, 'YYYY-MM-DD')`, sql`null::integer`]
      const { rows } = await sql<MoneyAt>`${plannedOnce}
        select ${day} as day, ${second} as second, kind, currency, sum(acts)::bigint as acts, sum(amount)::bigint as amount
        from ${rowsOf(scope)} and ${ofMoney} group by 1, 2, 3, 4`.execute(db.as())
      return rows
    },

    /** Goods by product, at their price; under `productId` null what is no goods. */
    byProduct: async (scope: FigureScope, currency: Currency) => {
      const { rows } = await sql<{
        productId: string | null
        kind: MoneyKind | 'shown'
        acts: number
        pieces: number
        amount: number
      }>`${plannedOnce}
        select nullif("productId", ${none}) as "productId", kind, sum(acts)::bigint as acts, sum(pieces)::bigint as pieces,
          sum(amount)::bigint as amount
        from ${rowsOf(scope)} and (kind = 'shown' or ${ofMoney} and currency = ${currency}) group by 1, 2`.execute(
        db.as(),
      )
      return rows
    },

    /** What was paid, by the second of its order. */
    bySecond: async (scope: FigureScope, currency: Currency) => {
      const { rows } = await sql<{ second: number; orders: number; amount: number }>`${plannedOnce}
        select second, coalesce(sum(acts) filter (where kind = 'paid'), 0)::bigint as orders,
          coalesce(sum(amount) filter (where kind = 'paid'), 0)::bigint as amount
        from ${rowsOf(scope)} and ${ofMoney} and currency = ${currency} group by 1 order by 1`.execute(db.as())
      return rows
    },

    /** Payments by the partner's link that the buyer came by. */
    byAssociation: async (scope: FigureScope, currency: Currency) => {
      const { rows } = await sql<{ association: string; payments: number; paid: number }>`${plannedOnce}
        select association, count(*)::bigint as payments, sum(paid)::bigint as paid from "figureOrder"
        where "firmId" = ${scope.firmId} and association <> '' and "paidOn" is not null and currency = ${currency}
          and ${within(scope, sql`"liveId"`, sql`"paidOn"`)}
        group by 1`.execute(db.as())
      return rows
    },

    /** What came on the stage of a live and left it, in its order. The script's part is known when the live is over. */
    stage: async (firmId: string, liveId: string): Promise<StageMoment[]> => {
      const { rows } = await sql<StageMoment>`${plannedOnce}
        select kind, "offsetMs", "productId" from fact
        where "liveId" = ${liveId} and "firmId" = ${firmId} and kind in ('shown', 'hidden') and "productId" is not null
          and not "isSimulated" and "offsetMs" is not null
        order by "offsetMs", seq`.execute(db.as())
      return rows
    },
  }
}
export type MoneyStore = ReturnType<typeof createMoneyStore>
