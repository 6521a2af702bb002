import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { type LiveNarrowing, livePeriods, liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { type LiveStatus, liveStatuses, platformTypes } from '@kaimai/contract/live/live.rules.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of lives stands in the query cache. */
export const liveKey = ['live'] as const

/** Filters of the list, as they stand in the URL. */
export const liveFilters = {
  status: liveStatuses,
  begins: livePeriods,
  platformType: platformTypes,
  signupId: 'text',
  productId: 'text',
} as const

export type LiveSent = Exclude<Sent<typeof liveRoutes.create>['body'], FormData>

export const listLives = (query: ListParams<typeof liveFilters>, signal: AbortSignal) =>
  call(liveRoutes.list, { query }, { signal })

/** Running ones first, then from the farthest to come back in time; silent when the member may not see them. */
export const newestLives = (limit: number) =>
  queryOptions({
    queryKey: [...liveKey, 'newest', limit],
    queryFn: ({ signal }) => call(liveRoutes.list, { query: { limit } }, { signal, quiet: true }),
  })

/** What the list is searched for and narrowed to beside its tabs. */
type LivesNarrowed = LiveNarrowing & { readonly q?: string }

/** How many lives stand where, searched and narrowed as the list is. */
export const liveCounts = (narrowed: LivesNarrowed) =>
  queryOptions({
    queryKey: [...liveKey, 'counts', narrowed],
    queryFn: ({ signal }) => call(liveRoutes.counts, { query: narrowed }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })

/** The lives that the list shows, as a file. */
export const exportLives = (
  format: SheetFormat,
  narrowed: LivesNarrowed & { readonly status?: LiveStatus; readonly sort?: string },
) => call(liveRoutes.exportSheet, { query: { format, ...narrowed } })

export const liveById = (id: string) =>
  queryOptions({
    queryKey: [...liveKey, 'one', id],
    queryFn: ({ signal }) => call(liveRoutes.show, { params: { id } }, { signal }),
    // What is being edited must not be replaced under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const createLive = (body: LiveSent) => call(liveRoutes.create, { body })

export const changeLive = (id: string, body: LiveSent) => call(liveRoutes.change, { params: { id }, body })

/** Deletes a draft, cancels what has not ended. */
export const removeLive = (id: string) => call(liveRoutes.remove, { params: { id } })

/** Ends a running live now. */
export const endLive = (liveId: string) => call(roomRoutes.close, { query: { liveId } })

/** What a live so long will be charged in viewing time, by the last ones; silent where it can't be had. */
export const hoursPreview = (seconds: number) =>
  queryOptions({
    queryKey: [...liveKey, 'hours-preview', seconds],
    queryFn: ({ signal }) => call(figureRoutes.hoursPreview, { query: { seconds } }, { signal, quiet: true }),
    staleTime: 60_000,
  })
