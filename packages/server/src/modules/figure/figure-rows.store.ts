import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import type { Seconds } from '@kaimai/contract/figure/script-sales.rules.ts'
import type { ActFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { CountedPage } from '@kaimai/contract/tracking/tracking.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import type { StepOfPerson } from './person-list.ts'
import type { View } from './population-views.ts'
import { type FigureScope, visitsWithin, within } from './figure-scope.ts'
import { idIn, isCounted, none } from './figure.tables.ts'
import { movedPieces } from './goods.ts'

/** A page of rows: so many after the one that the cursor names. */
export interface RowPage {
  readonly after: string | undefined
  /** Of money, the last row that may be among them: the database need not look further. */
  readonly until?: string | undefined
  readonly limit: number
}

export interface PersonRow {
  readonly id: string
  /** Of the sign-up. */
  readonly at: Date | null
  readonly name: string
  readonly step: FunnelStep | null
  readonly association: string
}

export interface MoneyRow {
  readonly id: string
  /** Epoch ms: of rows by the hundred thousand, to read an instant's text takes as long as all else. */
  readonly at: number | null
  readonly name: string
  readonly association: string
  readonly orderNo: string
  readonly amount: number
  readonly currency: Currency
  /** Null: it is not of one product. */
  readonly pieces: number | null
}

export interface ViewRow {
  readonly id: string
  readonly at: Date
  readonly association: string
  readonly page: CountedPage
  readonly depth: number | null
  readonly seconds: number | null
}

export type MoneyFigure = Exclude<ActFigure, 'views' | 'comments' | 'associationOrders'>
const kindOf: Readonly<Record<MoneyFigure, string>> = { orders: 'ordered', payments: 'paid', refunds: 'refunded' }

/** Acts of money, or what they have of one product. */
export interface WhichMoney {
  readonly figure: MoneyFigure
  readonly productId: string | undefined
  /** Of payments of a live, those alone whose orders were placed then, in that currency. */
  readonly placed?: { readonly seconds: readonly Seconds[]; readonly currency: Currency } | undefined
}

/** Seconds of a live are fewer. */
const noEnd = 2_147_483_647

/** That an act's order was placed in one of those seconds, as the roll-up counts them. */
const placedWithin = ({ seconds, currency }: NonNullable<WhichMoney['placed']>): RawBuilder<unknown> => sql`
  and act.currency = ${currency} and exists (
    select 1 from unnest(${seconds.map(({ from }) => from)}::integer[], ${seconds.map(({ until }) => until ?? noEnd)}::integer[])
      as time(from_second, until_second)
    where greatest(coalesce((
      select placed."offsetMs" from fact placed
      where placed."firmId" = act."firmId" and placed.kind = 'ordered' and placed."sourceId" = act."orderId"::text
    ), act."offsetMs", 0), 0) / 1000 between from_second and until_second - 1)`

/** What an act has of a product: no row where it has nothing of it. */
const goodsOf = (productId: string): RawBuilder<unknown> => sql`
  cross join lateral (
    select sum(moved.pieces)::integer as pieces, sum(moved.pieces * line.price)::bigint as worth
    from "orderLine" line cross join lateral (select ${movedPieces} as pieces) as moved
    where line."orderId" = act."orderId" and line."productId" = ${productId}::uuid and moved.pieces <> 0
    having count(*) > 0
  ) as goods`

/** Facts of money of the scope, each by the time of its own act. */
const moneyActs = (scope: FigureScope, { figure, productId, placed }: WhichMoney): RawBuilder<unknown> => sql`(
  select act.seq, act.at, act.attribution, act."orderId", act.currency,
    ${productId === undefined ? sql`act.amount, null::integer as pieces` : sql`goods.worth as amount, goods.pieces`}
  from fact act ${productId === undefined ? sql`` : goodsOf(productId)}
  where act."firmId" = ${scope.firmId} and act.kind = ${kindOf[figure]} and not act."isSimulated" and ${isCounted(sql`act.seq`)}
    and ${
      scope.live === undefined
        ? sql`act.at >= ${new Date(dayInTaipei(scope.days.from).fromMs)} and act.at < ${new Date(dayInTaipei(scope.days.to).toMs)}`
        : sql`act."liveId" = ${scope.live.id}`
    } ${placed === undefined ? sql`` : placedWithin(placed)}
) as done`

/** That a row of "figurePerson" is a look at a sign-up page or a room of the scope. */
const isView = (scope: FigureScope): RawBuilder<boolean> => sql`"firmId" = ${scope.firmId}
    and (kind = 'visited' and ${visitsWithin(scope)} or kind = 'watched' and ${within(scope, sql`"placeId"`, sql`day`)})`

/** Names a view: `<instant> <key>`. */
const viewCursor = ({ at, key }: View): string => `${new Date(at).toISOString()} ${key}`

/** The view that a cursor names; of one that looks otherwise undefined. */
export const viewAt = (cursor: string | undefined): View | undefined => {
  const named = /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<key>\d{1,9})$/.exec(cursor ?? '')?.groups
  return named && { at: Date.parse(named['at'] ?? ''), key: Number(named['key']) }
}
/** Of a fact its place among all; what looks otherwise begins anew. */
const factCursor = (after: string | undefined): string | null =>
  /^\d{1,18}$/.test(after ?? '') ? (after ?? null) : null

/** The rows that figures are counted from. */
export const createFigureRowStore = (db: Database) => ({
  /** Persons by their keys, in that order, as far as anything is known of them. */
  persons: async (firmId: string, each: readonly StepOfPerson[]): Promise<PersonRow[]> => {
    const id = idIn(sql`known.name`)
    const { rows } = await sql<PersonRow>`${plannedOnce}
      select known.name as id, each.step, signed."createdAt" as at, coalesce(signed.name, viewer.name, '') as name,
        coalesce((
          select max(act.association) from "figurePerson" act
          where act."firmId" = ${firmId} and act.key = each.person and act.kind = 'signedUp'), '') as association
      from unnest(${each.map(({ person }) => person)}::integer[], ${each.map(({ step }) => step)}::text[]) as each(person, step)
        join "figureName" known on known."firmId" = ${firmId} and known.key = each.person
        left join "signupUser" signed on signed.id = ${id} and signed."firmId" = ${firmId}
        left join "liveUser" viewer on viewer.id = ${id} and viewer."firmId" = ${firmId}
      order by each.person`.execute(db.as())
    return rows
  },

  /** The key of a name; undefined: nothing that it did is in the sums. */
  keyOf: async (firmId: string, name: string): Promise<number | undefined> => {
    const { rows } = await sql<{ key: number }>`${plannedOnce}
      select key from "figureName" where "firmId" = ${firmId} and name = ${name}`.execute(db.as())
    return rows[0]?.key
  },

  /** Orders, payments or refunds, the newest first. */
  money: async (scope: FigureScope, which: WhichMoney, page: RowPage): Promise<MoneyRow[]> => {
    const after = factCursor(page.after)
    const until = page.until ?? null
    const { rows } = await sql<MoneyRow>`${plannedOnce}
      select each.seq::text as id, trunc(extract(epoch from each.at) * 1000)::float8 as at, coalesce(bought."fullName", '') as name,
        coalesce(each.attribution ->> 'association', '') as association, coalesce(bought."orderNo", '') as "orderNo",
        each.amount, each.currency, each.pieces
      from (
        select * from ${moneyActs(scope, which)}
        where true ${after === null ? sql`` : sql`and done.seq < ${after}::bigint`}
          ${until === null ? sql`` : sql`and done.seq >= ${until}::bigint`}
        order by done.seq desc limit ${page.limit}
      ) as each left join "order" bought on bought.id = each."orderId" and bought."firmId" = ${scope.firmId}
      order by each.seq desc`.execute(db.as())
    return rows
  },

  /** The last row of each page of so many, full ones only: found at once, as each page by itself would look at all facts. */
  moneyPageEnds: async (scope: FigureScope, which: WhichMoney, size: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`${plannedOnce}
      select seq::text as id
      from (select done.seq, row_number() over (order by done.seq desc) as place from ${moneyActs(scope, which)}) as placed
      where place % ${size}::integer = 0 order by seq desc`.execute(db.as())
    return rows.map(({ id }) => id)
  },

  moneyTotal: async (scope: FigureScope, which: WhichMoney): Promise<number> => {
    const { firmId, days } = scope
    // The sums of days know how many acts there were, though not of which product each was.
    const isSummed = days !== undefined && which.productId === undefined && which.placed === undefined
    const { rows } = await sql<{ total: number }>`${plannedOnce} ${
      isSummed
        ? sql`select coalesce(sum(acts), 0)::integer as total from "figureDay"
          where "firmId" = ${firmId} and kind = ${kindOf[which.figure]} and ${within(scope, none, sql`day`)}`
        : sql`select count(*)::integer as total from ${moneyActs(scope, which)}`
    }`.execute(db.as())
    return rows[0]?.total ?? 0
  },

  /** What is known of views, in the order of `each`. A browser tab that went from the page to the room is one, by its first look. */
  views: async (scope: FigureScope, each: readonly View[]): Promise<ViewRow[]> => {
    const { firmId } = scope
    const { rows } = await sql<Omit<ViewRow, 'id' | 'at'> & { readonly key: number }>`${plannedOnce}
      select view.key, view.page, seen.depth::integer as depth, seen.seconds, view.association
      from (
        select distinct on (key) key, case kind when 'visited' then 'signup' else 'live' end as page, "placeId", association
        from "figurePerson" where ${isView(scope)} and key = any(${each.map(({ key }) => key)}::integer[]) order by 1, at, 2
      ) as view
        join "figureName" named on named."firmId" = ${firmId} and named.key = view.key
        left join "pageVisit" seen on seen."firmId" = ${firmId} and seen.page = view.page
          and seen."pageId" = view."placeId" and seen.visit = named.name`.execute(db.as())
    const byKey = new Map(rows.map(({ key, ...row }) => [key, row]))
    return each.flatMap((view) => {
      const row = byKey.get(view.key)
      return row === undefined ? [] : [{ ...row, id: viewCursor(view), at: new Date(view.at) }]
    })
  },
})
export type FigureRowStore = ReturnType<typeof createFigureRowStore>
