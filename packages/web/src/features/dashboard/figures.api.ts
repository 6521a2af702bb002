import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** What the figures are of, as it stands in the address; '' is not chosen. */
export interface FigureChoice {
  readonly live: string
  readonly from: string
  readonly to: string
  readonly withSimulated: boolean
  /** Code of a partner's link that the funnel is narrowed to. */
  readonly association: string
}

/** While something happens in the room of the live, and else; ms. */
const everyMs = { running: 4_000, resting: 30_000 } as const

/** A live, or the days from one to another, and the link. */
export const placeOf = ({ live, from, to, association }: FigureChoice) => ({
  ...(live === '' ? { from, to } : { liveId: live }),
  ...(association === '' ? {} : { association }),
})

/** The figures of a live, or of days; silent when the member may not see them. */
export const dashboardFigures = (choice: FigureChoice) => {
  const query = { realDataStatus: choice.withSimulated ? ('0' as const) : ('1' as const), ...placeOf(choice) }
  return queryOptions({
    queryKey: ['figure', 'dashboard', query],
    queryFn: ({ signal }) => call(figureRoutes.dashboard, { query }, { signal, quiet: true }),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.live?.status === 'live' || data.waiting > 0) ? everyMs.running : everyMs.resting,
  })
}

/** Who was in the room of a live at each second; newer ones while it runs. */
export const liveRetention = (liveId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['figure', 'retention', liveId],
    queryFn: ({ signal }) => call(figureRoutes.retention, { query: { liveId } }, { signal, quiet: true }),
    refetchInterval: isRunning ? everyMs.running : everyMs.resting,
  })

/** How far people came by what they came by. */
export const figureSources = ({ live, from, to }: FigureChoice) => {
  const query = live === '' ? { from, to } : { liveId: live }
  return queryOptions({
    queryKey: ['figure', 'sources', query],
    queryFn: ({ signal }) => call(figureRoutes.sources, { query }, { signal, quiet: true }),
    staleTime: everyMs.resting,
  })
}

/** Buyers by the month of their first purchase. */
export const buyerCohorts = () =>
  queryOptions({
    queryKey: ['figure', 'cohorts'],
    queryFn: ({ signal }) => call(figureRoutes.cohorts, {}, { signal, quiet: true }),
    staleTime: everyMs.resting,
  })

export const figuresExport = figureRoutes.exportDashboard
export const rowsExport = figureRoutes.exportRows
export const rowsQueryOf = (figure: RowFigure, choice: FigureChoice, productId: string | undefined) => ({
  figure,
  ...placeOf(choice),
  ...(productId === undefined ? {} : { productId }),
})

/** What a figure was counted from, a page at a time. */
export const figureRows = (figure: RowFigure, choice: FigureChoice, productId: string | undefined) => {
  const query = rowsQueryOf(figure, choice, productId)
  return infiniteQueryOptions({
    queryKey: ['figure', 'rows', query],
    queryFn: ({ pageParam, signal }) =>
      call(figureRoutes.rows, { query: pageParam === '' ? query : { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
