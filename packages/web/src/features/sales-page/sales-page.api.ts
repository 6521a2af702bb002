import type { Sent } from '@kaimai/contract/common/route.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { salesPageStates } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Where all that is known of sales pages stands in the query cache. */
export const salesPageKey = ['sales-page'] as const

export type SalesPageSent = Exclude<Sent<typeof salesPageRoutes.create>['body'], FormData>

export const salesPageFilters = { state: salesPageStates } as const

export const listSalesPages = (query: ListParams<typeof salesPageFilters>, signal: AbortSignal) =>
  call(salesPageRoutes.list, { query }, { signal })

export const salesPageCounts = () =>
  queryOptions({
    queryKey: [...salesPageKey, 'counts'],
    queryFn: ({ signal }) => call(salesPageRoutes.counts, {}, { signal }),
  })

export const salesPageById = (id: string) =>
  queryOptions({
    queryKey: [...salesPageKey, 'one', id],
    queryFn: ({ signal }) => call(salesPageRoutes.show, { params: { id } }, { signal }),
    // What is being edited must not be replaced under the hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Whether an address is free; `id` is the page that may keep its own. */
export const urlChecked = (customUrl: string, id: string | undefined) =>
  queryOptions({
    queryKey: [...salesPageKey, 'url', customUrl, id],
    queryFn: ({ signal }) =>
      call(
        salesPageRoutes.checkUrl,
        { query: { customUrl, ...(id === undefined ? {} : { id }) } },
        { signal, quiet: true },
      ),
  })

/** Where the button of a page with these products would lead now. */
export const buyActionOf = (productIds: readonly string[]) =>
  queryOptions({
    queryKey: [...salesPageKey, 'action', ...productIds],
    queryFn: ({ signal }) =>
      call(salesPageRoutes.buyAction, { query: { productIds: productIds.join(',') } }, { signal, quiet: true }),
    select: ({ action }) => action,
  })

export const loadSalesPage = (id: string) => call(salesPageRoutes.show, { params: { id } })

export const createSalesPage = (body: SalesPageSent) => call(salesPageRoutes.create, { body })

/** `version`: what it was made from. */
export const changeSalesPage = (id: string, body: SalesPageSent & { readonly version: number | undefined }) =>
  call(salesPageRoutes.change, { params: { id }, body })

export const removeSalesPage = (id: string) => call(salesPageRoutes.remove, { params: { id } })
