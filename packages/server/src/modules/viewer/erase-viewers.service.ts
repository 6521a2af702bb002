import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { viewerTables } from './viewer.tables.ts'

/** A viewer as the log of its room knows it. */
export interface ErasedViewer {
  readonly id: string
  readonly liveId: string
  readonly publicId: string
  /** By which it was known until then. */
  readonly name: string
}

/**
 * Takes the person out of their viewers: those of the sign-up, and guests who gave the same phone or e-mail in one of
 * these lives. Answers who they were. The links end apart (`endLink`), for they need the key.
 */
export const eraseViewers = async (
  tx: Tx,
  firmId: string,
  person: {
    readonly signupUserId: string
    readonly phone: string
    readonly email: string
    readonly pseudonym: string
    /** Of the form. */
    readonly liveIds: readonly string[]
  },
): Promise<ErasedViewer[]> => {
  const { signupUserId, phone, email, pseudonym, liveIds } = person
  const own = sql<SqlBool>`"signupUserId" = ${signupUserId}`
  const guest = sql<SqlBool>`("signupUserId" is null and "liveId" = any(${[...liveIds]}::uuid[])
    and ((phone <> '' and phone = ${phone}) or (email <> '' and email = ${email})))`
  const found = await viewerTables(tx)
    .selectFrom('liveUser')
    .select(['id', 'liveId', 'publicId', 'name'])
    .where('firmId', '=', firmId)
    .where(sql<SqlBool>`(${own} or ${guest})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await sql`
    update "liveUser" set name = ${pseudonym}, phone = null, email = null, "imgUrl" = '', memo = '',
      "deviceHash" = null, "seenDevice" = null, "seenVersion" = null
    where "firmId" = ${firmId} and id = any(${ids}::uuid[])`.execute(viewerTables(tx))
  return found
}
