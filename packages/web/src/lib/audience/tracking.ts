import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PublishedEvent } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { eventsPerViewMax } from '@kaimai/contract/tracking/tracking-text.rules.ts'
import { fbcOf, tellableUrl, viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { TrackedEvent, TrackedThing, TrackingGiven } from '@kaimai/contract/tracking/tracking.schema.ts'
import { newId } from '../ids/new-id.ts'
import { cameBy, cookieOf } from './visit.ts'
import { consentState } from './consent.ts'

/** Something that a visitor did, for the merchant's figures and, with consent, for advertisers. */
export interface Tracked {
  readonly event: TrackedEvent
  readonly things: readonly TrackedThing[]
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

/** The events of this page so far; they are stored for a visitor who agrees later. */
export const events: PublishedEvent[] = []
let made = 0
let eventBase = ''
let send: ((published: PublishedEvent) => void) | undefined

/** The server's id for this view of the page: its events' ids begin with it. */
export const beginWith = (base: string): void => {
  eventBase ||= viewIdOf(base) || newId()
}

/** The listeners of each further event: the advertisers, while the visitor agrees. */
export const publishThrough = (to: typeof send): void => {
  send = to
}

/** Publishes an event, now or when the page has time; never throws, never waits. */
export const track = ({ eventId, event, things, currency, value, orderNo }: Tracked): void => {
  if (typeof document === 'undefined' || events.length >= eventsPerViewMax) return
  eventBase ||= newId()
  made += 1
  const published = {
    trackingEvent: { event, things, currency, value, orderNo },
    eventId: eventId || `${eventBase}.${made}`,
  }
  events.push(published)
  send?.(published)
}

/** What goes along with a sign-up or an order. */
export const trackingGiven = (): TrackingGiven => {
  const came = cameBy()
  if (consentState.get().answer !== 'yes') {
    return { consent: false, fbp: '', fbc: '', ttclid: '', ttp: '', url: '', cameBy: came.cameBy }
  }
  return {
    consent: true,
    fbp: cookieOf('_fbp'),
    fbc: cookieOf('_fbc') || fbcOf(came.fbclid, came.atMs),
    ttclid: came.ttclid,
    ttp: cookieOf('_ttp'),
    url: tellableUrl(location.href).slice(0, 600),
    cameBy: came.cameBy,
  }
}
