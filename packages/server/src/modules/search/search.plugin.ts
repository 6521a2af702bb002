import { searchRoutes } from '@kaimai/contract/search/search.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { SearchService } from './search.service.ts'

export const searchPlugin = (search: SearchService) =>
  bind(searchRoutes, { find: async ({ firm, query }) => ({ items: await search.find(firm, query.q) }) })
