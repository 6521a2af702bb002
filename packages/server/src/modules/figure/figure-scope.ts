import { type RawBuilder, sql } from 'kysely'

/** A live as its figures are counted: the forms that lead to it, and the time in which a look at them was one at it. */
export interface LiveScope {
  readonly id: string
  readonly formIds: readonly string[]
  /** Null: no session of these forms was before it. */
  readonly visitedFrom: Date | null
  readonly visitedUntil: Date
  /** While it runs, how far it is, ms: whoever is in the room has stayed until then. Null: it does not run. */
  readonly nowMs: number | null
}

/** What is counted: all time of one live, or days in Taipei (yyyy-mm-dd, both counted). */
export type FigureScope = {
  readonly firmId: string
  /** Of the funnel: those alone who looked or signed up by this partner's link. */
  readonly association?: string | undefined
} & (
  | { readonly live: LiveScope; readonly days?: undefined }
  | { readonly live?: undefined; readonly days: { readonly from: string; readonly to: string } }
)

/** What holds for rows of the scope, of a table with a column of the live and one of the day. */
export const within = (scope: FigureScope, live: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.live === undefined
    ? sql`${day} between ${scope.days.from}::date and ${scope.days.to}::date`
    : sql`${live} = ${scope.live.id}::uuid`

/** Looks at sign-up pages. */
export const visitsWithin = (scope: FigureScope): RawBuilder<boolean> =>
  scope.live === undefined
    ? within(scope, sql`"placeId"`, sql`day`)
    : sql`"placeId" = any(${[...scope.live.formIds]}::uuid[]) and at <= ${scope.live.visitedUntil}
        and (${scope.live.visitedFrom}::timestamptz is null or at > ${scope.live.visitedFrom}::timestamptz)`
