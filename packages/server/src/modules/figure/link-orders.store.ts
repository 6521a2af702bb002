import type { Currency } from '@kaimai/contract/common/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import type { MoneyRow, RowPage } from './figure-rows.store.ts'
import { type FigureScope, within } from './figure-scope.ts'

/** Orders that have been paid, of buyers who came by a partner's link: by one, or by any. */
const isByLink = ({ association, ...scope }: FigureScope, currency: Currency): RawBuilder<boolean> => sql`
  done."firmId" = ${scope.firmId} and done."paidOn" is not null and done.currency = ${currency}
    and ${association === undefined ? sql`done.association <> ''` : sql`done.association = ${association}`}
    and ${within(scope, sql`done."liveId"`, sql`done."paidOn"`)}`

const idOf = (cursor: string | undefined): string | null =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(cursor ?? '') ? (cursor ?? null) : null

/** The orders that figures of partners' links are counted from. */
export const createLinkOrderStore = (db: Database) => ({
  /** Each with all that has been paid for it, the day that was paid last first. */
  page: async (scope: FigureScope, currency: Currency, { after, limit }: RowPage): Promise<MoneyRow[]> => {
    const last = idOf(after)
    const { rows } = await sql<MoneyRow>`${plannedOnce}
      select each."orderId"::text as id, trunc(extract(epoch from bought."paidAt") * 1000)::float8 as at,
        coalesce(bought."fullName", '') as name, each.association, coalesce(bought."orderNo", '') as "orderNo",
        each.paid as amount, each.currency, null::integer as pieces
      from (
        select * from "figureOrder" done where ${isByLink(scope, currency)}
          ${
            last === null
              ? sql``
              : sql`and (done."paidOn", done."orderId") < (
                  select shown."paidOn", shown."orderId" from "figureOrder" shown
                  where shown."firmId" = ${scope.firmId} and shown."orderId" = ${last}::uuid)`
          }
        order by done."paidOn" desc, done."orderId" desc limit ${limit}
      ) as each left join "order" bought on bought.id = each."orderId" and bought."firmId" = ${scope.firmId}
      order by each."paidOn" desc, each."orderId" desc`.execute(db.as())
    return rows
  },

  total: async (scope: FigureScope, currency: Currency): Promise<number> => {
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      select count(*)::integer as total from "figureOrder" done where ${isByLink(scope, currency)}`.execute(db.as())
    return rows[0]?.total ?? 0
  },
})
export type LinkOrderStore = ReturnType<typeof createLinkOrderStore>
