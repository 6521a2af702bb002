import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PublishedEvent, TrackingEvent } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { eventsPerViewMax } from '@kaimai/contract/tracking/tracking-text.rules.ts'
import { fbcOf, isOwnEvent, trackableUrl, viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { OwnEvent, TrackedEvent, TrackedItem, TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import { newId } from '../ids/new-id.ts'
import { cookieOf, currentLinks, currentVisit } from './visit.ts'
import { consentState } from './consent.ts'

/** Something that a visitor did, for the merchant's figures and, with consent, for advertisers. */
export interface Tracked {
  readonly event: TrackedEvent | OwnEvent
  readonly items: readonly TrackedItem[]
  readonly currency: Currency
  /** Minor units; the things' sum unless given. */
  readonly value?: number
  /** The sign-up's or order's own id; others get one of the page's. */
  readonly eventId?: string
  /** Of a purchase. */
  readonly orderNo?: string
}

/** Which page it is; `order` is published by the server alone. */
export type TrackingPlace =
  | { readonly page: 'signup' | 'salesPage'; readonly customUrl: string }
  | { readonly page: 'live'; readonly streamId: string }
  | { readonly page: 'order' }

/** An event as a page keeps it, with its id. */
interface PageEvent extends Omit<PublishedEvent, 'trackingEvent'> {
  readonly trackingEvent: Omit<TrackingEvent, 'event'> & { readonly event: TrackedEvent | OwnEvent }
}

/** Whether advertisers may hear of it, once the visitor agrees. */
export const isForAdvertisers = (published: PageEvent): published is PublishedEvent =>
  !isOwnEvent(published.trackingEvent.event)

/** The events of this page so far; they are stored for a visitor who agrees later. */
export const events: PageEvent[] = []
let sentCount = 0
let eventBase = ''
let send: ((published: PublishedEvent) => void) | undefined

/** The server's id for this view of the page: its events' ids begin with it. */
export const beginWith = (base: string): void => {
  eventBase ||= viewIdOf(base) || newId()
}

/** The listeners of each further event: the advertisers, while the visitor agrees. */
export const setEventSink = (to: typeof send): void => {
  send = to
}

/** Publishes an event, now or when the page has time; never throws, never waits. */
export const track = ({ eventId, event, items, currency, value, orderNo }: Tracked): void => {
  if (typeof document === 'undefined' || events.length >= eventsPerViewMax) return
  eventBase ||= newId()
  sentCount += 1
  const published = {
    trackingEvent: { event, items, currency, value, orderNo },
    eventId: eventId || `${eventBase}.${sentCount}`,
  }
  events.push(published)
  if (isForAdvertisers(published)) send?.(published)
}

/** Under which the tab keeps the base of the page that its visit began with, and since when. */
export const firstBaseKey = 'kaimai_visit'

/** The name of the tab's visit, once a page of it has reported; a browser that keeps nothing has none. */
const visitId = (): string => {
  try {
    return viewIdOf(sessionStorage.getItem(firstBaseKey) ?? '')
  } catch {
    return ''
  }
}

/** What goes along with a sign-up or an order. */
export const trackingContext = (): TrackingContext => {
  const visit = currentVisit()
  const ofVisit = { attribution: visit.attribution, visit: visitId(), links: [...currentLinks()] }
  if (consentState.get().answer !== 'yes')
    return { consent: false, fbp: '', fbc: '', ttclid: '', ttp: '', url: '', ...ofVisit }
  return {
    consent: true,
    fbp: cookieOf('_fbp'),
    fbc: cookieOf('_fbc') || fbcOf(visit.fbclid, visit.atMs),
    ttclid: visit.ttclid,
    ttp: cookieOf('_ttp'),
    url: trackableUrl(location.href).slice(0, 600),
    ...ofVisit,
  }
}
