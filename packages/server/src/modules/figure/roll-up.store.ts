import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { dayOf, idIn, none } from './figure.tables.ts'
import { movedPieces } from './goods.ts'

type Part = RawBuilder<unknown>
type Seqs = readonly string[]

/** Who did it, and when: the name that each fact has for them, and the others by which they go. */
const who = sql`"firmId", at, "signupUserId"::text as "signupUserId", "liveUserId"::text as "liveUserId", visit,
      coalesce("signupUserId"::text, "liveUserId"::text, visit,
        case when kind in ('ordered', 'paid', 'refunded') then "orderId"::text end) as name`
/** All that is added up, with the day in Taipei on which it was. */
const what = sql`${who}, kind, "sourceId", "liveId", "offsetMs", "productId", "orderId", amount, currency, ${dayOf(sql`at`)} as day,
      coalesce(attribution ->> 'association', '') as association, coalesce(attribution ->> 'source', '') as source`
/** Those of facts that are real. */
const acts = (seqs: Seqs, columns: Part): Part => sql`
  act as materialized (select ${columns} from fact where seq = any(${seqs}::bigint[]) and not "isSimulated")`

/** The two names by which a person who signed up goes besides. */
const aliases = sql`act cross join lateral (values ("liveUserId"), (visit)) as other (alias)`

/** Numbers for names that come for the first time, after those that the firm has. */
const names = sql`
  before as materialized (
    select "firmId", coalesce((
      select known.key from "figureName" known where known."firmId" = each."firmId" order by known.key desc limit 1), 0) as most
    from (select distinct "firmId" from act) as each
  ), "firstNamed" as (
    select "firmId", name, row_number() over (partition by "firmId" order by name) as place
    from (
      select "firmId", name from act where name is not null
      union select "firmId", alias from ${aliases} where "signupUserId" is not null and alias is not null
    ) as wanted
    -- Looked up one by one: as a join the database would read all names that there are.
    where (select known.key from "figureName" known where known."firmId" = wanted."firmId" and known.name = wanted.name) is null
  )
  insert into "figureName" ("firmId", name, key, person)
  select "firmId", name, most + place, most + place from "firstNamed" join before using ("firmId")`

/**
 * A row of "figureName" for each row beside it, looked up one by one. As a plain join the database, which knows nothing yet of a
 * table that was empty a moment ago, would go through all names of the firm for each row; `offset 0` leaves it no choice.
 */
const nameOf = (firmId: Part, name: Part): Part => sql`lateral (
    select known.key, known.person, known."knownAt" from "figureName" known
    where known."firmId" = ${firmId} and known.name = ${name} offset 0)`

/** Who is who, of the names for which that comes to light now or came to light later than it was: the first fact counts. */
const owners = sql`
  chosen as (
    select distinct on ("firmId", alias) "firmId", alias, "signupUserId", at
    from ${aliases} where "signupUserId" is not null and alias is not null
    order by "firmId", alias, at, "signupUserId"
  ), "nowKnown" as (
    update "figureName" known set person = whose.key, "knownAt" = chosen.at
    from chosen cross join ${nameOf(sql`chosen."firmId"`, sql`chosen."signupUserId"`)} as whose
    where known."firmId" = chosen."firmId" and known.name = chosen.alias and (
      known."knownAt" is null or (chosen.at, chosen."signupUserId") < (known."knownAt", (
        select before.name from "figureName" before where before."firmId" = known."firmId" and before.key = known.person)))
    returning known."firmId", known.key, known.person
  )`

const moved = (table: string, changes: Part): Part => sql`${sql.ref(`moved ${table}`)} as (
    update ${sql.table(table)} as done set person = "nowKnown".person from "nowKnown"
    where done."firmId" = "nowKnown"."firmId" and done.key = "nowKnown".key and done.person <> "nowKnown".person
    returning done."firmId", ${changes}
  )`

/** Each place and day of which sums of persons change. */
const changed = (rows: Part): Part => sql`
  insert into "figureChange" as known ("firmId", "placeId", day, version)
  select distinct "firmId", "placeId", day, 1 from (${rows}) as each where "placeId" is not null and day is not null
  on conflict ("firmId", day, "placeId") do update set version = known.version + 1`

/** With the key and the person of each row's `name`. */
const withPerson = (rows: Part): Part => sql`
  select each.*, named.key, named.person
  from (${rows}) as each cross join ${nameOf(sql`each."firmId"`, sql`each.name`)} as named`

const people = sql`
  people as (
    insert into "figurePerson" as known ("firmId", kind, "placeId", "productId", day, at, association, source, key, person)
    select "firmId", kind, "placeId", "productId", day, at, association, source, key, person from (
      ${withPerson(sql`
      select "firmId", done as kind, "placeId", coalesce("productId", ${none}) as "productId", day, name, min(at) as at,
        max(association) as association, max(source) as source
      from (
        select act.*,
          case when kind <> 'visited' then kind
            when "sourceId" like 'signup %' then 'visited'
            when "sourceId" like 'live %' then 'watched' end as done,
          case when kind = 'visited' then ${idIn(sql`split_part("sourceId", ' ', 2)`)}
            else coalesce("liveId", ${none}) end as "placeId"
        from act
        where kind in ('visited', 'signedUp', 'joined', 'clicked', 'carted', 'plusOne') and name is not null
      ) as each
      where done is not null and "placeId" is not null
      group by "firmId", done, "placeId", "productId", day, name`)}
    ) as done
    on conflict ("firmId", kind, "placeId", "productId", day, key) do update
      set at = least(known.at, excluded.at), association = greatest(known.association, excluded.association),
        source = greatest(known.source, excluded.source)
      where excluded.at < known.at or excluded.association > known.association or excluded.source > known.source
    returning "firmId", "placeId", day
  )`

/** The begin or the end of a presence whose other fact is at hand. */
const otherOf = (known: Part, kind: 'joined' | 'left'): Part => sql`lateral (
    select other.* from fact other
    where other."firmId" = ${known}."firmId" and other.kind = ${sql.lit(kind)} and other."sourceId" = ${known}."sourceId" offset 0)`

/** Presences with their begin, and their end as far as it is known, whichever came last. */
const stays = sql`
  presence as materialized (
    select came."firmId", came."liveId", came."sourceId", came.at, coalesce(came."signupUserId", came."liveUserId") as name,
      came."offsetMs" as "from", gone."offsetMs" as until, gone.seq is null as "isOpen"
    from act came left join ${otherOf(sql`came`, 'left')} as gone on true
    where came.kind = 'joined'
    union all
    select came."firmId", came."liveId", came."sourceId", came.at, coalesce(came."signupUserId", came."liveUserId")::text,
      came."offsetMs", gone."offsetMs", false
    from act gone cross join ${otherOf(sql`gone`, 'joined')} as came
    where gone.kind = 'left'
  ), begun as materialized (
    -- The few lives of all presences are looked up once.
    select id, "beginAt" from live where id in (select "liveId" from presence)
  ), stays as (
    insert into "figureStay" as known ("firmId", "liveId", day, stay, key, person)
    select "firmId", "liveId", day, stay, key, person from (
      ${withPerson(sql`
      select "firmId", "liveId", ${dayOf(sql`coalesce(min("beginAt"), min(at))`)} as day, name,
        range_agg(int8range(greatest("from", 0), greatest(until, "from", 0))) as stay
      from presence left join begun on begun.id = presence."liveId"
      where "liveId" is not null and "from" is not null and until is not null and name is not null
      group by "firmId", "liveId", name`)}
    ) as done
    on conflict ("firmId", "liveId", key) do update set stay = known.stay + excluded.stay
    returning "firmId", "liveId" as "placeId", day
  )`

/**
 * Who came into a room and has not left it, until their end comes in. Rows go by where they lie: in a table that is empty
 * between two lives the database would expect none, and compare each with each.
 */
const presences = sql`
  arrived as (
    insert into "figurePresence" ("firmId", "liveId", "sourceId", "fromMs", key, person)
    select "firmId", "liveId", "sourceId", "fromMs", key, person from (
      ${withPerson(sql`
      select "firmId", "liveId", "sourceId", greatest("from", 0) as "fromMs", name
      from presence where "isOpen" and "liveId" is not null and "from" is not null`)}
    ) as done
    on conflict do nothing
  ), gone as (
    delete from "figurePresence" where ctid = any(array(
      select known.place from act cross join lateral (
        select ctid as place from "figurePresence" known
        where known."firmId" = act."firmId" and known."liveId" = act."liveId" and known."sourceId" = act."sourceId"
        offset 0) as known
      where act.kind = 'left'))
  )`

/** `"ordersBefore"`: as they stood. */
const orders = sql`
  "ordersBefore" as (
    select known."firmId", known."liveId", known."orderedOn", known."paidOn"
    from (select distinct "firmId", "orderId" from act where "orderId" is not null) as each cross join lateral (
      select * from "figureOrder" done where done."firmId" = each."firmId" and done."orderId" = each."orderId" offset 0) as known
  ), orders as (
    insert into "figureOrder" as known ("firmId", "orderId", "liveId", association, currency, "orderedOn", "paidOn",
      ordered, paid, refunded, key, person)
    select "firmId", "orderId", "liveId", association, currency, "orderedOn", "paidOn", ordered, paid, refunded, key, person
    from (
      ${withPerson(sql`
      select "firmId", "orderId", (array_agg("liveId"))[1] as "liveId", (array_agg(name order by at))[1] as name,
        max(association) as association, max(currency) as currency,
        min(day) filter (where kind = 'ordered') as "orderedOn", min(day) filter (where kind = 'paid') as "paidOn",
        coalesce(sum(amount) filter (where kind = 'ordered'), 0) as ordered,
        coalesce(sum(amount) filter (where kind = 'paid'), 0) as paid,
        coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded
      from act where kind in ('ordered', 'paid', 'refunded') and "orderId" is not null
      group by "firmId", "orderId"`)}
    ) as done
    on conflict ("firmId", "orderId") do update set
      "orderedOn" = least(known."orderedOn", excluded."orderedOn"), "paidOn" = least(known."paidOn", excluded."paidOn"),
      association = greatest(known.association, excluded.association), ordered = known.ordered + excluded.ordered,
      paid = known.paid + excluded.paid, refunded = known.refunded + excluded.refunded
    returning "firmId", "liveId" as "placeId", "orderedOn", "paidOn"
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
      left join lateral (
        select fact."offsetMs" from fact
        where fact."firmId" = act."firmId" and fact.kind = 'ordered' and fact."sourceId" = act."orderId"::text
          and act.kind in ('paid', 'refunded') offset 0) as bought on true
    where act.kind in ('ordered', 'paid', 'refunded') or (act.kind = 'shown' and act."productId" is not null)
  )`

/** Goods that an act is about, at their price. What the act's amount is beside them has no product. */
const goods = sql`
  goods as materialized (
    select act."firmId", act.kind, act."liveId", act.day, act.second, line."productId", act.currency,
      sum(moved.pieces)::bigint as pieces, sum(moved.pieces * line.price)::bigint as worth
    from placed as act
      cross join lateral (
        select * from "orderLine" own where own."orderId" = act."orderId" and own."productId" is not null offset 0) as line
      -- Worked out once for each line, however often it is used.
      cross join lateral (select ${movedPieces} as pieces offset 0) as moved
    where act.kind in ('ordered', 'paid', 'refunded') and moved.pieces <> 0
    group by 1, 2, 3, 4, 5, 6, 7
  ), part as materialized (
    select "firmId", kind, "liveId", day, second, "productId", currency, 1 as acts, 0 as pieces, amount from placed
    union all
    select "firmId", kind, "liveId", day, second, "productId", currency, 0, pieces, worth from goods
    union all
    select "firmId", kind, "liveId", day, second, ${none}, currency, 0, 0, -worth from goods
  )`

const summed = sql`acts = known.acts + excluded.acts, pieces = known.pieces + excluded.pieces,
        amount = known.amount + excluded.amount`
const sums = sql`
  sums as (
    insert into figure as known ("firmId", kind, "liveId", day, second, "productId", currency, acts, pieces, amount)
    select "firmId", kind, "liveId", day, second, "productId", currency, sum(acts), sum(pieces), sum(amount)
    from part group by "firmId", kind, "liveId", day, second, "productId", currency
    on conflict ("firmId", "liveId", kind, day, second, "productId", currency) do update set ${summed}
  ), "sumsOfDays" as (
    insert into "figureDay" as known ("firmId", day, kind, "productId", currency, acts, pieces, amount)
    select "firmId", day, kind, "productId", currency, sum(acts), sum(pieces), sum(amount)
    from part group by "firmId", day, kind, "productId", currency
    on conflict ("firmId", day, kind, "productId", currency) do update set ${summed}
  )`

/** Sums of the facts. */
export const createRollUpStore = (db: Executor) => ({
  /** Whether more facts wait to be added than so many: asked every few seconds. */
  isBehind: async (most: number): Promise<boolean> => {
    const { rows } = await sql`select 1 from "factToCount" offset ${most} limit 1`.execute(db.as())
    return rows.length > 0
  },

  /** Adds up to `limit` facts, in the order in which they were written; answers how many there were. */
  add: async (limit: number, tx: Tx): Promise<number> => {
    const run = (query: Part) => query.execute(tx.as())
    const due = await sql<{ seq: string }>`
      delete from "factToCount" where seq = any(array(select seq from "factToCount" order by seq limit ${limit}))
      returning seq::text as seq`.execute(tx.as())
    const seqs = due.rows.map(({ seq }) => seq)
    if (seqs.length === 0) return 0
    await run(sql`with ${acts(seqs, who)}, ${names}`)
    // Who is who comes first: what is done under a name that is known now is written as done by its person.
    await run(sql`
      with ${acts(seqs, who)}, ${owners},
        ${moved('figurePerson', sql`done."placeId", done.day`)}, ${moved('figureStay', sql`done."liveId" as "placeId", done.day`)},
        ${moved('figurePresence', sql`done."liveId"`)},
        ${moved('figureOrder', sql`done."liveId" as "placeId", done."orderedOn", done."paidOn"`)}
      ${changed(sql`
        select "firmId", "placeId", day from "moved figurePerson" union all select "firmId", "placeId", day from "moved figureStay"
        union all select "firmId", "placeId", "orderedOn" from "moved figureOrder"
        union all select "firmId", "placeId", "paidOn" from "moved figureOrder"`)}`)
    await run(sql`
      with ${acts(seqs, what)}, ${people}, ${stays}, ${presences}, ${orders}, ${placed}, ${goods}, ${sums}
      ${changed(sql`
        select "firmId", "placeId", day from people union all select "firmId", "placeId", day from stays
        union all select "firmId", "placeId", "orderedOn" from orders union all select "firmId", "placeId", "paidOn" from orders
        union all select "firmId", "liveId", "orderedOn" from "ordersBefore"
        union all select "firmId", "liveId", "paidOn" from "ordersBefore"`)}`)
    return seqs.length
  },

  /** Forgets all sums of a firm: its facts count anew. Visits of before the last 400 days are facts no more. */
  forget: async (firmId: string, tx: Tx): Promise<void> => {
    for (const table of [
      'figure',
      'figureDay',
      'figurePerson',
      'figureStay',
      'figurePresence',
      'figureOrder',
      'figureName',
      'figureCell',
    ])
      await sql`delete from ${sql.table(table)} where "firmId" = ${firmId}`.execute(tx.as())
    await sql`update "figureChange" set version = version + 1 where "firmId" = ${firmId}`.execute(tx.as())
    await sql`
      insert into "factToCount" (seq, "firmId") select seq, "firmId" from fact where "firmId" = ${firmId} on conflict do nothing`.execute(
      tx.as(),
    )
  },
})
export type RollUpStore = ReturnType<typeof createRollUpStore>
