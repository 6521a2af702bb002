import { fail } from '@kaimai/contract/common/error.ts'
import type { KeptGiven } from '@kaimai/contract/tracking/given.rules.ts'
import { fbcOf, tellableUrl } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { ToldEvent, TrackedThing, TrackingGiven } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AdvertiserFact } from '../../platform/ports/advertiser.ts'
import type { AdvertiserOutbox } from './advertiser-outbox.ts'
import type { TrackingStore } from './tracking.store.ts'
import type { CountedPage } from './tracking.tables.ts'

/** A public page that is there. */
export interface TrackedPage {
  readonly firmId: string
  /** Of the form, the sales page or the live. */
  readonly id: string
  /** Below the audience's origin. */
  readonly path: string
}

/** Finds a public page by what its address names; undefined when there is none. */
export type FindPages = Readonly<Record<CountedPage, (name: string) => Promise<TrackedPage | undefined>>>

/** From where a browser called; empty for orders and sign-ups of before. */
export type CalledFrom = Pick<KeptGiven, 'ip' | 'userAgent'>

/** What a sign-up told, for advertisers. */
export interface SignupTrackingFacts {
  readonly phone: string
  readonly email: string
  readonly given: KeptGiven
  readonly createdAt: Date
  /** Of the form: path below the audience's origin and the title. */
  readonly formName: string
  readonly formPath: string
}

/** What a paid order told, for advertisers. Amounts are minor units. */
export interface OrderTrackingFacts {
  readonly orderNo: string
  readonly currency: Currency
  readonly total: number
  readonly things: readonly TrackedThing[]
  readonly phone: string
  readonly email: string
  readonly given: KeptGiven
  readonly paidAt: Date
}

export interface TrackingNeeds {
  readonly db: Database
  readonly store: TrackingStore
  readonly clock: Clock
  readonly outbox: AdvertiserOutbox
  readonly pages: FindPages
  readonly audienceOrigin: () => string
  readonly signupFacts: (firmId: string, signupUserId: string) => Promise<SignupTrackingFacts | undefined>
  readonly orderFacts: (firmId: string, orderId: string) => Promise<OrderTrackingFacts | undefined>
}

interface Seen {
  readonly page: CountedPage
  /** As the page's address names it. */
  readonly name: string
  readonly visit: string
  readonly given: TrackingGiven
}

const userAgentMax = 500

/** What public pages tell: raw facts for the merchant, and with consent events for advertisers. */
export const createTracking = (needs: TrackingNeeds) => {
  const { db, store, clock, outbox, pages, audienceOrigin } = needs

  const find = async ({ page, name }: Pick<Seen, 'page' | 'name'>): Promise<TrackedPage> => {
    const found = await pages[page](name)
    if (!found) throw fail('notFound')
    return found
  }

  const person = (
    given: TrackingGiven,
    from: CalledFrom,
    known: { readonly email?: string; readonly phone?: string; readonly externalId?: string } = {},
  ): AdvertiserFact['person'] => ({
    email: known.email ?? '',
    phone: known.phone ?? '',
    externalId: known.externalId ?? '',
    ip: from.ip,
    userAgent: from.userAgent.slice(0, userAgentMax),
    fbp: given.fbp,
    fbc: given.fbc || clickIn(given.url, clock.ms()),
    ttclid: given.ttclid,
    ttp: given.ttp,
  })

  const urlOf = (given: TrackingGiven, path: string): string => {
    const own = audienceOrigin()
    const told = tellableUrl(given.url)
    // Only of our own origin: the browser says it, and anybody can be one.
    return told.startsWith(`${own}/`) ? told : own + path
  }

  const visitOf = ({ page, visit, given }: Seen, pageId: string, read: { depth: number; seconds: number }) => {
    const now = clock.now()
    return { page, pageId, visit, ...read, cameBy: given.cameBy, firstAt: now, lastAt: now }
  }

  return {
    /** What was looked at. Throws `notFound` for a page that is not there. */
    viewed: async (seen: Seen & { readonly events: readonly ToldEvent[] }, from: CalledFrom): Promise<void> => {
      const { firmId, id: pageId, path } = await find(seen)
      const { page, visit, given, events } = seen
      const at = clock.now()
      const targets = given.consent && events.length > 0 ? await outbox.targetsOf(firmId) : []
      const facts = events.map(({ event, eventId, things, currency }) => ({
        ...{ page, pageId, visit, at },
        ...{ event, eventId, things, currency },
      }))
      await store.putVisit(firmId, visitOf(seen, pageId, { depth: 0, seconds: 0 }))
      // Facts alone are one statement; a visit without them is a visit too.
      if (targets.length === 0) return store.putFacts(firmId, facts)
      await db.transaction(async (tx) => {
        await store.putFacts(firmId, facts, tx)
        const outgoing = events.map(({ event, eventId, things, currency }) => ({
          eventId,
          atMs: at.getTime(),
          url: urlOf(given, path),
          person: person(given, from),
          told: { event, things, currency },
        }))
        await outbox.write(tx, firmId, targets, outgoing)
      })
    },

    /** How far a page was read. Throws `notFound` for a page that is not there. */
    read: async (seen: Seen & { readonly depth: number; readonly seconds: number }): Promise<void> => {
      const { firmId, id } = await find(seen)
      const { depth, seconds } = seen
      await store.putVisit(firmId, visitOf(seen, id, { depth, seconds }))
    },

    /** Somebody signed up: CompleteRegistration, under the sign-up's id. */
    signedUp: async (firmId: string, signupUserId: string): Promise<void> => {
      const facts = await needs.signupFacts(firmId, signupUserId)
      if (!facts?.given.consent) return
      const targets = await outbox.targetsOf(firmId)
      if (targets.length === 0) return
      const { given, email, phone, createdAt, formName, formPath } = facts
      const thing = { id: signupUserId, name: formName, variant: '', price: 0, quantity: 1 }
      await db.transaction((tx) =>
        outbox.write(tx, firmId, targets, [
          {
            eventId: signupUserId,
            atMs: createdAt.getTime(),
            url: urlOf(given, formPath),
            person: person(given, given, { email, phone, externalId: signupUserId }),
            told: { event: 'CompleteRegistration', things: [thing], currency: 'TWD', value: 0 },
          },
        ]),
      )
    },

    /** An order is paid: Purchase, under the order's id. */
    paid: async (firmId: string, orderId: string): Promise<void> => {
      const facts = await needs.orderFacts(firmId, orderId)
      if (!facts?.given.consent) return
      const targets = await outbox.targetsOf(firmId)
      if (targets.length === 0) return
      const { given, email, phone, orderNo, things, currency, total, paidAt } = facts
      await db.transaction((tx) =>
        outbox.write(tx, firmId, targets, [
          {
            eventId: orderId,
            atMs: paidAt.getTime(),
            url: urlOf(given, '/order'),
            person: person(given, given, { email, phone }),
            told: { event: 'Purchase', things, currency, value: total, orderNo },
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
