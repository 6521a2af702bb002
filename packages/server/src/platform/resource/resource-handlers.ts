import { fail } from '@kaimai/contract/common/error.ts'
import type { ListQuery } from '@kaimai/contract/common/page.ts'
import type { AnyResource, RecordOf, resourceRoutes } from '@kaimai/contract/common/resource.ts'
import type { z } from 'zod'
import { type Actor, actorOf } from '../audit/audit.ts'
import type { Handler } from '../http/bind.ts'
import type { FirmCaller } from '../http/caller.ts'

export type BodyOf<R extends AnyResource> = z.output<R['Body']>
/** What a list is asked for: its own query, in which each filter may stand. */
export type Wanted = Partial<ListQuery> & { readonly state?: string | undefined; readonly [filter: string]: unknown }

/** What every handler of a resource is called with. */
interface Call {
  readonly firm: FirmCaller
  readonly ip: string
  readonly params: { readonly id: string }
  readonly query: Wanted
  readonly body: unknown
}

type RoutesOf<R extends AnyResource> = ReturnType<typeof resourceRoutes<R>>
/** One handler for each of the six routes. */
export type ResourceHandlers<R extends AnyResource> = {
  readonly [K in keyof RoutesOf<R>]: Handler<RoutesOf<R>[K] & { readonly service: 'console' }>
}

/** What a resource's service does for them. */
interface Served<R extends AnyResource> {
  readonly list: (firmId: string, wanted: Wanted) => Promise<unknown>
  readonly counts: (firmId: string, query: { readonly q?: string | undefined }) => Promise<unknown>
  readonly find: (firmId: string, id: string) => Promise<RecordOf<R> | undefined>
  readonly create: (firmId: string, body: BodyOf<R>, by?: Actor) => Promise<unknown>
  readonly change: (
    firmId: string,
    id: string,
    body: BodyOf<R> & { readonly version?: number | undefined },
    by?: Actor,
  ) => Promise<unknown>
  readonly remove: (firmId: string, id: string, by?: Actor) => Promise<void>
}

/** They fit their routes whatever the resource: their types hang on its fields, which are known only outside. */
export const createResourceHandlers = <R extends AnyResource>(served: Served<R>): ResourceHandlers<R> =>
  ({
    list: ({ firm, query }: Call) => served.list(firm.id, query),
    counts: ({ firm, query }: Call) => served.counts(firm.id, query),
    create: ({ firm, body, ip }: Call) => served.create(firm.id, body as BodyOf<R>, actorOf(firm, ip)),
    show: async ({ firm, params }: Call) => {
      const record = await served.find(firm.id, params.id)
      if (record === undefined) throw fail('noData')
      return record
    },
    change: ({ firm, params, body, ip }: Call) =>
      served.change(firm.id, params.id, body as BodyOf<R>, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }: Call) => {
      await served.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  }) as unknown as ResourceHandlers<R>
