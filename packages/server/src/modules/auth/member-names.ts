import type { Database } from '../../platform/db/database.ts'
import type { AuthTables } from './auth.tables.ts'

/** What the members of a firm are called, those who were removed left out. */
export const createMemberNames =
  (db: Database) =>
  async (firmId: string): Promise<readonly string[]> => {
    const rows = await db
      .as<AuthTables>()
      .selectFrom('member')
      .select('name')
      .where('firmId', '=', firmId)
      .where('removedAt', 'is', null)
      .execute()
    return rows.map(({ name }) => name)
  }
