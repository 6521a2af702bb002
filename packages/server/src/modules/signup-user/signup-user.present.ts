import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type {
  SignupAnswer,
  SignupUserEvent,
  SignupUserRow,
  SignupUserSeat,
} from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { redactEmail, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import type { z } from 'zod'
import type { LetterOfPerson } from '../letter/letter.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { ViewerOrder } from '../viewer/viewer-list.service.ts'
import type { Person } from './signup-user-list.store.ts'
import type { Seat } from './signup-user.store.ts'
import type { PersonEventRow } from '../signup/signup-user.tables.ts'

type Event = z.input<typeof SignupUserEvent>

type ShownLive = Pick<z.input<typeof SignupUserSeat>, 'title' | 'beginAt' | 'endAt' | 'status'>

/** What seats in a live show of it. */
export const presentLive = (live: LiveRecord, nowMs: number): ShownLive => ({
  title: live.liveName,
  beginAt: new Date(live.beginAtMs).toISOString(),
  endAt: new Date(live.endAtMs).toISOString(),
  status: liveStatusAt(live, nowMs),
})

export const presentSeat = (
  { liveId, cameAt }: Seat,
  of: { live: ShownLive; title: string | undefined; watchedSeconds: number },
): z.input<typeof SignupUserSeat> => ({
  liveId,
  title: of.title || of.live.title,
  beginAt: of.live.beginAt,
  endAt: of.live.endAt,
  status: of.live.status,
  cameAt: cameAt?.toISOString() ?? null,
  watchedSeconds: of.watchedSeconds,
})

const presentAnswers = (answers: Person['answers']): z.input<typeof SignupAnswer>[] =>
  Object.entries(answers).map(([questionId, { label, kind, value }]) => ({
    questionId,
    label,
    kind,
    value: typeof value === 'string' ? value : value.join('、'),
  }))

export const presentPerson = (
  person: Person,
  of: { seats: z.input<typeof SignupUserSeat>[]; signupName: string; personal: boolean },
): z.input<typeof SignupUserRow> => ({
  id: person.id,
  name: person.name,
  phone: of.personal ? person.phone : redactPhone(person.phone),
  email: of.personal ? person.email : redactEmail(person.email),
  county: person.county,
  signupId: person.signupId,
  signupName: of.signupName,
  seats: of.seats,
  cameAt: person.cameAt?.toISOString() ?? null,
  orderedAt: person.orderedAt?.toISOString() ?? null,
  // What somebody wrote of themselves is personal too.
  answers: of.personal ? presentAnswers(person.answers) : [],
  memo: person.memo,
  flagged: person.flagged,
  isCancelNotice: person.isCancelNotice,
  source: person.source,
  consentSource: person.consentSource,
  erasedAt: person.erasedAt?.toISOString() ?? null,
  createdAt: person.createdAt.toISOString(),
})

interface Shown {
  readonly person: Person
  readonly seats: readonly Seat[]
  readonly events: readonly PersonEventRow[]
  readonly letters: readonly LetterOfPerson[]
  readonly orders: readonly ViewerOrder[]
  readonly seen: readonly { liveId: string; joinedAt: Date | null }[]
  readonly titleOf: (liveId: string) => string
}

/** Everything that happened to a person, from its own tables and others', the oldest first. */
export const timelineOf = ({ person, seats, events, letters, orders, seen, titleOf }: Shown): Event[] => {
  const eventOf = (kind: Event['kind'], at: Date, detail: string, actor = ''): Event => ({
    kind,
    at: at.toISOString(),
    actor,
    detail,
  })
  const begun = person.createdAt.getTime()
  const early = seats.filter(({ createdAt }) => createdAt.getTime() === begun)
  const moved = new Set(events.filter(({ kind }) => kind === 'moved').map(({ at }) => at.getTime()))
  const later = seats.filter(({ createdAt }) => createdAt.getTime() !== begun && !moved.has(createdAt.getTime()))
  const first =
    person.source === 'form'
      ? [eventOf('signedUp', person.createdAt, early.map(({ liveId }) => titleOf(liveId)).join('、'))]
      : []
  return [
    ...first,
    ...events.map(({ kind, at, detail, actor }) => eventOf(kind, at, detail, actor)),
    ...later
      .filter(
        ({ createdAt }) =>
          !events.some(
            ({ kind, at }) => (kind === 'imported' || kind === 'added') && at.getTime() === createdAt.getTime(),
          ),
      )
      .map(({ liveId, createdAt }) => eventOf('seatAdded', createdAt, titleOf(liveId))),
    ...letters.map(({ subject, createdAt, sentAt }) => eventOf('letter', sentAt ?? createdAt, subject)),
    ...seen.flatMap(({ liveId, joinedAt }) => (joinedAt === null ? [] : [eventOf('came', joinedAt, titleOf(liveId))])),
    ...orders.map(({ orderNo, createdAt }) => eventOf('ordered', createdAt, orderNo)),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
}
