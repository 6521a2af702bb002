import { readAddress, type SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import {
  isInGroup,
  joinedFacts,
  noSessionFacts,
  type SessionFacts,
  type SessionGroup,
} from '@kaimai/contract/sending/session-audience.rules.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveBuyers } from '../order/live-buyers.service.ts'
import type { AudiencePerson, SessionPerson } from '../signup-user/letter-audience.service.ts'
import type { NamedSession } from './named-sessions.ts'
import type { LivePresence } from '../viewer/live-presence.service.ts'

export interface SessionPeopleDeps {
  readonly liveReader: Pick<LiveReader, 'find'>
  readonly viewerList: { readonly presences: (firmId: string, liveId: string) => Promise<LivePresence[]> }
  readonly orders: { readonly liveBuyers: LiveBuyers }
  readonly seatsOf: (firmId: string, liveId: string, signupUserIds: readonly string[]) => Promise<SessionPerson[]>
}

/** Somebody of an audience, with the session that a letter names to them. */
export interface ChosenPerson extends AudiencePerson {
  readonly session?: NamedSession | undefined
}

/** Of a session to somebody who has not signed up for it. */
export const noSignup: Omit<NamedSession, 'liveId'> = { signupUserId: null, timeZone: 'Asia/Taipei', title: '' }

interface Person extends ChosenPerson {
  readonly facts: SessionFacts
}

interface Wanted {
  readonly liveId: string
  readonly who: SessionGroup
  readonly minute?: number | undefined
}

/**
 * Of people with one mail box, or for text messages one number, each is what all of them are: who bought under another
 * name is not asked why not.
 */
const inGroup = (people: readonly Person[], { who, minute = 0 }: Wanted, channel: SendingChannel): ChosenPerson[] => {
  const known = new Map<string, SessionFacts>()
  const read = people.map((person) => ({
    person,
    to: readAddress(channel, channel === 'sms' ? person.phone : person.email),
  }))
  for (const { person, to } of read)
    if (to !== undefined) known.set(to, joinedFacts(known.get(to) ?? noSessionFacts, person.facts))
  return read.flatMap(({ person, to }) =>
    isInGroup(who, (to === undefined ? undefined : known.get(to)) ?? person.facts, minute) ? [person] : [],
  )
}

/**
 * People of a session by what they did. A viewer is the person who signed up, as the funnel counts them; who only ordered
 * is reached as the order says, and anybody else has no address: what a guest types may be another person's.
 */
export const createSessionPeople = ({ liveReader, viewerList, orders, seatsOf }: SessionPeopleDeps) => {
  const factsOf = async (firmId: string, liveId: string, beginAtMs: number) => {
    const [viewers, buyers, carts] = await Promise.all([
      viewerList.presences(firmId, liveId),
      orders.liveBuyers.ordersIn(firmId, liveId),
      orders.liveBuyers.cartsIn(firmId, liveId),
    ])
    const bought = new Map(buyers.map((buyer) => [buyer.liveUserId, buyer]))
    const filled = new Set(carts)
    return viewers.map((viewer) => {
      const { liveUserId, came, isHere, lastSeenAt, stayedMs } = viewer
      const buyer = bought.get(liveUserId)
      const facts: SessionFacts = {
        hasSeat: false,
        came,
        isHere,
        lastMs: lastSeenAt === null ? null : lastSeenAt.getTime() - beginAtMs,
        stayedMs,
        bought: buyer?.bought ?? false,
        hasCart: filled.has(liveUserId),
        hasPending: buyer?.hasPending ?? false,
        hasExpired: buyer?.hasExpired ?? false,
      }
      return { viewer, buyer, facts }
    })
  }

  return async (firmId: string, wanted: Wanted, channel: SendingChannel): Promise<ChosenPerson[]> => {
    const live = await liveReader.find(firmId, wanted.liveId)
    if (!live) return []
    const viewers = await factsOf(firmId, live.id, live.beginAtMs)
    const bySignup = Map.groupBy(viewers, ({ viewer }) => viewer.signupUserId)
    const ids = [...bySignup.keys()].flatMap((id) => id ?? [])
    const liveId = live.id
    const signedUp = (await seatsOf(firmId, liveId, ids)).map((each): Person => {
      const { id, hasSeat, came, timeZone, title, ...person } = each
      const seat = { ...noSessionFacts, hasSeat, came }
      const session = { liveId, signupUserId: id, timeZone, title }
      return { ...person, session, facts: (bySignup.get(id) ?? []).map(({ facts }) => facts).reduce(joinedFacts, seat) }
    })
    const others = (bySignup.get(null) ?? []).map(
      ({ viewer, buyer, facts }): Person => ({
        email: buyer?.email ?? '',
        phone: buyer?.phone ?? '',
        name: buyer?.name ?? viewer.name,
        language: buyer?.language ?? 'zh-TW',
        isCancelNotice: false,
        session: { liveId, ...noSignup },
        facts,
      }),
    )
    return inGroup([...signedUp, ...others], wanted, channel)
  }
}
