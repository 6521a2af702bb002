import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type {
  SignupLive,
  SignupUser,
  SignupUserCounts,
  SignupUserFilter,
  SignupUserRow,
} from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { LetterOfPerson } from '../letter/letter.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { SeatPerson } from '../viewer/viewer.service.ts'
import type { ViewerListService, ViewerOrder } from '../viewer/viewer-list.service.ts'
import { presentLive, presentPerson, presentSeat, timelineOf } from './signup-user.present.ts'
import type { SignupUserStore } from './signup-user.store.ts'
import { type Person, type PersonFilter, personSorts, type SignupUserListStore } from './signup-user-list.store.ts'

export interface SignupUserReaderDeps {
  readonly clock: Clock
  readonly store: SignupUserStore
  readonly lists: SignupUserListStore
  readonly liveReader: Pick<LiveReader, 'findMany'>
  /** Ids of lives still open for sign-up. */
  readonly upcoming: (firmId: string) => Promise<readonly string[]>
  readonly viewers: Pick<ViewerListService, 'ofSignups'>
  /** Orders of a person: by what viewers they were, and those of paid forms. */
  readonly ordersOf: (
    firmId: string,
    signupUserId: string,
    liveUserIds: readonly string[],
  ) => Promise<readonly ViewerOrder[]>
  readonly lettersOf: (
    firmId: string,
    person: { readonly address: string; readonly keys: readonly string[] },
  ) => Promise<readonly LetterOfPerson[]>
  /** Path of the personal link of a seat. */
  readonly viewerPath: (firmId: string, liveId: string, person: SeatPerson) => Promise<string | undefined>
}

type Row = z.input<typeof SignupUserRow>
type Filter = SignupUserFilter

const livesShown = 200

export const maySeePersonal = (caller: FirmCaller): boolean => caller.can('form', 'personal')

export const filterOf = (caller: FirmCaller, filter: Filter): PersonFilter => ({
  ...filter,
  inContacts: maySeePersonal(caller),
})

/** People who signed up, as staff reads them. */
export const createSignupUserReader = (deps: SignupUserReaderDeps) => {
  const { clock, store, lists, liveReader, viewers } = deps

  const contactsOf = ({ phone, email, erasedAt }: Person) =>
    erasedAt === null ? { phones: [phone], emails: [email] } : { phones: [], emails: [] }

  /** Rows with their seats, what they watched, and the names of their forms. */
  const rowsOf = async (firmId: string, people: readonly Person[], personal: boolean): Promise<Row[]> => {
    const ids = people.map(({ id }) => id)
    const signupIds = [...new Set(people.map(({ signupId }) => signupId))]
    const [seats, sessions, forms] = await Promise.all([
      store.seats(firmId, ids),
      store.sessions(firmId, signupIds),
      store.formNames(firmId, signupIds),
    ])
    const lives = new Map(
      (await liveReader.findMany(firmId, [...new Set(seats.map(({ liveId }) => liveId))])).map((live) => [
        live.id,
        live,
      ]),
    )
    const watched = await viewers.ofSignups(firmId, ids, lives)
    // Each is found by its form or its person: of a page of hundreds, whoever went through all of them for each would do it
    // for a file of thousands.
    const titlesOf = new Map(
      [...Map.groupBy(sessions, ({ signupId }) => signupId)].map(
        ([signupId, own]) => [signupId, new Map(own.map(({ liveId, title }) => [liveId, title]))] as const,
      ),
    )
    const watchedOf = Map.groupBy(watched, ({ signupUserId }) => signupUserId)
    const shown = new Map([...lives].map(([id, live]) => [id, presentLive(live, clock.ms())]))
    const seatsOf = Map.groupBy(seats, ({ signupUserId }) => signupUserId)
    return people.map((person) => {
      const titles = titlesOf.get(person.signupId)
      const seen = watchedOf.get(person.id)
      const own = (seatsOf.get(person.id) ?? []).flatMap((seat) => {
        const live = shown.get(seat.liveId)
        if (!live) return []
        // Of two viewers of one sign-up the first counts.
        const watchedSeconds = seen?.find(({ liveId }) => liveId === seat.liveId)?.watchedSeconds ?? 0
        return [presentSeat(seat, { live, title: titles?.get(seat.liveId), watchedSeconds })]
      })
      const newest = own.length > 1 ? own.toSorted((one, other) => other.beginAt.localeCompare(one.beginAt)) : own
      return presentPerson(person, { seats: newest, signupName: forms.get(person.signupId) ?? '', personal })
    })
  }

  const list = async (caller: FirmCaller, query: ListQuery & Filter): Promise<Page<Row>> => {
    const sorting = sortOf(query.sort, personSorts) ?? newestFirst
    const offset = offsetOf(query.cursor)
    const filter = filterOf(caller, query)
    const { people, total } = await lists.list(caller.id, filter, { ...sorting, limit: query.limit, offset })
    return pageAt(await rowsOf(caller.id, people, maySeePersonal(caller)), total, offset)
  }

  const linksOf = async (person: Person, lives: readonly LiveRecord[]) => {
    const { id: signupUserId, firmId, name, phone, email } = person
    const open = lives.filter((live) => !['ended', 'cancelled', 'draft'].includes(liveStatusAt(live, clock.ms())))
    const links = await Promise.all(
      open.map(async (live) => ({
        liveId: live.id,
        path: await deps.viewerPath(firmId, live.id, { signupUserId, name, phone, email }),
      })),
    )
    return links.flatMap(({ liveId, path }) => (path === undefined ? [] : [{ liveId, path }]))
  }

  const show = async (caller: FirmCaller, id: string): Promise<z.input<typeof SignupUser>> => {
    const firmId = caller.id
    const person = await store.find(firmId, id)
    if (!person) throw fail('notFound')
    const personal = maySeePersonal(caller)
    const [row] = await rowsOf(firmId, [person], personal)
    if (!row) throw fail('notFound')
    const liveIds = row.seats.map(({ liveId }) => liveId)
    const [lives, seats, events, sharing, seen, letters] = await Promise.all([
      liveReader.findMany(firmId, liveIds),
      store.seats(firmId, [id]),
      store.events(firmId, id),
      store.byContacts(firmId, person.signupId, contactsOf(person)),
      viewers.ofSignups(firmId, [id], new Map()),
      deps.lettersOf(firmId, {
        // An erased person has no address: theirs are found by their keys.
        address: person.email || id,
        keys: liveIds.map((liveId) => `signup:${id}:${liveId}`),
      }),
    ])
    const [orders, links] = await Promise.all([
      deps.ordersOf(
        firmId,
        id,
        seen.map(({ liveUserId }) => liveUserId),
      ),
      personal ? linksOf(person, lives) : [],
    ])
    const titleOf = (liveId: string) =>
      row.seats.find((seat) => seat.liveId === liveId)?.title ??
      lives.find((live) => live.id === liveId)?.liveName ??
      ''
    return {
      ...row,
      timeZone: person.timeZone,
      personal,
      links,
      sharing: sharing
        .filter((other) => other.id !== id)
        .map((other) => ({ id: other.id, name: other.name, by: other.phone === person.phone ? 'phone' : 'email' })),
      orders: orders.map(({ id: orderId, orderNo, total, currency, paymentState, createdAt }) => ({
        id: orderId,
        orderNo,
        total,
        currency,
        paymentState,
        createdAt: createdAt.toISOString(),
      })),
      letters: letters.map(({ createdAt, sentAt, ...letter }) => ({
        ...letter,
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
      events: timelineOf({ person, seats, events, letters, orders, seen, titleOf }),
    }
  }

  const lives = async (
    firmId: string,
    signupId: string | undefined,
  ): Promise<{ lives: z.input<typeof SignupLive>[] }> => {
    const [sessions, upcoming] = await Promise.all([
      store.sessions(firmId, signupId === undefined ? undefined : [signupId]),
      deps.upcoming(firmId),
    ])
    const ids = [...new Set([...sessions.map(({ liveId }) => liveId), ...upcoming])]
    const found = await liveReader.findMany(firmId, ids)
    return {
      lives: found
        .toSorted((a, b) => b.beginAtMs - a.beginAtMs)
        .slice(0, livesShown)
        .map((live) => {
          const own = sessions.filter(({ liveId }) => liveId === live.id)
          const session = signupId === undefined ? undefined : own[0]
          return {
            liveId: live.id,
            liveName: live.liveName,
            title: own[0]?.title || live.liveName,
            beginAt: new Date(live.beginAtMs).toISOString(),
            endAt: new Date(live.endAtMs).toISOString(),
            status: liveStatusAt(live, clock.ms()),
            chosen: session !== undefined,
            capacity: session?.capacity ?? null,
            taken: own.reduce((sum, { taken }) => sum + taken, 0),
          }
        }),
    }
  }

  return {
    list,
    show,
    lives,
    rowsOf,
    counts: (caller: FirmCaller, filter: Filter): Promise<SignupUserCounts> =>
      lists.counts(caller.id, filterOf(caller, filter)),
  }
}
export type SignupUserReader = ReturnType<typeof createSignupUserReader>
