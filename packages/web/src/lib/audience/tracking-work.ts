import { itemsMax } from '@kaimai/contract/tracking/tracking-text.rules.ts'
import { hasAdvertiser, viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import type { OwnEvent, ReportedEvent, TrackedEvent, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { askConsent, consentState, offerConsent } from './consent.ts'
import { rememberShop } from './last-shop.ts'
import { leave, reportOf, sendBulk, watchReading } from './tracking-bulk.ts'
import { events, isForAdvertisers, setEventSink, type TrackingPlace } from './tracking.ts'

const everyMs = 10_000
/** Events in one call, and characters of them: the server takes no larger call. */
const bulkMax = { events: 50, characters: 12_000 } as const

/** Of `events`, how many the server has heard of, under the consent that stands. */
let heard = 0

const isReported = (event: TrackedEvent | OwnEvent): event is ReportedEvent['event'] =>
  event !== 'CompleteRegistration' && event !== 'Purchase'

/** Ids alone: the server knows what its products are called. */
const unreported = (viewId: string): ReportedEvent[] =>
  events.slice(heard).flatMap(({ trackingEvent: { event, items, currency }, eventId }) => {
    if (!isReported(event) || !eventId.startsWith(`${viewId}.`)) return []
    const number = Number(eventId.slice(eventId.lastIndexOf('.') + 1))
    const plain = items.slice(0, itemsMax).map(({ id, price, quantity }) => ({ id, price, quantity }))
    return [{ event, number, items: plain, currency }]
  })

/** As few calls as they fit into. */
const inBulks = (all: readonly ReportedEvent[]): ReportedEvent[][] => {
  const bulks: ReportedEvent[][] = []
  let left = 0
  for (const event of all) {
    const { length } = JSON.stringify(event)
    const bulk = bulks.at(-1)
    if (bulk && bulk.length < bulkMax.events && length <= left) bulk.push(event)
    else {
      bulks.push([event])
      left = bulkMax.characters
    }
    left -= length
  }
  return bulks
}

const sendEvents = (eventBase: string, page: TrackingPlace['page']): void => {
  const bulks = inBulks(unreported(viewIdOf(eventBase)))
  heard = events.length
  const route = page === 'live' ? trackingRoutes.liveViewContent : trackingRoutes.signupViewContent
  for (const bulk of bulks) sendBulk(route, { ...reportOf(eventBase), events: bulk })
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
      setEventSink(undefined)
      asked = false
    }
    if (!agrees || asked) return
    asked = true
    // Events from before the consent may be sent on now: the server gets them once more, by the same ids.
    heard = 0
    void import('./tracking-advertisers.ts').then(
      ({ startAdvertisers }) => {
        if (isOver() || consentState.get().answer !== 'yes') return
        const advertisers = startAdvertisers(setup)
        stop = advertisers.stop
        setEventSink(advertisers.send)
        for (const published of events) if (isForAdvertisers(published)) advertisers.send(published)
      },
      () => void (asked = false),
    )
  }
  const unfollow = consentState.subscribe(look)
  look()
  return () => {
    unfollow()
    stop?.()
    setEventSink(undefined)
  }
}

/** Publishes a page's events until the answer is called: reading and views, and with consent also to advertisers. */
export const trackOfPage = (setup: TrackingSetup, place: TrackingPlace): (() => void) => {
  let over = false
  const { page } = place
  const ends: (() => void)[] = []
  // A form in a merchant's own page: that page has its own scripts and its own question.
  if (page !== 'order') rememberShop()
  const isOffered = hasAdvertiser(setup) && window.top === window
  if (isOffered) offerConsent(setup)
  whenQuiet(() => {
    if (over || !isOffered) return
    askConsent()
    ends.push(followConsent(setup, () => over))
  })
  const { eventBase } = setup
  // The server alone publishes for the order page; a page that no server has drawn (a preview) has no base.
  if (page !== 'order' && eventBase !== '') {
    const send = () => sendEvents(eventBase, page)
    const timer = setInterval(send, everyMs)
    ends.push(() => clearInterval(timer), leave(send), send)
    if (page !== 'live') ends.push(watchReading(eventBase))
  }
  return () => {
    over = true
    for (const end of ends) end()
  }
}
