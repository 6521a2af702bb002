import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { SignupTables } from './signup.tables.ts'

/** People of a firm who have come to a live or ordered, at whatever form they signed up. */
export const createKnownPeopleStore = (db: Database) => {
  const known = (firmId: string) =>
    db
      .as<SignupTables>()
      .selectFrom('signupUser')
      .select('email')
      .where('firmId', '=', firmId)
      .where(sql<SqlBool>`("cameAt" is not null or "orderedAt" is not null)`)
  return {
    isKnownAddress: async (firmId: string, email: string): Promise<boolean> =>
      (await known(firmId).where('email', '=', email).limit(1).executeTakeFirst()) !== undefined,
    /** Which of these addresses are one of theirs. */
    knownAmong: async (firmId: string, emails: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await known(firmId)
        .where(sql<SqlBool>`email = any(${[...emails]}::text[])`)
        .distinct()
        .execute()
      return new Set(rows.map(({ email }) => email))
    },
    /** How many there are, counted to `atMost`. */
    knownPeople: async (firmId: string, atMost: number): Promise<number> =>
      (await known(firmId).limit(atMost).execute()).length,
  }
}
