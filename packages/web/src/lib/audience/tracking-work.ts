import { hasAdvertiser } from '@kaimai/contract/tracking/tracking.rules.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import type { ToldEvent, TrackedEvent, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { askConsent, consentState, offerConsent } from './consent.ts'
import { leave, sendBulk, visitId, watchReading } from './tracking-bulk.ts'
import { events, tellThrough, trackingGiven, type TrackingPlace } from './tracking.ts'

const everyMs = 10_000
/** Events, and things of one, in one call. */
const bulkMost = 50

/** Of `events`, how many the server has heard of, under the consent that stands. */
let heard = 0

const isToldEvent = (event: TrackedEvent): event is ToldEvent['event'] =>
  event !== 'CompleteRegistration' && event !== 'Purchase'

const untold = (): ToldEvent[] =>
  events
    .slice(heard)
    .flatMap(({ told: { event, things, currency }, eventId }) =>
      isToldEvent(event) ? [{ event, eventId, things: things.slice(0, bulkMost), currency }] : [],
    )

const sendEvents = (place: TrackingPlace): void => {
  const all = untold()
  heard = events.length
  if (place.page === 'order') return
  for (let from = 0; from < all.length; from += bulkMost) {
    const body = { visit: visitId(), given: trackingGiven(), events: all.slice(from, from + bulkMost) }
    if (place.page === 'live') sendBulk(trackingRoutes.liveViewContent, { ...body, streamId: place.streamId })
    else sendBulk(trackingRoutes.signupViewContent, { ...body, ...place })
  }
}

/** Once the page works and has nothing to do. */
const whenQuiet = (run: () => void): void => {
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5_000 }) : setTimeout(run, 1_500)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** Advertisers' scripts, as long as the visitor agrees. */
const followConsent = (setup: TrackingSetup, isOver: () => boolean): (() => void) => {
  let stop: (() => void) | undefined
  let asked = false
  const look = () => {
    const agrees = consentState.get().answer === 'yes'
    if (!agrees) {
      stop?.()
      stop = undefined
      tellThrough(undefined)
      asked = false
    }
    if (!agrees || asked) return
    asked = true
    // What was told before it was agreed to may go on now: the server hears of it once more, by the same ids.
    heard = 0
    void import('./tracking-advertisers.ts').then(
      ({ startAdvertisers }) => {
        if (isOver() || consentState.get().answer !== 'yes') return
        const advertisers = startAdvertisers(setup)
        stop = advertisers.stop
        tellThrough(advertisers.tell)
        for (const telling of events) advertisers.tell(telling)
      },
      () => void (asked = false),
    )
  }
  const unfollow = consentState.subscribe(look)
  look()
  return () => {
    unfollow()
    stop?.()
    tellThrough(undefined)
  }
}

/** Tells of a page until the answer is called: what was read and looked at, and with consent the advertisers. */
export const tellOfPage = (setup: TrackingSetup, place: TrackingPlace): (() => void) => {
  let over = false
  const ends: (() => void)[] = []
  // A form in a merchant's own page: that page has its own scripts and its own question.
  const isOffered = hasAdvertiser(setup) && window.top === window
  if (isOffered) offerConsent(setup)
  whenQuiet(() => {
    if (over || !isOffered) return
    askConsent()
    ends.push(followConsent(setup, () => over))
  })
  const send = () => sendEvents(place)
  const timer = setInterval(send, everyMs)
  ends.push(() => clearInterval(timer), leave(send))
  if (place.page === 'signup' || place.page === 'salesPage') ends.push(watchReading(place, trackingGiven))
  return () => {
    over = true
    send()
    for (const end of ends) end()
  }
}
