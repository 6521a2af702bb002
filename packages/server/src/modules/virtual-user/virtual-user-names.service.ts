import type { Database } from '../../platform/db/database.ts'
import { createVirtualUserStore } from './virtual-user.store.ts'

/** More names than this are not looked through when a viewer chooses one. */
const maxNames = 5_000

/** What the virtual users of a firm are called, the newest first. */
export const createVirtualUserNames = (db: Database) => {
  const store = createVirtualUserStore(db)
  return async (firmId: string): Promise<readonly string[]> =>
    (await store.newest(firmId, maxNames)).map(({ name }) => name)
}
