import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { LetterTables } from './letter.tables.ts'

/** Letters without their person: that one was sent, when and how it went stays; what waits is not sent any more. */
export const eraseLetters = async (
  tx: Tx,
  firmId: string,
  of: {
    /** What their keys begin with. */
    readonly keys: readonly string[]
    /** All letters to this address; undefined: it is somebody else's too. */
    readonly address: string | undefined
    readonly pseudonym: string
  },
): Promise<void> => {
  await sql`delete from "unreachableAddress" where "firmId" = ${firmId} and address = ${of.address ?? ''}`.execute(
    tx.as<LetterTables>(),
  )
  const theirs = sql`"letterRecipient"."firmId" = ${firmId}
    and ("toAddress" = ${of.address ?? ''} and "toAddress" <> ''
      or exists (select 1 from unnest(${[...of.keys]}::text[]) as begins where starts_with("letterRecipient".key, begins)))`
  await sql`
    delete from "letterContent" using "letterRecipient"
    where "recipientId" = "letterRecipient".id and ${theirs}`.execute(tx.as<LetterTables>())
  await sql`
    delete from "letterProblem" using "letterRecipient"
    where "recipientId" = "letterRecipient".id and ${theirs}`.execute(tx.as<LetterTables>())
  await sql`
    update "letterRecipient" set "toName" = ${of.pseudonym}, "toAddress" = '', subject = '', "values" = '{}', problem = '',
      "heldSince" = null, state = case when state = 'queued' then 'skipped' else state end
    where ${theirs}`.execute(tx.as<LetterTables>())
}
