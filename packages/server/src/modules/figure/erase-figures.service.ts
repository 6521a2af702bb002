import { sql } from 'kysely'
import type { eraseFacts } from '../fact/erase-facts.service.ts'

/**
 * Takes a person whose facts were erased out of the figures, as a recount would: nobody is counted of whom nobody knows,
 * and each order stands for its buyer. Money stays. Comes after the facts: until the commit nobody counts those.
 */
export const eraseFigures: typeof eraseFacts = async (tx, firmId, of) => {
  const names = sql`array(
    select key from "figureAlias" where "firmId" = ${firmId} and person = ${of.signupUserId} and length(key) = 36
    union all select unnest(${[of.signupUserId, ...of.liveUserIds]}::text[])
  )`
  await sql`
    update "figureOrder" set key = "orderId"::text, person = "orderId"::text
    where "firmId" = ${firmId} and (key = any(${names}) or "orderId" = any(${[...of.orderIds]}::uuid[]))`.execute(
    tx.as(),
  )
  for (const table of ['figurePerson', 'figureStay'])
    await sql`delete from ${sql.table(table)} where "firmId" = ${firmId} and key = any(${names})`.execute(tx.as())
  // Their visits are of nobody known again.
  await sql`
    update "figurePerson" set person = key where "firmId" = ${firmId} and person <> key
      and key = any(array(select key from "figureAlias" where "firmId" = ${firmId} and person = ${of.signupUserId}))`.execute(
    tx.as(),
  )
  await sql`delete from "figureAlias" where "firmId" = ${firmId} and person = any(${names})`.execute(tx.as())
}
