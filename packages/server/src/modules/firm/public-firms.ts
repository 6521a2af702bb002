import type { Database } from '../../platform/db/database.ts'
import type { FirmTables } from './firm.tables.ts'

/** Firms whose pages stand open to everybody, and may be found by search engines. */
export const createPublicFirms = (db: Database) => ({
  /** All that want to be found and are not suspended, with the name of their own host ('' for none). */
  list: (): Promise<{ id: string; domain: string }[]> =>
    db
      .as<FirmTables>()
      .selectFrom('firm')
      .select(['id', 'bombmyDomainName as domain'])
      .where('suspendedAt', 'is', null)
      .where('searchable', '=', true)
      .orderBy('createdAt')
      .execute(),
})
export type PublicFirms = ReturnType<typeof createPublicFirms>
