import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { dayOf, idIn, keyTables, none } from './figure.tables.ts'
import { movedPieces } from './goods.ts'

type Seqs = readonly string[]

/** Facts that are real, with the day in Taipei on which they were and the name that each has for who did it. */
const acts = (seqs: Seqs) => sql`
  act as materialized (
    select "firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId"::text as "signupUserId",
      "liveUserId"::text as "liveUserId", visit, "productId", "orderId", amount, currency, ${dayOf(sql`at`)} as day,
      coalesce(attribution ->> 'association', '') as association, coalesce(attribution ->> 'source', '') as source,
      coalesce("signupUserId"::text, "liveUserId"::text, visit,
        case when kind in ('ordered', 'paid', 'refunded') then "orderId"::text end) as key
    from fact where seq = any(${seqs}::bigint[]) and not "isSimulated"
  )`

/** Who is who, and in each table the person of what was done under a name that is known only now. */
const aliases = sql`
  "nowKnown" as (
    insert into "figureAlias" as known ("firmId", key, person, at)
    select distinct on ("firmId", alias) "firmId", alias, "signupUserId", at
    from act cross join lateral (values ("liveUserId"), (visit)) as named (alias)
    where "signupUserId" is not null and alias is not null
    order by "firmId", alias, at, "signupUserId"
    on conflict ("firmId", key) do update set person = excluded.person, at = excluded.at
      where (excluded.at, excluded.person) < (known.at, known.person)
    returning "firmId", key, person
  )`
const moved = (table: string) => sql`${sql.ref(`moved ${table}`)} as (
    update ${sql.table(table)} as done set person = "nowKnown".person from "nowKnown"
    where done."firmId" = "nowKnown"."firmId" and done.key = "nowKnown".key
  )`

/** With the person of each row's `key`, as far as it is known. */
const withPerson = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select each.*, coalesce(known.person, each.key) as person
  from (${rows}) as each left join "figureAlias" known on known."firmId" = each."firmId" and known.key = each.key`

const people = sql`
  people as (
    insert into "figurePerson" as known ("firmId", kind, "placeId", "productId", day, key, at, association, source, person)
    ${withPerson(sql`
      select "firmId", done, "placeId", coalesce("productId", ${none}) as "productId", day, key, min(at) as at,
        max(association) as association, max(source) as source
      from (
        select act.*,
          case when kind <> 'visited' then kind
            when "sourceId" like 'signup %' then 'visited'
            when "sourceId" like 'live %' then 'watched' end as done,
          case when kind = 'visited' then ${idIn(sql`split_part("sourceId", ' ', 2)`)}
            else coalesce("liveId", ${none}) end as "placeId"
        from act
        where kind in ('visited', 'signedUp', 'joined', 'clicked', 'carted', 'plusOne') and key is not null
      ) as each
      where done is not null and "placeId" is not null
      group by "firmId", done, "placeId", "productId", day, key`)}
    on conflict ("firmId", kind, "placeId", "productId", day, key) do update
      set at = least(known.at, excluded.at), association = greatest(known.association, excluded.association),
        source = greatest(known.source, excluded.source)
      where excluded.at < known.at or excluded.association > known.association or excluded.source > known.source
  )`

/** Of a presence whose begin and end are both known, whichever came last. */
const stays = sql`
  stays as (
    insert into "figureStay" as known ("firmId", "liveId", day, key, stay, person)
    ${withPerson(sql`
      select came."firmId", came."liveId", ${dayOf(sql`came.at`)} as day,
        coalesce(came."signupUserId"::text, came."liveUserId"::text) as key,
        range_agg(int8range(greatest(came."offsetMs", 0), greatest(gone."offsetMs", came."offsetMs", 0))) as stay
      from (select distinct "firmId", "sourceId" from act where kind in ('joined', 'left')) as presence
        join fact came on came."firmId" = presence."firmId" and came.kind = 'joined' and came."sourceId" = presence."sourceId"
        join fact gone on gone."firmId" = presence."firmId" and gone.kind = 'left' and gone."sourceId" = presence."sourceId"
      where came."liveId" is not null and came."offsetMs" is not null and gone."offsetMs" is not null
        and coalesce(came."signupUserId", came."liveUserId") is not null
      group by 1, 2, 3, 4`)}
    on conflict ("firmId", "liveId", day, key) do update set stay = known.stay + excluded.stay
  )`

const orders = sql`
  orders as (
    insert into "figureOrder" as known ("firmId", "orderId", "liveId", key, association, currency, "orderedOn", "paidOn",
      ordered, paid, refunded, person)
    ${withPerson(sql`
      select "firmId", "orderId", (array_agg("liveId"))[1] as "liveId", (array_agg(key order by at))[1] as key,
        max(association) as association, max(currency) as currency,
        min(day) filter (where kind = 'ordered') as "orderedOn", min(day) filter (where kind = 'paid') as "paidOn",
        coalesce(sum(amount) filter (where kind = 'ordered'), 0) as ordered,
        coalesce(sum(amount) filter (where kind = 'paid'), 0) as paid,
        coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded
      from act where kind in ('ordered', 'paid', 'refunded') and "orderId" is not null
      group by "firmId", "orderId"`)}
    on conflict ("firmId", "orderId") do update set
      "orderedOn" = least(known."orderedOn", excluded."orderedOn"), "paidOn" = least(known."paidOn", excluded."paidOn"),
      association = greatest(known.association, excluded.association), ordered = known.ordered + excluded.ordered,
      paid = known.paid + excluded.paid, refunded = known.refunded + excluded.refunded
  )`

/** Acts of money at the second of the live at which their order was placed, and what came on the stage. */
const placed = sql`
  placed as materialized (
    select act."firmId", act.kind, act."sourceId", act."orderId", coalesce(act."liveId", ${none}) as "liveId", act.day,
      case when act."liveId" is null then 0
        else greatest(coalesce(bought."offsetMs", act."offsetMs", 0), 0) / 1000 end as second,
      case act.kind when 'shown' then act."productId" else ${none} end as "productId",
      coalesce(act.currency, '') as currency, coalesce(act.amount, 0) as amount
    from act
      left join fact bought on bought."firmId" = act."firmId" and bought.kind = 'ordered'
        and bought."sourceId" = act."orderId"::text and act.kind in ('paid', 'refunded')
    where act.kind in ('ordered', 'paid', 'refunded') or (act.kind = 'shown' and act."productId" is not null)
  )`

/** Goods that an act is about, at their price. What the act's amount is beside them has no product. */
const goods = sql`
  goods as materialized (
    select act."firmId", act.kind, act."liveId", act.day, act.second, line."productId", act.currency,
      sum(moved.pieces)::bigint as pieces, sum(moved.pieces * line.price)::bigint as worth
    from placed as act
      join "orderLine" line on line."orderId" = act."orderId" and line."productId" is not null
      cross join lateral (
        select ${movedPieces} as pieces
      ) as moved
    where act.kind in ('ordered', 'paid', 'refunded') and moved.pieces <> 0
    group by 1, 2, 3, 4, 5, 6, 7
  )`

const sums = sql`
  sums as (
    insert into figure as known ("firmId", kind, "liveId", day, second, "productId", currency, acts, pieces, amount)
    select "firmId", kind, "liveId", day, second, "productId", currency, sum(acts), sum(pieces), sum(amount)
    from (
      select "firmId", kind, "liveId", day, second, "productId", currency, 1 as acts, 0 as pieces, amount from placed
      union all
      select "firmId", kind, "liveId", day, second, "productId", currency, 0, pieces, worth from goods
      union all
      select "firmId", kind, "liveId", day, second, ${none}, currency, 0, 0, -worth from goods
    ) as each
    group by "firmId", kind, "liveId", day, second, "productId", currency
    on conflict ("firmId", "liveId", kind, day, second, "productId", currency) do update
      set acts = known.acts + excluded.acts, pieces = known.pieces + excluded.pieces, amount = known.amount + excluded.amount
  )`

/** Sums of the facts. */
export const createRollUpStore = (db: Executor) => ({
  /** Whether there is any fact to add: asked every few seconds. */
  isBehind: async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from "factToCount" limit 1`.execute(db.as())
    return rows.length > 0
  },

  /** Adds up to `limit` facts, in the order in which they were written; answers how many there were. */
  add: async (limit: number, tx: Tx): Promise<number> => {
    const due = await sql<{ seq: string }>`
      delete from "factToCount" where seq = any(array(select seq from "factToCount" order by seq limit ${limit}))
      returning seq::text as seq`.execute(tx.as())
    const seqs = due.rows.map(({ seq }) => seq)
    if (seqs.length === 0) return 0
    // Who is who comes first: what is done under a name that is known now is written as done by its person.
    await sql`
      with ${acts(seqs)}, ${aliases}, ${sql.join(keyTables.map(moved))} select 1`.execute(tx.as())
    await sql`
      with ${acts(seqs)}, ${people}, ${stays}, ${orders}, ${placed}, ${goods}, ${sums} select 1`.execute(tx.as())
    return seqs.length
  },

  /** Forgets all sums of a firm: its facts count anew. Visits of before the last 400 days are facts no more. */
  forget: async (firmId: string, tx: Tx): Promise<void> => {
    for (const table of ['figure', 'figureAlias', ...keyTables])
      await sql`delete from ${sql.table(table)} where "firmId" = ${firmId}`.execute(tx.as())
    await sql`
      insert into "factToCount" select seq from fact where "firmId" = ${firmId} on conflict do nothing`.execute(tx.as())
  },
})
export type RollUpStore = ReturnType<typeof createRollUpStore>
