import type { Currency } from '@kaimai/contract/common/money.ts'
import type {
  CountedPage,
  ReportedEvent,
  ReportedItem,
  TrackedEvent,
  Attribution,
} from '@kaimai/contract/tracking/tracking.schema.ts'
import type { AdvertiserName, ReadyEvent } from '../../platform/ports/advertiser.ts'

export interface PageVisitRow {
  firmId: string
  page: CountedPage
  /** Of the form, the sales page or the live. */
  pageId: string
  visit: string
  /** Hundredths of the page. */
  depth: number
  seconds: number
  attribution: Attribution
  firstAt: Date
  lastAt: Date
}

export interface ViewFactRow {
  firmId: string
  eventId: string
  page: CountedPage
  pageId: string
  visit: string
  event: ReportedEvent['event']
  items: readonly ReportedItem[]
  currency: Currency
  at: Date
}

export interface AdvertiserEventRow {
  id: string
  firmId: string
  target: AdvertiserName
  name: TrackedEvent
  eventId: string
  at: Date
  /** {} once it is settled: what it held of a person is gone then. */
  event: ReadyEvent
  state: 'waiting' | 'sent' | 'failed'
  tries: number
  nextAt: Date
  problem: string
}

/** What went on to advertisers of a firm in a day. */
export interface AdvertiserDayRow {
  firmId: string
  /** In Taipei. */
  day: string
  /** Events that pages reported for advertisers; above the day's bound they are dropped. */
  reported: number
}

export interface TrackingTables {
  pageVisit: PageVisitRow
  viewFact: ViewFactRow
  advertiserEvent: AdvertiserEventRow
  advertiserDay: AdvertiserDayRow
}
