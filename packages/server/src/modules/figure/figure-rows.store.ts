import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import type { Seconds } from '@kaimai/contract/figure/script-sales.rules.ts'
import type { ActFigure, PersonFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { CountedPage } from '@kaimai/contract/tracking/tracking.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { boughtAndBegan } from './cohort.store.ts'
import { type FigureScope, visitsWithin, within } from './figure-scope.ts'
import { idIn, isCounted } from './figure.tables.ts'
import { movedPieces } from './goods.ts'
import { knownPersons, personsByLink, personsWho } from './people.store.ts'
import { cameBySource } from './source.store.ts'

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
  readonly step: number
  readonly association: string
}

export interface MoneyRow {
  readonly id: string
  /** Epoch ms: of rows by the hundred thousand, to read an instant's text takes as long as all else. */
  readonly at: number
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

/** Persons of a step of the funnel, who was in the room `stayMs` having stayed; or who did one thing. */
export type WhichPersons =
  | { readonly step: FunnelStep; readonly stayMs: number; readonly source: string | undefined }
  | { readonly step?: undefined; readonly figure: 'cohort'; readonly cohort: string; readonly month: string }
  | {
      readonly step?: undefined
      readonly figure: Exclude<PersonFigure, 'cohort'>
      readonly productId: string | undefined
    }

const personsOf = (scope: FigureScope, which: WhichPersons): RawBuilder<unknown> => {
  if (which.step !== undefined)
    return which.source === undefined
      ? knownPersons(scope, which.stayMs, which.step)
      : sql`${knownPersons(scope, which.stayMs, which.step)}, ${cameBySource(scope)}`
  switch (which.figure) {
    case 'cohort':
      return sql`
      ${boughtAndBegan(scope.firmId)}, known as (
        select distinct person, 0 as step from began join bought using (person)
        where began.cohort = ${which.cohort} and to_char(bought."paidOn", 'YYYY-MM') = ${which.month}
      )`
    case 'signups':
      return personsWho(scope, 'signedUp', undefined)
    case 'attendees':
      return personsWho(scope, 'joined', undefined)
    case 'associationSignups':
      return personsByLink(scope, 'signedUp')
    case 'associationAttendees':
      return personsByLink(scope, 'joined')
    case 'productClicked':
      return personsWho(scope, 'clicked', which.productId)
    case 'productCarted':
      return personsWho(scope, 'carted', which.productId)
    case 'productPlusOne':
      return personsWho(scope, 'plusOne', which.productId)
  }
}

/** That a person of `known` is one of them. */
const isOne = (which: WhichPersons): RawBuilder<unknown> =>
  which.step === undefined || which.source === undefined
    ? sql`true`
    : sql`person in (select person from "cameBy" where source = ${which.source})`

export type MoneyFigure = Exclude<ActFigure, 'views'>
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

/** Of a view `<instant> <visit>`; what looks otherwise begins anew. */
const viewCursor = (after: string | undefined) =>
  /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<visit>[\w-]{1,60})$/.exec(after ?? '')?.groups
/** Of a fact its place among all; what looks otherwise begins anew. */
const factCursor = (after: string | undefined): string | null =>
  /^\d{1,18}$/.test(after ?? '') ? (after ?? null) : null

/** The rows that figures are counted from. */
export const createFigureRowStore = (db: Database) => ({
  /** Persons who came at least as far as a step, or who did one thing, in the order of their names in the facts. */
  persons: async (scope: FigureScope, which: WhichPersons, page: RowPage): Promise<PersonRow[]> => {
    const { firmId } = scope
    const after = page.after ?? null
    const id = idIn(sql`each.person`)
    const { rows } = await sql<PersonRow>`${plannedOnce}
      with ${personsOf(scope, which)}, each as (
        select person, step from known
        where ${isOne(which)} and (${after}::text is null or person > ${after}::text)
        order by person limit ${page.limit}
      )
      select each.person as id, each.step, signed."createdAt" as at, coalesce(signed.name, viewer.name, '') as name,
        coalesce((
          select max(act.association) from "figurePerson" act
          where act."firmId" = ${firmId} and act.key = each.person and act.kind = 'signedUp'), '') as association
      from each
        left join "signupUser" signed on signed.id = ${id} and signed."firmId" = ${firmId}
        left join "liveUser" viewer on viewer.id = ${id} and viewer."firmId" = ${firmId}
      order by each.person`.execute(db.as())
    return rows
  },

  /** How many persons came at least as far as a step, or did one thing. */
  personTotal: async (scope: FigureScope, which: WhichPersons): Promise<number> => {
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      with ${personsOf(scope, which)} select count(*)::integer as total from known where ${isOne(which)}`.execute(
      db.as(),
    )
    return rows[0]?.total ?? 0
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
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      select count(*)::integer as total from ${moneyActs(scope, which)}`.execute(db.as())
    return rows[0]?.total ?? 0
  },

  /** Looks at sign-up pages and rooms, the newest first. */
  views: async (scope: FigureScope, page: RowPage): Promise<ViewRow[]> => {
    const after = viewCursor(page.after)
    // A browser tab that went from the page to the room is one visit, as in the figure: its first look stands for it.
    const { rows } = await sql<ViewRow & { readonly visit: string }>`${plannedOnce}
      select view.visit, view.at, view.page, seen.depth::integer as depth, seen.seconds, view.association
      from (
        select * from (
          select distinct on (key) key as visit, case kind when 'visited' then 'signup' else 'live' end as page, "placeId", at,
            association
          from "figurePerson" where ${isView(scope)} order by 1, at, 2
        ) as look
        where ${after?.['at'] ?? null}::timestamptz is null
          or (at, visit) < (${after?.['at'] ?? null}::timestamptz, ${after?.['visit'] ?? null}::text)
        order by at desc, visit desc limit ${page.limit}
      ) as view
        left join "pageVisit" seen on seen."firmId" = ${scope.firmId} and seen.page = view.page
          and seen."pageId" = view."placeId" and seen.visit = view.visit
      order by view.at desc, view.visit desc`.execute(db.as())
    return rows.map(({ visit, ...row }) => ({ ...row, id: `${row.at.toISOString()} ${visit}` }))
  },

  viewTotal: async (scope: FigureScope): Promise<number> => {
    const { rows } = await sql<{ total: number }>`${plannedOnce}
      select count(distinct key)::integer as total from "figurePerson" where ${isView(scope)}`.execute(db.as())
    return rows[0]?.total ?? 0
  },

  /** Whether a figure of views counts some of before an instant. */
  hasViewsBefore: async (scope: FigureScope, before: Date): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from "figurePerson"
      where ${isView(scope)} and at < ${before} limit 1`.execute(db.as())
    return rows.length > 0
  },
})
export type FigureRowStore = ReturnType<typeof createFigureRowStore>
