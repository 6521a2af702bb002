import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { eraseFacts } from '../fact/erase-facts.service.ts'
import { peopleTables } from './figure.tables.ts'

/**
 * Takes the person out of their facts and of the figures, as a recount would: nobody is counted of whom nobody knows, and
 * each order stands for its buyer. Money stays. The facts come first: until the commit nobody counts them.
 */
export const eraseCountedFacts: typeof eraseFacts = async (tx, firmId, of) => {
  await eraseFacts(tx, firmId, of)
  await eraseFigures(tx, firmId, of)
}

const eraseFigures = async (tx: Tx, firmId: string, of: Parameters<typeof eraseFacts>[2]): Promise<void> => {
  const names = sql`array(
    select key from "figureAlias" where "firmId" = ${firmId} and person = ${of.signupUserId} and length(key) = 36
    union all select unnest(${[of.signupUserId, ...of.liveUserIds]}::text[])
  )`
  await sql`
    update "figureOrder" set person = "orderId"::text
    where "firmId" = ${firmId} and (person = any(${names}) or "orderId" = any(${[...of.orderIds]}::uuid[]))`.execute(
    tx.as(),
  )
  for (const table of peopleTables)
    await sql`delete from ${sql.table(table)} where "firmId" = ${firmId} and person = any(${names})`.execute(tx.as())
}
