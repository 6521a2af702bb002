import { type SearchItem, searchRoutes } from '@kaimai/contract/search/search.routes.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

const noItems: readonly SearchItem[] = []

/** What the firm has by a part of its name; what was found last stays until the next is there. */
export const searchFound = (q: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }): Promise<readonly SearchItem[]> =>
      (await call(searchRoutes.find, { query: { q } }, { signal, quiet: true })).items,
    enabled,
    placeholderData: enabled ? keepPreviousData : noItems,
    staleTime: 10_000,
  })
