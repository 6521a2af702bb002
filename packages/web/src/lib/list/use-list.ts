import { cursorOf, type Page } from '@kaimai/contract/common/page.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type FilterValues, type FilterTexts, listStateOf, listUrlOf } from './list-state.ts'

/** The query of one page, as list routes take it. */
export type ListParams<F extends FilterTexts> = {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
} & { readonly [K in keyof F]?: Exclude<FilterValues<F>[K], ''> }

export interface ListOptions<T, F extends FilterTexts> {
  /** Where the list stands in the query cache, e.g. ['product', 'list']; what is counted stands beside it, under 'counts'. */
  readonly key: readonly unknown[]
  readonly load: (wanted: ListParams<F>, signal: AbortSignal) => Promise<Page<T>>
  /** Filters in the URL: the words each may hold, or 'text'. */
  readonly filters?: F
  /** Sort of a list that the URL says nothing about. */
  readonly sort?: string
  readonly pageSize?: number
  /** Asks again every so often while the window is seen, in ms. */
  readonly everyMs?: number
  readonly enabled?: boolean
}

/** A list whose search, filters, sort and page stand in the URL; hand `table` to DataTable. */
export const useList = <T, const F extends FilterTexts = Record<never, never>>(options: ListOptions<T, F>) => {
  const { key, load, pageSize = 20, everyMs, enabled = true } = options
  const defaults = { filters: options.filters ?? ({} as F), sort: options.sort ?? '' }
  const [params, setParams] = useSearchParams()
  const { q, sort, page, filters } = listStateOf(params, defaults)

  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const narrowing = { ...(q ? { q } : {}), ...chosen } as Omit<ListParams<F>, 'limit' | 'cursor' | 'sort'>
  const wanted = {
    limit: pageSize,
    ...(page > 1 ? { cursor: cursorOf((page - 1) * pageSize) } : {}),
    ...(sort ? { sort } : {}),
    ...narrowing,
  } as ListParams<F>
  const query = useQuery({
    queryKey: [...key, wanted],
    queryFn: ({ signal }) => load(wanted, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
    enabled,
  })
  useFreshCounts(key, JSON.stringify(wanted), query.isPlaceholderData ? undefined : query.data)

  const change = (patch: Partial<{ q: string; sort: string; page: number } & FilterValues<F>>) =>
    setParams((before) => listUrlOf(before, patch, defaults), { replace: true })
  const linkTo = (patch: Partial<FilterValues<F>>) => `?${listUrlOf(params, patch, defaults)}`
  const rows = query.data?.items ?? []
  const total = query.data?.total ?? 0

  return {
    q,
    filters,
    rows,
    total,
    query,
    setQ: (text: string) => change({ q: text } as Parameters<typeof change>[0]),
    setFilter: <K extends keyof F>(name: K, value: FilterValues<F>[K]) =>
      change({ [name]: value } as Parameters<typeof change>[0]),
    /** Whether anything narrows the list: an empty one then says something else. */
    narrowed: q !== '' || Object.keys(chosen).length > 0,
    /** Search and filters that are set, as its route and those of its counts and sheets take them. */
    narrowing,
    clear: () => setParams({}, { replace: true }),
    /** The address of the same list with other filters, for LinkTabs. */
    linkTo,
    /** The list by each value of a filter, with its count; first, by `all`, without the filter. */
    tabsBy: (
      name: keyof F & string,
      values: readonly string[],
      labelOf: (value: string) => string,
      counts: Readonly<Record<string, number>> | undefined,
    ) =>
      ['all', ...values].map((value) => {
        const filter = value === 'all' ? '' : value
        return {
          label: labelOf(value),
          to: linkTo({ [name]: filter } as Partial<FilterValues<F>>),
          current: filters[name] === filter,
          count: counts?.[value],
        }
      }),
    table: {
      rows,
      total,
      page,
      pageSize,
      sort,
      state: query.isPending
        ? ('loading' as const)
        : query.isError && !query.data
          ? ('failed' as const)
          : ('ready' as const),
      refreshing: query.isPlaceholderData,
      failure: query.error ? { title: query.error.message } : undefined,
      onRetry: () => void query.refetch(),
      onPage: (to: number) => change({ page: to } as Parameters<typeof change>[0]),
      onSort: (by: string) => change({ sort: by } as Parameters<typeof change>[0]),
    },
  }
}

/** The counts on a list's tabs are asked for again as soon as its rows have changed: a tab never lags behind a row. */
const useFreshCounts = (key: readonly unknown[], wanted: string, page: unknown): void => {
  const queries = useQueryClient()
  const seen = useRef<{ readonly wanted: string; readonly page: unknown }>(undefined)
  const countsKey = useRef<readonly unknown[]>([])
  useEffect(() => {
    countsKey.current = [...key.slice(0, key.indexOf('list')), 'counts']
  })
  useEffect(() => {
    if (page === undefined) return
    const before = seen.current
    seen.current = { wanted, page }
    // What is equal stays the same object; another search or page is another list, no change of this one.
    if (before === undefined || before.wanted !== wanted || before.page === page) return
    void queries.invalidateQueries({ queryKey: countsKey.current })
  }, [queries, wanted, page])
}
