import { sql } from 'kysely'
import type { eraseFacts } from '../fact/erase-facts.service.ts'

/**
 * Takes a person whose facts were erased out of the figures, as a recount would: nobody is counted of whom nobody knows,
 * and each order stands for its buyer. Money stays. Comes after the facts: until the commit nobody counts those.
 */
export const eraseFigures: typeof eraseFacts = async (tx, firmId, of) => {
  const ids = [of.signupUserId, ...of.liveUserIds]
  /** Names of the person: ids of the sign-up and of viewers. What else goes by it is visits, which stay and are nobody's. */
  const { rows } = await sql<{ key: number; isVisit: boolean }>`
    select key, name <> all(${ids}::text[]) and length(name) <> 36 as "isVisit" from "figureName"
    where "firmId" = ${firmId} and (name = any(${ids}::text[]) or person = (
      select whose.key from "figureName" whose where whose."firmId" = ${firmId} and whose.name = ${of.signupUserId}))`.execute(
    tx.as(),
  )
  const keys = rows.filter(({ isVisit }) => !isVisit).map(({ key }) => key)
  const visits = rows.filter(({ isVisit }) => isVisit).map(({ key }) => key)
  const orders = sql`select "orderId" from "figureOrder"
    where "firmId" = ${firmId} and (key = any(${keys}::integer[]) or "orderId" = any(${[...of.orderIds]}::uuid[]))`
  await sql`
    insert into "figureChange" as known ("firmId", "placeId", day, version)
    select distinct ${firmId}::uuid, "placeId", day, 1 from (
      select "placeId", day from "figurePerson" where "firmId" = ${firmId} and key = any(${[...keys, ...visits]}::integer[])
      union all select "liveId", day from "figureStay" where "firmId" = ${firmId} and key = any(${keys}::integer[])
      union all select "liveId", "orderedOn" from "figureOrder" where "firmId" = ${firmId} and "orderId" in (${orders})
      union all select "liveId", "paidOn" from "figureOrder" where "firmId" = ${firmId} and "orderId" in (${orders})
    ) as each where "placeId" is not null and day is not null
    on conflict ("firmId", day, "placeId") do update set version = known.version + 1`.execute(tx.as())
  // What was kept of these has the person's numbers.
  await sql`
    delete from "figureCell" cell using "figureChange" known
    where cell."firmId" = ${firmId} and known."firmId" = ${firmId} and known."placeId" = cell."placeId" and known.day = cell.day
      and cell.version < known.version`.execute(tx.as())
  await sql`
    insert into "figureName" ("firmId", name, key, person)
    select ${firmId}, "orderId"::text, most + place, most + place
    from (select "orderId", row_number() over (order by "orderId") as place from (${orders}) as each) as numbered
      cross join (select coalesce(max(key), 0) as most from "figureName" where "firmId" = ${firmId}) as before
    on conflict do nothing`.execute(tx.as())
  await sql`
    update "figureOrder" done set key = known.key, person = known.key from "figureName" known
    where done."firmId" = ${firmId} and done."orderId" in (${orders})
      and known."firmId" = ${firmId} and known.name = done."orderId"::text`.execute(tx.as())
  for (const table of ['figurePerson', 'figureStay', 'figurePresence', 'figureName'])
    await sql`delete from ${sql.table(table)} where "firmId" = ${firmId} and key = any(${keys}::integer[])`.execute(
      tx.as(),
    )
  await sql`update "figurePerson" set person = key where "firmId" = ${firmId} and key = any(${visits}::integer[])`.execute(
    tx.as(),
  )
  await sql`
    update "figureName" set person = key, "knownAt" = null where "firmId" = ${firmId} and key = any(${visits}::integer[])`.execute(
    tx.as(),
  )
}
