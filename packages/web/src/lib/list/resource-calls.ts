import type { Page } from '@kaimai/contract/common/page.ts'
import type { AnyResource, RecordOf, resourceRoutes } from '@kaimai/contract/common/resource.ts'
import type { Route, Service } from '@kaimai/contract/common/route.ts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, type CallOptions } from '../http/http.ts'
import type { ListParams } from './use-list.ts'

type RoutesOf<R extends AnyResource> = ReturnType<typeof resourceRoutes<R>>

/** The routes that a page of a resource may call; those that it hasn't are left out. Removing may answer what follows of it. */
export type PageRoutes<R extends AnyResource> = {
  readonly [K in keyof RoutesOf<R>]?: (K extends 'remove' ? Route : RoutesOf<R>[K]) & { readonly service: Service }
}

// The answers of each route have the types of its resource, which are known only where the page is made.
const send = call as unknown as (route: Route, sent: object, options?: CallOptions) => Promise<unknown>

const sure = (route: Route | undefined): Route => {
  if (route === undefined) throw new Error('this resource has no such route')
  return route
}

/** The calls of a resource's page; `key`: where all that is known of it stands in the query cache. */
export const resourceCalls = <R extends AnyResource>(routes: PageRoutes<R>, key: readonly string[]) => {
  type Item = RecordOf<R>
  type Values = z.input<R['Body']>
  return {
    key,
    list: (query: ListParams<{ readonly state: 'text' }>, signal: AbortSignal) =>
      send(sure(routes.list), { query }, { signal }) as Promise<Page<Item>>,
    counts: (q: string) =>
      queryOptions({
        queryKey: [...key, 'counts', q],
        queryFn: ({ signal }) =>
          send(sure(routes.counts), { query: q === '' ? {} : { q } }, { signal, quiet: true }) as Promise<
            Readonly<Record<string, number>>
          >,
        enabled: routes.counts !== undefined,
      }),
    /** What is being edited must not be replaced under the hands. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => send(sure(routes.show), { params: { id } }, { signal }) as Promise<Item>,
        staleTime: 0,
        gcTime: 0,
      }),
    create: (body: Values) => send(sure(routes.create), { body }) as Promise<Item>,
    change: (id: string, body: Values, version: number | undefined) =>
      send(sure(routes.change), {
        params: { id },
        body: { ...(body as object), ...(version === undefined ? {} : { version }) },
      }) as Promise<Item>,
    remove: (id: string) => send(sure(routes.remove), { params: { id } }),
  }
}
export type ResourceCalls<R extends AnyResource> = ReturnType<typeof resourceCalls<R>>
