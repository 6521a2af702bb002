import { createContext, type ReactNode, useContext } from 'react'

/** The few words that components say by themselves, in the user's language; app/ hands them in. */
export interface UiLabels {
  readonly ok: string
  readonly cancel: string
  readonly close: string
  readonly clear: string
  readonly loading: string
  readonly retry: string
  readonly undo: string
  readonly required: string
  readonly optional: string
  readonly help: string
  readonly search: string
  readonly nothingFound: string
  readonly more: string
  readonly copy: string
  readonly copied: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly breadcrumbs: string
  readonly pages: string
  readonly previousPage: string
  readonly nextPage: string
  readonly columns: string
  readonly selectAll: string
  readonly opensNewTab: string
  readonly increase: string
  readonly decrease: string
  readonly sortedUp: string
  readonly sortedDown: string
  readonly done: string
  readonly current: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly time: string
  /** dayjs' name of the calendar's language. */
  readonly calendarLocale: 'zh-tw' | 'en'
  /** A name and what belongs to it, as the language joins them: `Date: today`, `日期：今天`. */
  readonly pair: (name: string, value: string) => string
  /** Things in a row: `a, b`, `甲、乙`. */
  readonly series: (things: readonly string[]) => string
  readonly page: (page: number) => string
  readonly selectRow: (name: string) => string
  readonly selected: (count: number) => string
  readonly range: (from: number, to: number, total: number) => string
  /** Heading of a calendar page, from `YYYY-MM-DD`. */
  readonly month: (day: string) => string
  /** A date (`YYYY-MM-DD`) or wall time (`YYYY-MM-DD HH:mm:ss`) as it is read. */
  readonly wallTime: (wall: string) => string
  /** A typed number without what stands around it, with at most so many decimals; or why it is none. */
  readonly readNumber: (typed: string, decimals: number) => { readonly value: number } | { readonly problem: string }
}

const LabelsContext = createContext<UiLabels | undefined>(undefined)

export const UiLabelsProvider = ({ labels, children }: { labels: UiLabels; children: ReactNode }) => (
  <LabelsContext value={labels}>{children}</LabelsContext>
)

export const useLabels = (): UiLabels => {
  const labels = useContext(LabelsContext)
  if (!labels) throw new Error('UiLabelsProvider is missing')
  return labels
}
