import { fail } from '@kaimai/contract/common/error.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { unpaidShareOf } from '@kaimai/contract/order/unpaid.rules.ts'
import type { OrderSession } from '@kaimai/contract/order/order.schema.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { TicketInfo } from '@kaimai/contract/signup/signup-parts.ts'
import type { SignUpBody } from '@kaimai/contract/signup/public-signup.schema.ts'
import { storableContext } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { FormSessions, Wanted } from './form-sessions.ts'
import { readDetails } from './signup-details.ts'
import type { PublicSignupDeps } from './public-signup.service.ts'
import { createPaidSeating } from './paid-seating.ts'
import { signupMade } from './signup.events.ts'
import type { PlacesAsked, SignupOrderStore } from './signup-order.store.ts'
import type { SentBrowser, SentPerson, SignupOrderRow } from './signup-order.tables.ts'
import type { SignupStore } from './signup.store.ts'
import type { SessionRow, SignupFormRow } from './signup.tables.ts'

export interface PaidSignUpDeps extends Pick<PublicSignupDeps, 'viewerPath' | 'seats' | 'creditLink'> {
  readonly platform: Pick<Platform, 'db' | 'events'> & { readonly clock: Clock }
  readonly store: SignupStore
  readonly orders: SignupOrderStore
  readonly sessions: FormSessions
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** A paid form, as its orders see it. */
export interface PaidForm {
  readonly id: string
  readonly firmId: string
  readonly title: string
  /** Below the origin. */
  readonly path: string
  readonly prefix: string
  readonly imageUrl: string
  readonly ticket: TicketInfo
  readonly row: SignupFormRow
}

/** A sign-up that was read and found right. */
export interface AskedPlaces {
  readonly phone: string
  readonly email: string
  readonly person: SentPerson
  readonly wanted: readonly Wanted[]
}

const titleOf = ({ content, name }: SignupFormRow): string => content.signupTitle || name
const pathOf = ({ customUrl }: SignupFormRow): string => `/f/${customUrl}`

/** Places of paid forms: taken with their order, given back with its end, and made seats once it is paid. */
export const createPaidSignUps = (deps: PaidSignUpDeps) => {
  const { platform, store, orders, sessions, liveReader, seats, creditLink } = deps
  const { db, clock, events } = platform
  const seating = createPaidSeating({ clock, events, store, orders, seats, creditLink })

  /** Puts places back, in the order in which everybody locks sessions. */
  const putBack = async (tx: Tx, rows: readonly SignupOrderRow[]): Promise<void> => {
    const places = rows.flatMap(({ firmId, signupId, liveIds }) =>
      liveIds.map((liveId) => ({ firmId, signupId, liveId })),
    )
    for (const { firmId, signupId, liveId } of places.toSorted((a, b) => (a.liveId < b.liveId ? -1 : 1)))
      await store.givePlace(firmId, signupId, liveId, tx)
    for (const { firmId, orderId } of rows) await orders.setState(firmId, orderId, { state: 'released' }, tx)
  }

  /** False, and nothing taken, when one of the sessions is full or gone. */
  const takeAll = async (tx: Tx, { firmId, signupId, liveIds }: SignupOrderRow): Promise<boolean> => {
    const taken: string[] = []
    for (const liveId of liveIds.toSorted()) {
      if (!(await store.takePlace(firmId, signupId, liveId, tx))) {
        for (const back of taken) await store.givePlace(firmId, signupId, back, tx)
        return false
      }
      taken.push(liveId)
    }
    return true
  }

  /** Which of these sessions nobody can attend any more: gone or cancelled, or over and without a replay. */
  const overOf = async (firmId: string, liveIds: readonly string[], on?: Tx): Promise<string[]> => {
    const lives = new Map((await liveReader.findMany(firmId, liveIds, on)).map((live) => [live.id, live]))
    return liveIds.filter((id) => {
      const live = lives.get(id)
      const status = live && liveStatusAt(live, clock.ms())
      return !live || status === 'cancelled' || (status === 'ended' && !isReplayOpen(live, clock.ms()))
    })
  }

  /** One browser holds no more of a session's places unpaid than it would of a product's pieces. */
  const checkUnpaidShare = async (
    tx: Tx,
    places: PlacesAsked,
    deviceHash: string,
    sessions: readonly Pick<SessionRow, 'liveId' | 'capacity' | 'taken'>[],
  ): Promise<void> => {
    const held = await orders.heldByDevice(places, deviceHash, tx)
    for (const { liveId, capacity, taken } of sessions) {
      const own = held.filter((id) => id === liveId).length
      const max = capacity === null ? Infinity : unpaidShareOf(capacity - taken + own)
      if (own === 0 || own < max) continue
      const reason = withValues(orderErrors.unpaidPlaces, { max })
      throw fail('conflict', { reason, fields: { liveIds: reason } })
    }
  }

  const find = async (customUrl: string): Promise<SignupFormRow> => {
    const url = CustomUrl.safeParse(customUrl)
    const form = url.success ? await store.findByUrl(url.data) : undefined
    if (!form?.published || (await deps.firms.publicFirm(form.firmId)).suspended) throw fail('notFound')
    if (form.pageType !== 'order') throw fail('conflict', { reason: signupErrors.formIsFree })
    return form
  }

  return {
    /** Throws `notFound`, also for drafts; `conflict` for a form that is free. */
    form: async (customUrl: string): Promise<PaidForm> => {
      const row = await find(customUrl)
      const { id, firmId, orderNoPrefix, content } = row
      const imageUrl = content.posterInfoList[0] ?? ''
      return {
        id,
        firmId,
        title: titleOf(row),
        path: pathOf(row),
        prefix: orderNoPrefix,
        imageUrl,
        ticket: content.ticketInfo,
        row,
      }
    },

    /** Removed ones too: their orders still name them. */
    findMany: async (firmId: string, ids: readonly string[]) =>
      (await store.findMany(firmId, ids)).map((row) => ({
        id: row.id,
        title: titleOf(row),
        path: pathOf(row),
        isPublic: row.published && row.removedAt === null,
      })),

    /** Reads a sign-up as a free form does; throws `invalid` with the fields, `gone` for what is over. */
    read: async (form: PaidForm, body: z.output<typeof SignUpBody>, { deviceHash, language }: SentBrowser) => {
      const phone = readPhone(body.phone, body.phoneCountry, 'phone')
      const details = readDetails(form.row, body)
      const wanted = await sessions.wanted(form.row, body)
      const person = { ...details, deviceHash, language, given: storableContext(body.tracking) }
      return { phone, email: body.email, person, wanted }
    },

    /**
     * Takes the places of an order that is about to be written; answers their sessions. Throws `soldOut`, and `conflict`
     * for somebody who holds one of them or gets none.
     */
    hold: async (
      tx: Tx,
      form: PaidForm,
      asked: AskedPlaces,
      orderId: string,
    ): Promise<{ liveId: string; title: string }[]> => {
      const { firmId, id: signupId } = form
      // A slot's live is made here, once.
      if (asked.wanted.some(({ live }) => live === undefined)) await store.lock(firmId, signupId, tx)
      const held: { liveId: string; title: string }[] = []
      for (const each of asked.wanted) {
        const live = await sessions.liveOf(tx, form.row, each)
        held.push({ liveId: live.id, title: each.slot?.series.title || live.liveName })
      }
      const liveIds = held.map(({ liveId }) => liveId)
      const { phone, email, person } = asked
      const { deviceHash } = person
      for (const liveId of liveIds)
        if (await seats.isBlocked(tx, firmId, liveId, { phone, email, deviceHash }))
          throw fail('conflict', {
            reason: signupErrors.notOpenToYou,
            fields: { liveIds: signupErrors.notOpenToYou },
          })
      const places: PlacesAsked = { orderId, firmId, signupId, phone, email, liveIds }
      if (await orders.isHeld(places, tx))
        throw fail('conflict', { reason: signupErrors.holdsSession, fields: { liveIds: signupErrors.holdsSession } })
      const rows = await store.sessionsAt(firmId, signupId, liveIds, tx)
      // Read before the places are locked: most of those who come too late hold nobody up.
      const isFull = rows.some(({ capacity, taken }) => capacity !== null && taken >= capacity)
      await checkUnpaidShare(tx, places, deviceHash, rows)
      const row = { ...places, person, signupUserId: null, state: 'held' as const, createdAt: clock.now() }
      if (isFull || !(await takeAll(tx, row))) throw fail('soldOut', { reason: signupErrors.sessionFull })
      await orders.insert(row, tx)
      return held.map(({ liveId, title }) => ({
        liveId,
        title: rows.find((each) => each.liveId === liveId)?.title || title,
      }))
    },

    /** Sends the links on record to whoever holds a session with this phone or e-mail. */
    announceAgain: (form: PaidForm, { phone, email }: AskedPlaces): Promise<void> =>
      db.transaction(async (tx) => {
        for (const { id } of await store.people(form.firmId, form.id, { phone, email }, tx))
          await events.emit(tx, signupMade, { firmId: form.firmId, signupUserId: id, liveIds: [], again: true })
      }),

    /** Whether an order still buys something: one of its sessions can be attended. */
    isWorthPaying: async (firmId: string, orderId: string): Promise<boolean> => {
      const row = await orders.find(firmId, orderId)
      return row === undefined || (await overOf(firmId, row.liveIds)).length < row.liveIds.length
    },

    /**
     * The order is paid: its places stay. False when this person has come to hold one of them meanwhile, or all of its
     * sessions are over.
     */
    keep: async (tx: Tx, firmId: string, orderId: string): Promise<boolean> => {
      const [row] = await orders.lock(firmId, [orderId], tx)
      if (!row) return true
      await store.lock(firmId, row.signupId, tx)
      if (await orders.isHeld(row, tx)) return false
      if ((await overOf(firmId, row.liveIds, tx)).length === row.liveIds.length) return false
      await orders.setState(firmId, orderId, { state: 'paid' }, tx)
      return true
    },

    /** Paid after its end: takes the places anew, or answers false, as it does when one of the sessions is over. */
    takeAgain: async (tx: Tx, firmId: string, orderId: string): Promise<boolean> => {
      const [row] = await orders.lock(firmId, [orderId], tx)
      if (!row) return false
      await store.lock(firmId, row.signupId, tx)
      if ((await overOf(firmId, row.liveIds, tx)).length > 0) return false
      if ((await orders.isHeld(row, tx)) || !(await takeAll(tx, row))) return false
      await orders.setState(firmId, orderId, { state: 'paid' }, tx)
      return true
    },

    /** Puts the places of orders that have ended back; of those that hold none, nothing. */
    releaseSeats: async (tx: Tx, firmId: string, orderIds: readonly string[]): Promise<void> => {
      if (orderIds.length === 0) return
      const rows = await orders.lock(firmId, orderIds, tx)
      await putBack(
        tx,
        rows.filter(({ state }) => state === 'held' || state === 'paid'),
      )
    },

    /** Other unpaid orders of the same person for one of the sessions. */
    rivals: async (tx: Tx, firmId: string, orderId: string): Promise<string[]> => {
      const row = await orders.find(firmId, orderId, tx)
      return row ? orders.rivals(row, tx) : []
    },

    seat: seating.seat,

    /** The sessions of an order, with their personal links once it is seated. */
    sessionsOf: async (firmId: string, orderId: string): Promise<OrderSession[]> => {
      const row = await orders.find(firmId, orderId)
      if (!row) return []
      const [lives, own, person] = await Promise.all([
        liveReader.findMany(firmId, row.liveIds),
        store.sessionsAt(firmId, row.signupId, row.liveIds),
        row.signupUserId === null ? undefined : store.person(firmId, row.signupUserId),
      ])
      const held = new Set(person ? await store.seats(firmId, person.id) : [])
      const shown = await Promise.all(
        lives.map(async (live) => {
          const { id, name, phone, email } = person ?? { id: '', name: '', phone: '', email: '' }
          const path = held.has(live.id)
            ? await deps.viewerPath(firmId, live.id, { signupUserId: id, name, phone, email })
            : undefined
          return {
            title: own.find(({ liveId }) => liveId === live.id)?.title || live.liveName,
            beginAt: new Date(live.beginAtMs).toISOString(),
            endAt: new Date(live.endAtMs).toISOString(),
            path: path ?? '',
          }
        }),
      )
      return shown.toSorted((a, b) => a.beginAt.localeCompare(b.beginAt))
    },

    hasSignedUp: orders.hasSignedUp,

    /** The orders by which these people were seated, each with its person. */
    ordersOfPeople: orders.ofPeople,

    /** Who was seated by an order; undefined: nobody yet. */
    personOf: async (firmId: string, orderId: string): Promise<string | undefined> =>
      (await orders.find(firmId, orderId))?.signupUserId ?? undefined,
  }
}
export type PaidSignUps = ReturnType<typeof createPaidSignUps>
