import { cursorOf } from '@kaimai/contract/common/page.ts'
import type { Route } from '@kaimai/contract/common/route.ts'
import type { Fill, Filled } from './list-writing.ts'

type Query = Readonly<Record<string, string | number>>
export interface Look {
  readonly name: string
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
}
export interface List {
  readonly name: string
  readonly fill: Fill
  readonly looks: (of: Required<Filled> & { readonly firmId: string; readonly rows: number }) => readonly Look[]
}

export const look = (route: Route, name: string, query: Query = {}, params: Look['params'] = {}): Look => ({
  route,
  name,
  query,
  params,
})
/** Looks at one route: as it opens, by every other order, narrowed in every way, and at its last page. */
export const looksAt = (
  route: Route,
  rows: number,
  {
    searches = [],
    sorts = [],
    filters = [],
    base = {},
    params = {},
  }: {
    readonly searches?: readonly string[]
    readonly sorts?: readonly string[]
    readonly filters?: readonly Query[]
    readonly base?: Query
    readonly params?: Look['params']
  },
): Look[] => [
  look(route, 'opened', base, params),
  ...searches.map((q) => look(route, `searched ‘${q}’`, { ...base, q }, params)),
  ...sorts.map((sort) => look(route, `by ${sort}`, { ...base, sort }, params)),
  ...filters.map((filter) => look(route, Object.entries(filter).flat().join(' '), { ...base, ...filter }, params)),
  look(route, 'last page', { ...base, cursor: cursorOf(rows - 20) }, params),
]
