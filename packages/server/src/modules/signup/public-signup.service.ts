import { fail } from '@kaimai/contract/common/error.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { SignUpBody } from '@kaimai/contract/signup/public-signup.schema.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { KeptGiven, keptGiven } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import sanitizeHtml from 'sanitize-html'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { newId } from '../../platform/ids.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { FormSessions, Wanted } from './form-sessions.ts'
import type { SeriesStore } from './series.store.ts'
import { readDetails } from './signup-details.ts'
import { createSignUpGuests, type GuestSeat } from './sign-up-guest.ts'
import { signupMade } from './signup.events.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupFormRow, SignupUserRow } from './signup.tables.ts'

export interface SeatPerson {
  readonly signupUserId: string
  readonly name: string
  readonly phone: string
  readonly email: string
}

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

export interface PublicSignupDeps {
  readonly db: Database
  readonly store: SignupStore
  readonly series: Pick<SeriesStore, 'list'>
  readonly sessions: FormSessions
  readonly clock: Clock
  readonly events: Events
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly products: (firmId: string, productIds: readonly string[]) => Promise<RoomProduct[]>
  readonly seats: SeatMaker
  /** Path of the personal link of a seat. */
  readonly viewerPath: (firmId: string, liveId: string, person: SeatPerson) => Promise<string | undefined>
  /** Whether the merchant has a way to be paid. */
  readonly payable: (firm: PublicFirm) => boolean
  readonly trackingFor: (firmId: string, page: PageOfFirm) => Promise<TrackingSetup>
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
  readonly given: KeptGiven
  readonly formId: string
  readonly createdAt: Date
}

/** '林佳穎' → '林○○': enough for its owner, nothing for a stranger at the device. */
const masked = (name: string): string => {
  const [first = '', ...rest] = [...name]
  return first + '○'.repeat(Math.min(rest.length, 2))
}

const presentPublicProduct = ({ productId, productName, price, originalPrice, currency, imageUrl }: RoomProduct) => ({
  productId,
  productName,
  price,
  originalPrice,
  currency,
  imageUrl,
})

/** The visitor's side of a form: its page, and signing up. */
export const createPublicSignup = (given: PublicSignupDeps) => {
  const { db, store, sessions, clock, events } = given
  const guests = createSignUpGuests(given)

  const published = async (customUrl: string): Promise<SignupFormRow> => {
    const url = CustomUrl.safeParse(customUrl)
    const form = url.success ? await store.findByUrl(url.data) : undefined
    if (!form?.published || (await given.firms.publicFirm(form.firmId)).suspended) throw fail('notFound')
    return form
  }

  /** What a paid form sells; null for a free one. */
  const ticketOf = async (
    { firmId, pageType, content }: SignupFormRow,
    firm: PublicFirm,
  ): Promise<z.input<typeof PublicSignup>['ticket']> => {
    if (pageType !== 'order') return null
    const { ticketName, price, productId } = content.ticketInfo
    const [product] = productId === null ? [] : await given.products(firmId, [productId])
    return {
      name: ticketName,
      price,
      currency: firm.currency,
      product: product ? presentPublicProduct(product) : null,
      needsDelivery: productId !== null,
      left: productId === null ? null : (product?.variants ?? []).reduce((sum, { left }) => sum + left, 0),
      payable: given.payable(firm),
    }
  }

  const page = async (customUrl: string, deviceHash: string | undefined): Promise<z.input<typeof PublicSignup>> => {
    const form = await published(customUrl)
    const [firm, known] = await Promise.all([
      given.firms.publicFirm(form.firmId),
      deviceHash === undefined ? undefined : store.personByDevice(form.firmId, form.id, deviceHash),
    ])
    const seats = known ? await store.seats(form.firmId, known.id) : []
    const all = await sessions.all(form, seats)
    const coming = all.filter(({ state }) => state !== 'over')
    const shown = coming.length > 0 ? coming : all.slice(-1)
    const productIds = [...new Set(shown.flatMap((session) => session.productIds))].slice(0, 12)
    const [products, ticket, tracking] = await Promise.all([
      given.products(form.firmId, productIds),
      ticketOf(form, firm),
      given.trackingFor(form.firmId, { page: 'signup', pageId: form.id, path: `/f/${form.customUrl}` }),
    ])
    const { content } = form
    return {
      id: form.id,
      customUrl: form.customUrl,
      pageType: form.pageType,
      ticket,
      tracking,
      firm,
      ...(firm.searchable ? {} : { noindex: true as const }),
      colorToneId: content.colorToneId,
      signupTitle: content.signupTitle,
      signupContent: sanitizeHtml(content.signupContent),
      signupCountdownTitle: content.signupCountdownTitle,
      signupSuccessInfo: content.signupSuccessInfo,
      signupNotice: content.signupNotice,
      screenTopText: content.screenTopText,
      metaTitle: content.metaTitle,
      metaDescription: content.metaDescription,
      metaImage: content.metaImage,
      posters: content.posterInfoList,
      backgroundImage: content.backgroundImage,
      countyRequired: content.countyRequired,
      questions: content.questionList,
      sessions: shown.map(({ key, liveId, seriesId, title, beginAtMs, endAtMs, left, state }) => ({
        key,
        liveId,
        seriesId,
        title,
        beginAt: new Date(beginAtMs).toISOString(),
        endAt: new Date(endAtMs).toISOString(),
        left,
        state,
      })),
      paused: coming.length === 0 && (await given.series.list(form.firmId, [form.id])).length > 0,
      products: products.map(presentPublicProduct),
      now: clock.now().toISOString(),
      known: known ? { name: masked(known.name), liveIds: seats } : null,
    }
  }

  /** Takes places for the sessions a person does not hold yet, and makes their seats. */
  const takeSeats = async (tx: Tx, form: SignupFormRow, person: SignupUserRow, wanted: readonly Wanted[]) => {
    const held = new Set(await store.seats(form.firmId, person.id, tx))
    const added: string[] = []
    const links: SignedUp['links'] = []
    for (const each of wanted) {
      const live = await sessions.liveOf(tx, form, each)
      // Not revealed: the answer is that of somebody whose link goes by letter.
      if (await given.seats.isBlocked(tx, form.firmId, live.id, person)) continue
      if (!held.has(live.id)) {
        if (!(await store.takePlace(form.firmId, form.id, live.id, tx)))
          throw fail('soldOut', { reason: signupErrors.sessionFull })
        await store.insertSeat(form.firmId, person.id, live.id, clock.now(), tx)
        added.push(live.id)
      }
      const { id: signupUserId, name, phone, email } = person
      const { viewerKey } = await given.seats.seat(tx, form.firmId, live.id, { signupUserId, name, phone, email })
      links.push({ liveId: live.id, key: each.key, path: `/stream/${live.streamId}/${viewerKey}` })
    }
    return { added, links }
  }

  /**
   * Signs a visitor up (domain.md section 2, signupUser). Known by phone or e-mail: from the same device it adds the
   * sessions and answers the links; from elsewhere nothing of that person changes or is shown, their link goes to the
   * address on record only, and whoever asks is let in and answered as a new person would be.
   */
  const signUp = async (body: z.output<typeof SignUpBody>, deviceHash: string): Promise<SignedUp> => {
    const form = await published(body.customUrl)
    if (form.pageType === 'order') throw fail('conflict', { reason: signupErrors.formIsPaid })
    const phone = readPhone(body.phone, body.phoneCountry, 'phone')
    const details = { ...readDetails(form, body), given: keptGiven(body.tracking) }
    const wanted = await sessions.wanted(form, body)

    return db.transaction(async (tx) => {
      await store.lock(form.firmId, form.id, tx)
      const people = await store.people(form.firmId, form.id, { phone, email: body.email }, tx)
      const byPhone = people.find((person) => person.phone === phone)
      const byEmail = people.find((person) => person.email === body.email)
      const two = byPhone !== undefined && byEmail !== undefined && byPhone.id !== byEmail.id
      const known = two ? undefined : (byPhone ?? byEmail)

      if (known && known.deviceHash !== deviceHash) {
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

  /** What letters about a sign-up hold; undefined when the person wants none. Links are below `origin`. */
  const facts = async (firmId: string, signupUserId: string, origin: string) => {
    const person = await store.person(firmId, signupUserId)
    if (!person || person.isCancelNotice) return undefined
    const liveIds = await store.seats(firmId, signupUserId)
    const [firm, lives, held, isKnown] = await Promise.all([
      given.firms.publicFirm(firmId),
      given.liveReader.findMany(firmId, liveIds),
      store.sessionsAt(firmId, person.signupId, liveIds),
      store.isKnownAddress(firmId, person.email),
    ])
    const rows = await Promise.all(
      lives.map(async (live) => ({
        live,
        path: await given.viewerPath(firmId, live.id, {
          signupUserId,
          name: person.name,
          phone: person.phone,
          email: person.email,
        }),
      })),
    )
    return {
      name: person.name,
      email: person.email,
      firmName: firm.name,
      timeZone: person.timeZone,
      flagged: person.flagged,
      isKnown,
      sessions: rows.flatMap(({ live, path }) =>
        path === undefined || live.endAtMs <= clock.ms()
          ? []
          : [
              {
                liveId: live.id,
                title: held.find(({ liveId }) => liveId === live.id)?.title || live.liveName,
                beginAtMs: live.beginAtMs,
                endAtMs: live.endAtMs,
                url: origin + path,
              },
            ],
      ),
    }
  }

  /** What a sign-up sent along, for the events published to advertisers; undefined: no such person. */
  const trackingFacts = async (firmId: string, signupUserId: string): Promise<SignupTrackingFacts | undefined> => {
    const person = await store.person(firmId, signupUserId)
    if (!person) return undefined
    const { name, phone, email, signupId, createdAt } = person
    return { name, phone, email, given: KeptGiven.parse(person.given), formId: signupId, createdAt }
  }

  return { page, signUp, contrast, facts, trackingFacts, isKnownAddress: store.isKnownAddress }
}
export type PublicSignupService = ReturnType<typeof createPublicSignup>
