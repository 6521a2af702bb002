import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { blockStates } from '@kaimai/contract/block/block.rules.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of the blacklist stands in the query cache. */
export const blockKey = ['block'] as const

/** Filters of the list, as they stand in the URL. */
export const blockFilters = { state: ['active', ...blockStates], liveId: 'text' } as const

/** Without a filter of the state: who is blocked now. */
export const loadBlocks = (query: ListParams<typeof blockFilters>, signal: AbortSignal) =>
  call(blockRoutes.list, { query: { state: 'active', ...query } }, { signal })

export const blockCounts = (narrowing: { q?: string; liveId?: string }) =>
  queryOptions({
    queryKey: [...blockKey, 'counts', narrowing],
    queryFn: ({ signal }) => call(blockRoutes.counts, { query: narrowing }, { signal, quiet: true }),
  })

export const blockShown = (id: string) =>
  queryOptions({
    queryKey: [...blockKey, 'one', id],
    queryFn: ({ signal }) => call(blockRoutes.show, { params: { id } }, { signal }),
  })

/** Viewers whose name holds the text, the newest first. */
export const viewersFound = (q: string) =>
  queryOptions({
    queryKey: [...blockKey, 'viewers', q],
    queryFn: ({ signal }) => call(blockRoutes.candidates, { query: q === '' ? {} : { q } }, { signal }),
  })

export type BlockSent = Exclude<Sent<typeof blockRoutes.create>['body'], FormData>

export const createBlock = (body: BlockSent) => call(blockRoutes.create, { body })

type Permanence = 'temporary' | 'permanent'

/** Each kind has its own call. */
export const cancelBlock = ({ id, state }: { id: string; state: Permanence | 'cancelled' }) =>
  call(state === 'permanent' ? blockRoutes.cancelPermanent : blockRoutes.cancel, { params: { id } })

export const cancelBlocks = (ids: readonly string[]) => call(blockRoutes.cancelMany, { body: { ids: [...ids] } })

export const makePermanent = (id: string) => call(blockRoutes.makePermanent, { params: { id } })

export const blockAgain = (id: string) => call(blockRoutes.again, { params: { id } })
