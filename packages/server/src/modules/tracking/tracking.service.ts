import { fail } from '@kaimai/contract/common/error.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { fbcOf, isOwnEvent, trackableUrl } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { ReportedEvent, TrackedItem, TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { StoredTrackingContext } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { AdvertiserFact } from '../../platform/ports/advertiser.ts'
import type { AdvertiserDay, AdvertiserOutbox } from './advertiser-outbox.ts'
import type { ReportingLimits } from './reporting-limits.ts'
import type { PageView, PageViewTokens } from './page-view-token.ts'
import type { TrackingStore } from './tracking.store.ts'

/** From where a browser called; empty for orders and sign-ups of before. */
export type CalledFrom = Pick<StoredTrackingContext, 'ip' | 'userAgent'>

/** What a sign-up publishes to advertisers. */
export interface SignupTrackingFacts {
  readonly phone: string
  readonly email: string
  readonly given: StoredTrackingContext
  readonly createdAt: Date
  readonly formId: string
  /** Of the form: path below the audience's origin and the title. */
  readonly formName: string
  readonly formPath: string
}

/** What a paid order publishes to advertisers. Amounts are minor units. */
export interface OrderTrackingFacts {
  readonly orderNo: string
  readonly currency: Currency
  readonly total: number
  readonly items: readonly TrackedItem[]
  readonly phone: string
  readonly email: string
  readonly given: StoredTrackingContext
  readonly paidAt: Date
}

export interface TrackingDeps {
  readonly db: Database
  readonly store: TrackingStore
  readonly clock: Clock
  readonly outbox: AdvertiserOutbox
  readonly bases: Pick<PageViewTokens, 'viewOf' | 'visitOf'>
  readonly limits: ReportingLimits
  /** Whether the firm is there and not suspended: of no other anything is kept. */
  readonly isOpen: (firmId: string) => Promise<boolean>
  readonly audienceOrigin: () => string
  readonly signupFacts: (firmId: string, signupUserId: string) => Promise<SignupTrackingFacts | undefined>
  readonly orderFacts: (firmId: string, orderId: string) => Promise<OrderTrackingFacts | undefined>
}

interface Report {
  /** The signed base of the page that reports, and of the one that the visit began with. */
  readonly base: string
  readonly firstBase?: string | undefined
  readonly given: TrackingContext
}

const userAgentMax = 500

/** What public pages publish: raw facts for the merchant, and with consent events for advertisers. */
export const createTracking = (deps: TrackingDeps) => {
  const { db, store, clock, outbox, bases, limits, isOpen, audienceOrigin } = deps

  /** The view that a report is of. What none of our pages sends has cost no query until here. */
  const accept = async (
    { base, firstBase }: Report,
    from: CalledFrom,
    events: readonly ReportedEvent[] = [],
  ): Promise<{ view: PageView; visit: string }> => {
    const view = bases.viewOf(base)
    if (!view) throw fail('gone')
    await limits.spend(view.firmId, networkOf(from.ip), events)
    if (!(await isOpen(view.firmId))) throw fail('gone')
    return { view, visit: bases.visitOf(view, firstBase) }
  }

  const person = (
    context: TrackingContext,
    from: CalledFrom,
    known: { readonly email?: string; readonly phone?: string; readonly externalId?: string } = {},
  ): AdvertiserFact['person'] => ({
    email: known.email ?? '',
    phone: known.phone ?? '',
    externalId: known.externalId ?? '',
    ip: from.ip,
    userAgent: from.userAgent.slice(0, userAgentMax),
    fbp: context.fbp,
    fbc: context.fbc || clickIn(context.url, clock.ms()),
    ttclid: context.ttclid,
    ttp: context.ttp,
  })

  const urlOf = (context: TrackingContext, path: string): string => {
    const own = audienceOrigin()
    const pageUrl = trackableUrl(context.url)
    // Only of our own origin: the browser says it, and anybody can be one.
    return pageUrl.startsWith(`${own}/`) ? pageUrl : own + path
  }

  const visitRow = (
    { view, visit }: { readonly view: PageView; readonly visit: string },
    { attribution }: TrackingContext,
    read: { depth: number; seconds: number },
  ) => {
    const now = clock.now()
    return { page: view.page, pageId: view.pageId, visit, ...read, attribution, firstAt: now, lastAt: now }
  }

  return {
    /** What was looked at. Throws `gone` for a base that is none of ours, or too old. */
    viewed: async (report: Report & { readonly events: readonly ReportedEvent[] }, from: CalledFrom): Promise<void> => {
      const { given, events } = report
      const accepted = await accept(report, from, events)
      const { firmId, page, pageId, path, viewId } = accepted.view
      const at = clock.now()
      const targets = given.consent && events.length > 0 ? await outbox.targetsOf(firmId) : []
      const facts = events.map(({ event, number, items, currency }) => ({
        page,
        pageId,
        visit: accepted.visit,
        at,
        event,
        eventId: `${viewId}.${number}`,
        items,
        currency,
      }))
      await store.putVisit(firmId, visitRow(accepted, given, { depth: 0, seconds: 0 }))
      // Facts alone are one statement; a visit without them is a visit too.
      if (targets.length === 0) return store.putFacts(firmId, facts)
      await db.transaction(async (tx) => {
        await store.putFacts(firmId, facts, tx)
        const outgoing = facts.flatMap(({ event, eventId, items, currency }) =>
          isOwnEvent(event)
            ? []
            : {
                eventId,
                atMs: at.getTime(),
                url: urlOf(given, path),
                person: person(given, from),
                trackingEvent: { event, items: items.map((thing) => ({ ...thing, name: '', variant: '' })), currency },
              },
        )
        await outbox.writeReported(tx, firmId, targets, outgoing)
      })
    },

    /** How far a page was read. Throws `gone` for a base that is none of ours, or too old. */
    read: async (
      report: Report & { readonly depth: number; readonly seconds: number },
      from: CalledFrom,
    ): Promise<void> => {
      const { depth, seconds } = report
      const accepted = await accept(report, from)
      await store.putVisit(accepted.view.firmId, visitRow(accepted, report.given, { depth, seconds }))
    },

    /** What pages reported for advertisers on the last days of a firm, today first. */
    advertiserDays: (firmId: string): Promise<AdvertiserDay[]> => outbox.days(firmId),

    /** Somebody signed up: CompleteRegistration, under the sign-up's id. */
    signedUp: async (firmId: string, signupUserId: string): Promise<void> => {
      const facts = await deps.signupFacts(firmId, signupUserId)
      if (!facts?.given.consent) return
      const targets = await outbox.targetsOf(firmId)
      if (targets.length === 0) return
      const { given, email, phone, createdAt, formId, formName, formPath } = facts
      const thing = { id: formId, name: formName, variant: '', price: 0, quantity: 1 }
      await db.transaction((tx) =>
        outbox.write(tx, firmId, targets, [
          {
            eventId: signupUserId,
            atMs: createdAt.getTime(),
            url: urlOf(given, formPath),
            person: person(given, given, { email, phone, externalId: signupUserId }),
            trackingEvent: { event: 'CompleteRegistration', items: [thing], currency: 'TWD', value: 0 },
          },
        ]),
      )
    },

    /** An order is paid: Purchase, under the order's id. */
    paid: async (firmId: string, orderId: string): Promise<void> => {
      const facts = await deps.orderFacts(firmId, orderId)
      if (!facts?.given.consent) return
      const targets = await outbox.targetsOf(firmId)
      if (targets.length === 0) return
      const { given, email, phone, orderNo, items, currency, total, paidAt } = facts
      await db.transaction((tx) =>
        outbox.write(tx, firmId, targets, [
          {
            eventId: orderId,
            atMs: paidAt.getTime(),
            url: urlOf(given, '/order'),
            person: person(given, given, { email, phone }),
            trackingEvent: { event: 'Purchase', items, currency, value: total, orderNo },
          },
        ]),
      )
    },
  }
}
export type TrackingService = ReturnType<typeof createTracking>

/** Meta's click cookie from an address with a click id, where the browser had none. */
const clickIn = (url: string, atMs: number): string =>
  URL.canParse(url) ? fbcOf((new URL(url).searchParams.get('fbclid') ?? '').slice(0, 500), atMs) : ''
