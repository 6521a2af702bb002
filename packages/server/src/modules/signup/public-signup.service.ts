import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { SignUpBody } from '@kaimai/contract/signup/public-signup.schema.ts'
import { StoredTrackingContext, storableContext } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import type { z } from 'zod'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { newId } from '../../platform/ids.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { SeatPerson } from '../viewer/viewer.service.ts'
import type { CreditLink } from './credit-link.ts'
import type { Wanted } from './form-sessions.ts'
import { createPublicSignupPage, type PublicSignupPageDeps } from './public-signup-page.ts'
import { readDetails } from './signup-details.ts'
import { createSignUpGuests, type GuestSeat } from './sign-up-guest.ts'
import { signupMade } from './signup.events.ts'
import type { SignupFormRow, SignupUserRow } from './signup.tables.ts'

/** A seat in a room, made for a person who signed up (the room's live users). */
export interface SeatMaker {
  /** Whether this person gets no seat in that live: blocked by phone, e-mail or browser. */
  readonly isBlocked: (
    tx: Tx,
    firmId: string,
    liveId: string,
    person: { readonly phone: string; readonly email: string; readonly deviceHash: string },
  ) => Promise<boolean>
  readonly guestSeat: GuestSeat
  /** Inside the transaction; answers what the personal link ends with. */
  readonly seat: (tx: Tx, firmId: string, liveId: string, person: SeatPerson) => Promise<{ viewerKey: string }>
}

export interface PublicSignupDeps extends PublicSignupPageDeps {
  readonly db: Database
  readonly events: Events
  readonly liveReader: Pick<LiveReader, 'findMany' | 'moves'>
  readonly seats: SeatMaker
  readonly creditLink: CreditLink
  /** Path of the personal link of a seat. */
  readonly viewerPath: (firmId: string, liveId: string, person: SeatPerson) => Promise<string | undefined>
}

export interface SignedUp {
  readonly result: 'signedUp' | 'updated' | 'alreadySelected'
  readonly links: { liveId: string; key: string; path: string }[]
  /** Of the sign-up, for the page's own events; empty when it changed nothing. */
  readonly eventId: string
}

export interface SignupTrackingFacts {
  readonly name: string
  /** E.164 */
  readonly phone: string
  readonly email: string
  readonly given: StoredTrackingContext
  readonly formId: string
  readonly createdAt: Date
}

/** The visitor's side of a form: its page, and signing up. */
export const createPublicSignup = (deps: PublicSignupDeps) => {
  const { db, store, sessions, clock, events } = deps
  const guests = createSignUpGuests(deps)
  const { published, page } = createPublicSignupPage(deps)

  /** Takes places for the sessions a person does not hold yet, and makes their seats. */
  const takeSeats = async (tx: Tx, form: SignupFormRow, person: SignupUserRow, wanted: readonly Wanted[]) => {
    const held = new Set(await store.seats(form.firmId, person.id, tx))
    const added: string[] = []
    const links: SignedUp['links'] = []
    for (const each of wanted) {
      const live = await sessions.liveOf(tx, form, each)
      // Not revealed: the answer is that of somebody whose link goes by letter.
      if (await deps.seats.isBlocked(tx, form.firmId, live.id, person)) continue
      if (!held.has(live.id)) {
        if (!(await store.takePlace(form.firmId, form.id, live.id, tx)))
          throw fail('soldOut', { reason: signupErrors.sessionFull })
        await store.insertSeat(form.firmId, person.id, live.id, clock.now(), tx)
        added.push(live.id)
      }
      const { id: signupUserId, name, phone, email } = person
      const { viewerKey } = await deps.seats.seat(tx, form.firmId, live.id, { signupUserId, name, phone, email })
      links.push({ liveId: live.id, key: each.key, path: `/stream/${live.streamId}/${viewerKey}` })
    }
    return { added, links }
  }

  /**
   * Signs a visitor up. Known by phone or e-mail: from the same device it adds the
   * sessions and answers the links; from elsewhere nothing of that person changes or is shown, their link goes to the
   * address on record only, and whoever asks is let in and answered as a new person would be.
   */
  const signUp = async (
    body: z.output<typeof SignUpBody>,
    { deviceHash, language }: { readonly deviceHash: string; readonly language: Language },
  ): Promise<SignedUp> => {
    const form = await published(body.customUrl)
    if (form.pageType === 'order') throw fail('conflict', { reason: signupErrors.formIsPaid })
    const phone = readPhone(body.phone, body.phoneCountry, 'phone')
    const details = { ...readDetails(form, body), language, given: storableContext(body.tracking) }
    const wanted = await sessions.wanted(form, body)

    return db.transaction(async (tx) => {
      await store.lock(form.firmId, form.id, tx)
      const people = await store.people(form.firmId, form.id, { phone, email: body.email }, tx)
      const byPhone = people.find((person) => person.phone === phone)
      const byEmail = people.find((person) => person.email === body.email)
      const two = byPhone !== undefined && byEmail !== undefined && byPhone.id !== byEmail.id
      const known = two ? undefined : (byPhone ?? byEmail)

      if (known && !(await store.heldBy(form.firmId, [known], deviceHash, tx)).has(known.id)) {
        await events.emit(tx, signupMade, { firmId: form.firmId, signupUserId: known.id, liveIds: [], again: true })
        return guests.letIn(tx, form, { ...details, phone, email: body.email, deviceHash }, wanted)
      }
      if (known) await store.updatePerson(form.firmId, known.id, details, tx)
      const person: SignupUserRow = known
        ? { ...known, ...details }
        : {
            ...details,
            id: newId(),
            firmId: form.firmId,
            signupId: form.id,
            phone,
            email: body.email,
            deviceHash,
            flagged: two,
            isCancelNotice: false,
            createdAt: clock.now(),
          }
      if (!known) await store.insertPerson(person, tx)
      await deps.creditLink(tx, person, details.given)
      const { added, links } = await takeSeats(tx, form, person, wanted)
      if (added.length > 0)
        await events.emit(tx, signupMade, {
          firmId: form.firmId,
          signupUserId: person.id,
          liveIds: added,
          again: false,
        })
      const result = known ? (added.length > 0 ? 'updated' : 'alreadySelected') : 'signedUp'
      return { result, links, eventId: result === 'alreadySelected' ? '' : person.id }
    })
  }

  /** Where a short or custom URL leads. */
  const contrast = async (url: string): Promise<{ path: string }> => {
    const form = await published(url)
    return { path: `/f/${form.customUrl}` }
  }

  /** What letters about sign-ups hold, by sign-up; whoever wants none is left out. Links are below `origin`. */
  const facts = async (firmId: string, signupUserIds: readonly string[], origin: string) => {
    const people = (await store.persons(firmId, signupUserIds)).filter(({ isCancelNotice }) => !isCancelNotice)
    const seats = await store.seatsOf(
      firmId,
      people.map(({ id }) => id),
    )
    const liveIdsOf = Map.groupBy(seats, ({ signupUserId }) => signupUserId)
    const liveIds = [...new Set(seats.map(({ liveId }) => liveId))]
    // Before the lives: a move in between gives a new time under the old number, which the next letter replaces.
    const movesOf = await deps.liveReader.moves(firmId, liveIds)
    const formIds = [...new Set(people.map(({ signupId }) => signupId))]
    const [firm, forms, lives, held] = await Promise.all([
      deps.firms.publicFirm(firmId),
      store.findMany(firmId, formIds),
      deps.liveReader.findMany(firmId, liveIds),
      Promise.all(formIds.map((id) => store.sessionsAt(firmId, id, liveIds))).then((each) => each.flat()),
    ])
    const factsOf = async ({ id: signupUserId, signupId, ...person }: SignupUserRow) => {
      const { name, phone, email, timeZone, flagged, language } = person
      const form = forms.find((each) => each.id === signupId && each.removedAt === null)
      const own = new Set(liveIdsOf.get(signupUserId)?.map(({ liveId }) => liveId))
      const sessions = await Promise.all(
        lives
          .filter((live) => own.has(live.id))
          .map(async (live) => {
            const path = await deps.viewerPath(firmId, live.id, { signupUserId, name, phone, email })
            if (path === undefined || live.endAtMs <= clock.ms()) return []
            const title = held.find((each) => each.signupId === signupId && each.liveId === live.id)?.title
            const { beginAtMs, endAtMs } = live
            const { sequence } = movesOf(live.id)
            return [
              { liveId: live.id, title: title || live.liveName, beginAtMs, endAtMs, sequence, url: origin + path },
            ]
          }),
      )
      return {
        name,
        /** Empty: there is none. */
        email,
        /** E.164; empty: there is none. */
        phone,
        firmName: firm.name,
        timeZone,
        flagged,
        language,
        /** What follows a sign-up at the form: the built-in text, or the id of one of the firm's own. */
        letterChoice: form?.content.emailLetterTemplate ?? 'builtIn',
        /** The same as a text message, or none. */
        smsChoice: form?.content.smsLetterTemplate ?? 'none',
        sessions: sessions.flat(),
      }
    }
    return new Map(await Promise.all(people.map(async (person) => [person.id, await factsOf(person)] as const)))
  }

  /** What a sign-up sent along, for the events published to advertisers; undefined: no such person. */
  const trackingFacts = async (firmId: string, signupUserId: string): Promise<SignupTrackingFacts | undefined> => {
    const person = await store.person(firmId, signupUserId)
    if (!person) return undefined
    const { name, phone, email, signupId, createdAt } = person
    return { name, phone, email, given: StoredTrackingContext.parse(person.given), formId: signupId, createdAt }
  }

  return { page, published, signUp, contrast, facts, trackingFacts }
}
export type PublicSignupService = ReturnType<typeof createPublicSignup>
