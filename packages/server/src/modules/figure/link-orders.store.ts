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
  /** Each with all that has been paid for it, what was paid last first. */
  page: async (scope: FigureScope, currency: Currency, { after, limit }: RowPage): Promise<MoneyRow[]> => {
    const last = idOf(after)
    // An order whose row says no instant counts as of the begin of its day.
    const place = sql`each."paidOn", coalesce(each."paidAt", '-infinity'), each.id`
    const { rows } = await sql<MoneyRow>`${plannedOnce}
      with each as (
        select done."orderId" as id, done."paidOn", bought."paidAt", coalesce(bought."fullName", '') as name, done.association,
          coalesce(bought."orderNo", '') as "orderNo", done.paid as amount, done.currency
        from "figureOrder" done left join "order" bought on bought.id = done."orderId" and bought."firmId" = done."firmId"
        where ${isByLink(scope, currency)}
      )
      select id::text as id, trunc(extract(epoch from "paidAt") * 1000)::float8 as at, name, association, "orderNo", amount, currency,
        null::integer as pieces
      from each ${last === null ? sql`` : sql`where (${place}) < (select ${place} from each where id = ${last}::uuid)`}
      order by "paidOn" desc, coalesce("paidAt", '-infinity') desc, each.id desc limit ${limit}`.execute(db.as())
    return rows
  },

  total: async (scope: FigureScope, currency: Currency): Promise<number> => {
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      select count(*)::integer as total from "figureOrder" done where ${isByLink(scope, currency)}`.execute(db.as())
    return rows[0]?.total ?? 0
  },
})
export type LinkOrderStore = ReturnType<typeof createLinkOrderStore>
