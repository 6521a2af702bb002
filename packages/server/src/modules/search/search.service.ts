import { rankSearch, searchKinds, searchLimits, searchResource } from '@kaimai/contract/search/search.rules.ts'
import type { SearchItem } from '@kaimai/contract/search/search.routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { createSearchStore } from './search.store.ts'

export interface SearchDeps {
  readonly db: Database
  readonly clock: Clock
}

/** One answer for every kind that a member may read. */
export const createSearchService = ({ db, clock }: SearchDeps) => {
  const store = createSearchStore(db)
  return {
    /** Who may not read a kind finds none of it; who may not read contacts finds nobody by them, and sees none. */
    find: async (firm: Pick<FirmCaller, 'id' | 'can'>, q: string): Promise<SearchItem[]> => {
      if ([...q].length < searchLimits.shortest) return []
      const now = clock.now()
      const found = await Promise.all(
        searchKinds
          .filter((kind) => firm.can(searchResource[kind], 'read'))
          .map(async (kind) => {
            const inContacts = firm.can(searchResource[kind], 'personal')
            const rows = await store.find(firm.id, kind, { q, inContacts, now })
            return rows.map(({ id, label, note, type, isRunning }) => ({ kind, id, label, note, type, isRunning }))
          }),
      )
      return rankSearch(found.flat(), q)
    },
  }
}
export type SearchService = ReturnType<typeof createSearchService>
