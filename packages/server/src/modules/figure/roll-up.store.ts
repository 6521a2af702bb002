import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { dayOf, none, peopleTables } from './figure.tables.ts'
import { movedPieces } from './goods.ts'

/** The next facts that are in no sum yet, the oldest first; from here on they are. */
const taken = (limit: number) => sql`
  taken as (
    update fact set "isCounted" = true
    where not "isCounted" and seq = any(array(select seq from fact where not "isCounted" order by seq limit ${limit}))
    returning *
  ), act as materialized (
    select "firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId"::text as "signupUserId",
      "liveUserId"::text as "liveUserId", visit, "productId", "orderId", amount, currency, ${dayOf(sql`at`)} as day,
      coalesce(attribution ->> 'association', '') as association,
      coalesce("signupUserId"::text, "liveUserId"::text, visit,
        case when kind in ('ordered', 'paid', 'refunded') then "orderId"::text end) as person
    from taken where not "isSimulated"
  )`

const aliases = sql`
  aliases as (
    insert into "figureAlias" as known ("firmId", key, person, at)
    select distinct on ("firmId", key) "firmId", key, "signupUserId", at
    from act cross join lateral (values ("liveUserId"), (visit)) as named (key)
    where "signupUserId" is not null and key is not null
    order by "firmId", key, at, "signupUserId"
    on conflict ("firmId", key) do update set person = excluded.person, at = excluded.at
      where (excluded.at, excluded.person) < (known.at, known.person)
  )`

const people = sql`
  people as (
    insert into "figurePerson" as known ("firmId", kind, "placeId", "productId", day, person, at, association)
    select "firmId", done, "placeId", coalesce("productId", ${none}), day, person, min(at), max(association)
    from (
      select act.*,
        case when kind <> 'visited' then kind
          when page[1] = 'signup' then 'visited'
          when page[1] = 'live' then 'watched' end as done,
        case when kind = 'visited' then page[2]::uuid else coalesce("liveId", ${none}) end as "placeId"
      from act left join lateral regexp_match("sourceId", '^(signup|live) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ')
        as page on kind = 'visited'
      where kind in ('visited', 'signedUp', 'joined', 'clicked', 'carted', 'plusOne') and person is not null
    ) as each
    where done is not null
    group by "firmId", done, "placeId", "productId", day, person
    on conflict ("firmId", kind, "placeId", "productId", day, person) do update
      set at = least(known.at, excluded.at), association = greatest(known.association, excluded.association)
      where excluded.at < known.at or excluded.association > known.association
  )`

/** Of a presence whose begin and end are both known, whichever came last. */
const stays = sql`
  stays as (
    insert into "figureStay" as known ("firmId", "liveId", day, person, stay)
    select came."firmId", came."liveId", ${dayOf(sql`came.at`)},
      coalesce(came."signupUserId"::text, came."liveUserId"::text),
      range_agg(int8range(greatest(came."offsetMs", 0), greatest(gone."offsetMs", came."offsetMs", 0)))
    from (select distinct "firmId", "sourceId" from act where kind in ('joined', 'left')) as presence
      join fact came on came."firmId" = presence."firmId" and came.kind = 'joined' and came."sourceId" = presence."sourceId"
      join fact gone on gone."firmId" = presence."firmId" and gone.kind = 'left' and gone."sourceId" = presence."sourceId"
    where came."liveId" is not null and came."offsetMs" is not null and gone."offsetMs" is not null
      and coalesce(came."signupUserId", came."liveUserId") is not null
    group by 1, 2, 3, 4
    on conflict ("firmId", "liveId", day, person) do update set stay = known.stay + excluded.stay
  )`

const orders = sql`
  orders as (
    insert into "figureOrder" as known ("firmId", "orderId", "liveId", person, association, currency, "orderedOn", "paidOn",
      ordered, paid, refunded)
    select "firmId", "orderId", (array_agg("liveId"))[1], (array_agg(person order by at))[1], max(association), max(currency),
      min(day) filter (where kind = 'ordered'), min(day) filter (where kind = 'paid'),
      coalesce(sum(amount) filter (where kind = 'ordered'), 0), coalesce(sum(amount) filter (where kind = 'paid'), 0),
      coalesce(sum(amount) filter (where kind = 'refunded'), 0)
    from act where kind in ('ordered', 'paid', 'refunded') and "orderId" is not null
    group by "firmId", "orderId"
    on conflict ("firmId", "orderId") do update set
      "orderedOn" = least(known."orderedOn", excluded."orderedOn"), "paidOn" = least(known."paidOn", excluded."paidOn"),
      association = greatest(known.association, excluded.association), ordered = known.ordered + excluded.ordered,
      paid = known.paid + excluded.paid, refunded = known.refunded + excluded.refunded
  )`

/** Goods that an act is about, at their price. What the act's amount is beside them has no product. */
const goods = sql`
  goods as materialized (
    select act."firmId", act.kind, act."sourceId", line."productId", sum(moved.pieces)::bigint as pieces,
      sum(moved.pieces * line.price)::bigint as worth
    from act
      join "orderLine" line on line."orderId" = act."orderId" and line."productId" is not null
      cross join lateral (
        select ${movedPieces} as pieces
      ) as moved
    where act.kind in ('ordered', 'paid', 'refunded') and moved.pieces <> 0
    group by 1, 2, 3, 4
  )`

const sums = sql`
  sums as (
    insert into figure as known ("firmId", kind, "liveId", day, second, "productId", currency, acts, pieces, amount)
    select "firmId", kind, "liveId", day, second, "productId", currency, sum(acts), sum(pieces), sum(amount)
    from (
      select act."firmId", act.kind, coalesce(act."liveId", ${none}) as "liveId", act.day,
        case when act."liveId" is null then 0
          else greatest(coalesce(placed."offsetMs", act."offsetMs", 0), 0) / 1000 end as second,
        part."productId", coalesce(act.currency, '') as currency, part.acts, part.pieces, part.amount
      from act
        left join fact placed on placed."firmId" = act."firmId" and placed.kind = 'ordered'
          and placed."sourceId" = act."orderId"::text and act.kind in ('paid', 'refunded')
        cross join lateral (
          select goods."productId", 0 as acts, goods.pieces, goods.worth as amount from goods
          where goods."firmId" = act."firmId" and goods.kind = act.kind and goods."sourceId" = act."sourceId"
          union all
          select case act.kind when 'shown' then act."productId" else ${none} end, 1, 0,
            coalesce(act.amount, 0) - coalesce((
              select sum(goods.worth) from goods
              where goods."firmId" = act."firmId" and goods.kind = act.kind and goods."sourceId" = act."sourceId"), 0)
        ) as part
      where act.kind in ('ordered', 'paid', 'refunded') or (act.kind = 'shown' and act."productId" is not null)
    ) as each
    group by "firmId", kind, "liveId", day, second, "productId", currency
    on conflict ("firmId", "liveId", kind, day, second, "productId", currency) do update
      set acts = known.acts + excluded.acts, pieces = known.pieces + excluded.pieces, amount = known.amount + excluded.amount
  )`

/** Sums of the facts. What it writes, and that the facts are in it, is one statement. */
export const createRollUpStore = (db: Executor) => ({
  /** Whether there is any fact to add: asked every few seconds, found in an index alone. */
  isBehind: async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from fact where not "isCounted" limit 1`.execute(db.as())
    return rows.length > 0
  },

  /** Adds up to `limit` facts, in the order in which they were written; answers how many there were. */
  add: async (limit: number): Promise<number> => {
    const { rows } = await sql<{ counted: number }>`
      with ${taken(limit)}, ${aliases}, ${people}, ${stays}, ${orders}, ${goods}, ${sums}
      select count(*)::integer as counted from taken`.execute(db.as())
    return rows[0]?.counted ?? 0
  },

  /** Forgets all sums of a firm: its facts count anew. Visits of before the last 400 days are facts no more. */
  forget: async (firmId: string, tx: Tx): Promise<void> => {
    for (const table of ['figure', 'figureOrder', ...peopleTables])
      await sql`delete from ${sql.table(table)} where "firmId" = ${firmId}`.execute(tx.as())
    await sql`update fact set "isCounted" = false where "firmId" = ${firmId} and "isCounted"`.execute(tx.as())
  },
})
export type RollUpStore = ReturnType<typeof createRollUpStore>
