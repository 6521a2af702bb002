import type { Database } from '../../platform/db/database.ts'
import type { FirmTables } from './firm.tables.ts'

/** A firm as everybody may see it. */
export interface ShopFace {
  readonly id: string
  readonly name: string
  readonly imgUrl: string
  readonly contactLink: string
}

/** Firms whose pages stand open to everybody, and may be found by search engines. */
export const createPublicFirms = (db: Database) => {
  const faces = () =>
    db
      .as<FirmTables>()
      .selectFrom('firm')
      .select(['id', 'name', 'imgUrl', 'contactLink'])
      .where('suspendedAt', 'is', null)
  return {
    list: listed(db),
    /** Whose own host has one of these names. */
    ofHost: (names: readonly string[]): Promise<ShopFace | undefined> =>
      faces().where('bombmyDomainName', 'in', names).where('bombmyDomainName', '!=', '').limit(1).executeTakeFirst(),
    /** The one firm here; undefined when there are others. */
    only: async (): Promise<ShopFace | undefined> => {
      const [first, second] = await faces().limit(2).execute()
      return second === undefined ? first : undefined
    },
  }
}
export type PublicFirms = ReturnType<typeof createPublicFirms>

/** All that want to be found and are not suspended, with the name of their own host ('' for none). */
const listed = (db: Database) => (): Promise<{ id: string; domain: string }[]> =>
  db
    .as<FirmTables>()
    .selectFrom('firm')
    .select(['id', 'bombmyDomainName as domain'])
    .where('suspendedAt', 'is', null)
    .where('searchable', '=', true)
    .orderBy('createdAt')
    .execute()
