import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
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
  /** Minutes from which on a person has stayed. */
  readonly stayed: number
}

/** What the rows behind a figure are narrowed to. */
export interface RowsOf {
  readonly productId?: string
  readonly association?: string
  readonly source?: string
  /** As the contract's `Showing` is sent. */
  readonly showing?: string
  /** Seconds in which orders were placed, as the contract's `SecondRange` is sent. */
  readonly placed?: string
  /** Seconds in which comments were said, as the contract's `SecondRange` is sent. */
  readonly said?: string
  /** Of who was in the room: since the begin of the live. */
  readonly second?: number
  /** One of the days that are chosen. */
  readonly from?: string
  readonly to?: string
  /** Months, yyyy-mm. */
  readonly cohort?: string
  readonly month?: string
  /** Of all cohorts: so many months after the first purchase. */
  readonly monthsLater?: number
}

/** While a live runs, and else; ms. The server is three seconds behind what happens, and figures are five at most. */
const everyMs = { running: 2_000, resting: 30_000 } as const
const everyMsWhile = (isRunning: boolean) => (isRunning ? everyMs.running : everyMs.resting)

/** A live, or the days from one to another. */
const whenOf = ({ live, from, to }: FigureChoice) => (live === '' ? { from, to } : { liveId: live })
/** The same with what the funnel is of. */
export const placeOf = (choice: FigureChoice) => ({
  ...whenOf(choice),
  stayedMinutes: choice.stayed,
  ...(choice.association === '' ? {} : { association: choice.association }),
})

/** A room that is open fills before its live begins. */
export const isUnderWay = (status: LiveStatus | undefined): boolean => status === 'live' || status === 'open'

/** The figures of a live, or of days on which one runs (`isRunning`); silent when the member may not see them. */
export const dashboardFigures = (choice: FigureChoice, isRunning: boolean) => {
  const query = { realDataStatus: choice.withSimulated ? ('0' as const) : ('1' as const), ...placeOf(choice) }
  return queryOptions({
    queryKey: ['figure', 'dashboard', query],
    queryFn: ({ signal }) => call(figureRoutes.dashboard, { query }, { signal, quiet: true }),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      everyMsWhile(isRunning || isUnderWay(data?.live?.status) || (data?.waiting ?? 0) > 0),
  })
}

/** Who was in the room of a live at each second; newer ones while it runs. */
export const liveRetention = (liveId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['figure', 'retention', liveId],
    queryFn: ({ signal }) => call(figureRoutes.retention, { query: { liveId } }, { signal, quiet: true }),
    refetchInterval: everyMsWhile(isRunning),
  })

/** How far people came by what they came by; newer ones while a live runs. */
export const figureSources = (choice: FigureChoice, isRunning: boolean) => {
  const query = { ...whenOf(choice), stayedMinutes: choice.stayed }
  return queryOptions({
    queryKey: ['figure', 'sources', query],
    queryFn: ({ signal }) => call(figureRoutes.sources, { query }, { signal, quiet: true }),
    placeholderData: (before) => before,
    refetchInterval: everyMsWhile(isRunning),
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
const isOfFunnel = (figure: RowFigure): boolean => funnelSteps.some((step) => step === figure)

/** The rows of a figure: those of the funnel are narrowed as it is, but sources are of all, whatever link that is. */
export const rowsQueryOf = (figure: RowFigure, choice: FigureChoice, of: RowsOf) => {
  const place = isOfFunnel(figure)
    ? placeOf(of.source === undefined ? choice : { ...choice, association: '' })
    : whenOf(choice)
  return { figure, ...(figure === 'cohort' ? {} : place), ...of }
}

/** What a figure was counted from, a page at a time. */
export const figureRows = (figure: RowFigure, choice: FigureChoice, of: RowsOf) => {
  const query = rowsQueryOf(figure, choice, of)
  return infiniteQueryOptions({
    queryKey: ['figure', 'rows', query],
    queryFn: ({ pageParam, signal }) =>
      call(figureRoutes.rows, { query: pageParam === '' ? query : { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
