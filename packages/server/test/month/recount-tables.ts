// Figures counted a second time, by plain SQL over what happened: written from what the screens and docs/decisions/053 and
// 063 say that a figure is, by somebody who had not read how the sums are kept.

/** Plain SQL on one connection, which keeps its temporary tables. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** What is recounted: one live, all its time, or days in Taipei, both counted. */
export type RecountScope =
  | { readonly live: string; readonly seconds: number }
  | { readonly from: string; readonly to: string }

/** By its name, as `compare-figures` gives it to the dashboard's own; what is not there is 0. */
export type Recount = Map<string, number>

const taipeiDayOf = (at: string): string => `(${at} at time zone 'Asia/Taipei')::date`

/** SQL that a fact, a presence or an act of money is of the scope. */
export const isIn = (scope: RecountScope): string =>
  'live' in scope ? `"liveId" = '${scope.live}'` : `day between '${scope.from}' and '${scope.to}'`

const tables = ['recountOwner', 'recountFact', 'recountPresence', 'recountMoney', 'recountGoods'] as const

export const dropRecount = async (ask: Ask): Promise<void> => {
  await ask(`drop table if exists ${tables.map((table) => `"${table}"`).join(', ')}`)
}

/** Who is who, who was there when, and what was bought: of one firm, in temporary tables. */
export const prepareRecount = async (ask: Ask, firmId: string): Promise<void> => {
  await dropRecount(ask)
  // A viewer and a visit are the person who signed up, once anything names both; the first, where several did.
  await ask(`
    create temporary table "recountOwner" as
    select distinct on (name) name, person from (
      select "liveUserId"::text as name, "signupUserId"::text as person, at from fact
      where "firmId" = '${firmId}' and not "isSimulated" and "signupUserId" is not null and "liveUserId" is not null
      union all
      select visit, "signupUserId"::text, at from fact
      where "firmId" = '${firmId}' and not "isSimulated" and "signupUserId" is not null and visit is not null
    ) as known
    order by name, at, person`)
  await ask(`
    create temporary table "recountFact" as
    select kind, seq, "sourceId", at, ${taipeiDayOf('at')} as day, "liveId", "offsetMs", "productId", "orderId", amount,
      case when kind = 'visited' then split_part("sourceId", ' ', 1) end as page,
      case when kind = 'visited' then split_part("sourceId", ' ', 2) end as "pageId", visit,
      coalesce(attribution ->> 'association', '') as association, coalesce(attribution ->> 'source', '') as source,
      coalesce("signupUserId"::text, owner.person, "liveUserId"::text, visit,
        case when kind in ('ordered', 'paid', 'refunded') then "orderId"::text end) as person
    from fact left join "recountOwner" as owner on owner.name = coalesce("liveUserId"::text, visit)
    where "firmId" = '${firmId}' and not "isSimulated"`)
  await ask('create index on "recountFact" ("liveId", kind)')
  await ask('create index on "recountFact" (kind, day)')
  await ask('create index on "recountFact" (kind, "pageId") where kind = \'visited\'')
  await ask('analyze "recountFact"')
  // In the room from the begin on, all on the day on which the live began; who never left was on a server that was killed, and counts nothing.
  await ask(`
    create temporary table "recountPresence" as
    select came."liveId", ${taipeiDayOf('live."beginAt"')} as day, came.person,
      int8range(greatest(0, came."offsetMs"), greatest(0, came."offsetMs", gone."offsetMs")) as span
    from "recountFact" as came
      join "recountFact" as gone on gone.kind = 'left' and gone."sourceId" = came."sourceId"
      join live on live.id = came."liveId"
    where came.kind = 'joined'`)
  await ask('create index on "recountPresence" ("liveId")')
  // Money as the shop's books have it; of refunds also that one was taken back, which only its fact says.
  await ask(`
    create temporary table "recountMoney" as
    select act.*, ${taipeiDayOf('act.at')} as day, "order"."liveId", "order".currency,
      coalesce("order".given -> 'attribution' ->> 'association', '') as association, buyer.person,
      least(greatest(0, floor(extract(epoch from "order"."createdAt" - live."beginAt"))),
        extract(epoch from live."endAt" - live."beginAt"))::integer as second
    from (
      select 'ordered' as kind, id as "orderId", "createdAt" as at, total + discount as amount, false as "isExtra",
        '[]'::jsonb as lines
      from "order" where "firmId" = '${firmId}'
      union all
      select 'paid', "orderId", "paidAt", amount, "isExtra", '[]'::jsonb
      from payment where "firmId" = '${firmId}' and state = 'paid'
      union all
      select 'refunded', gone."orderId", gone.at, gone.amount, false, refund.lines
      from "recountFact" as gone join refund on refund.id = split_part(gone."sourceId", ' ', 1)::uuid
      where gone.kind = 'refunded'
    ) as act
      join "order" on "order".id = act."orderId"
      left join live on live.id = "order"."liveId"
      left join "recountFact" as buyer on buyer.kind = 'ordered' and buyer."sourceId" = act."orderId"::text
    where not "order"."isTest"`)
  await ask('create index on "recountMoney" ("liveId")')
  await ask('create index on "recountMoney" ("orderId")')
  // Goods at their price: all lines of what was paid first, and the pieces that a refund names.
  await ask(`
    create temporary table "recountGoods" as
    select money.kind, money."liveId", money.day, line."productId",
      line.quantity as pieces, line.price * line.quantity as amount
    from "recountMoney" as money join "orderLine" as line on line."orderId" = money."orderId"
    where money.kind = 'paid' and not money."isExtra"
    union all
    select money.kind, money."liveId", money.day, line."productId", 0,
      sign(money.amount)::bigint * line.price * (piece ->> 'quantity')::integer
    from "recountMoney" as money
      cross join lateral jsonb_array_elements(money.lines) as piece
      join "orderLine" as line on line."orderId" = money."orderId" and line.place = (piece ->> 'place')::integer
    where money.kind = 'refunded'`)
}

/** A number of a row; what SQL leaves empty is 0. */
export const numberIn = (row: Readonly<Record<string, unknown>> | undefined, name: string): number =>
  Number(row?.[name] ?? 0)
