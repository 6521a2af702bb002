import type { Currency } from '@kaimai/contract/common/money.ts'
import type { CameBy, ToldEvent, TrackedEvent, TrackedThing } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { AdvertiserName, ReadyEvent } from '../../platform/ports/advertiser.ts'

/** Pages whose visits are counted. */
export type CountedPage = 'signup' | 'salesPage' | 'live'

export interface PageVisitRow {
  firmId: string
  page: CountedPage
  /** Of the form, the sales page or the live. */
  pageId: string
  visit: string
  /** Hundredths of the page. */
  depth: number
  seconds: number
  cameBy: CameBy
  firstAt: Date
  lastAt: Date
}

export interface ViewFactRow {
  firmId: string
  eventId: string
  page: CountedPage
  pageId: string
  visit: string
  event: ToldEvent['event']
  things: readonly TrackedThing[]
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

export interface TrackingTables {
  pageVisit: PageVisitRow
  viewFact: ViewFactRow
  advertiserEvent: AdvertiserEventRow
}
