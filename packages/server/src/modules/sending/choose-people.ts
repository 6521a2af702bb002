import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import { sendingErrors } from '@kaimai/contract/sending/sending.errors.ts'
import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import {
  collectPeople,
  type Dropped,
  linesOfList,
  noneDropped,
  peopleOfLine,
  readAddress,
  type SendingChannel,
  sendingLimits,
} from '@kaimai/contract/sending/sending.rules.ts'
import { sessionNamed } from '@kaimai/contract/sending/session-audience.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { mapInTurns } from '../../platform/map-in-turns.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { AudiencePerson, FormPerson } from '../signup-user/letter-audience.service.ts'
import type { SendingPerson } from './named-sessions.ts'
import { type ChosenPerson, createSessionPeople, noSignup, type SessionPeopleDeps } from './session-people.ts'

type Among = (firmId: string, contacts: readonly string[]) => Promise<ReadonlySet<string>>

export interface ChoosePeopleDeps extends Omit<SessionPeopleDeps, 'seatsOf' | 'liveReader'> {
  readonly liveReader: Pick<LiveReader, 'find' | 'findMany'>
  readonly clock: Pick<Clock, 'ms'>
  readonly audience: {
    readonly ofForm: (firmId: string, signupId: string) => Promise<FormPerson[]>
    readonly ofSession: SessionPeopleDeps['seatsOf']
  }
  /** Who was invited to a session, beyond those who signed up. */
  readonly customersOf: (firmId: string, liveId: string) => Promise<AudiencePerson[]>
  /** Which of these e-mails and numbers. */
  readonly blocked: Among
  readonly optedOut: Among
  /** Of e-mails: numbers are never stopped for what came back. */
  readonly bounced: Among
}

interface Candidate {
  readonly person: SendingPerson
  /** All by which they may be blocked or have opted out. */
  readonly contacts: readonly string[]
}

interface Read {
  readonly candidates: readonly Candidate[]
  readonly dropped: Dropped
}

interface Chosen {
  readonly people: readonly SendingPerson[]
  readonly dropped: Dropped
}

/**
 * People who signed up or were invited: each mail box or number once, in the order in which they did. Who asked for no more
 * letters there with one sign-up is not written to for another.
 */
const readPeople = (signedUp: readonly ChosenPerson[], channel: SendingChannel): Read => {
  const dropped = noneDropped()
  const candidates = new Map<string, Candidate>()
  const typedBy = ({ email, phone }: AudiencePerson): string => (channel === 'sms' ? phone : email)
  const stopped = new Set(
    signedUp.flatMap((each) => (each.isCancelNotice ? [readAddress(channel, typedBy(each))] : [])),
  )
  const counted = new Set<string>()
  for (const each of signedUp) {
    const { email, phone, name, language, session } = each
    const to = readAddress(channel, typedBy(each))
    if (typedBy(each) === '') dropped.noAddress += 1
    else if (to === undefined) dropped.invalid += 1
    else if (candidates.has(to) || counted.has(to)) dropped.duplicate += 1
    else if (stopped.has(to)) {
      counted.add(to)
      dropped.optedOut += 1
    } else {
      const contacts = new Set([to, phone, readAddress('email', email) ?? ''])
      candidates.set(to, {
        person: { to, name, language, session },
        contacts: [...contacts].filter((contact) => contact !== ''),
      })
    }
  }
  return { candidates: [...candidates.values()], dropped }
}

/** Who of an audience gets marketing, and how many don't and why. One look for each reason, however many they are. */
export const createChoosePeople = ({ audience, blocked, optedOut, bounced, ...deps }: ChoosePeopleDeps) => {
  const { liveReader, clock } = deps
  const ofSession = createSessionPeople({ ...deps, seatsOf: audience.ofSession })

  /** Each with the session that a letter to the people of the form names. */
  const ofForm = async (firmId: string, signupId: string): Promise<ChosenPerson[]> => {
    const people = await audience.ofForm(firmId, signupId)
    const ids = new Set(people.flatMap(({ seats }) => seats.map(({ liveId }) => liveId)))
    const lives = (await liveReader.findMany(firmId, [...ids])).filter(({ publishedAtMs }) => publishedAtMs !== null)
    const byId = new Map(lives.map((live) => [live.id, live]))
    return people.map(({ id: signupUserId, seats, timeZone, ...person }) => {
      const live = sessionNamed(
        seats.flatMap(({ liveId }) => byId.get(liveId) ?? []),
        clock.ms(),
      )
      const title = seats.find(({ liveId }) => liveId === live?.id)?.title ?? ''
      return { ...person, session: live && { liveId: live.id, signupUserId, timeZone, title } }
    })
  }
  const ofCustomers = async (firmId: string, liveId: string): Promise<ChosenPerson[]> =>
    (await deps.customersOf(firmId, liveId)).map((person) => ({ ...person, session: { liveId, ...noSignup } }))

  const read = async (firmId: string, wanted: SendingAudience, channel: SendingChannel): Promise<Read> => {
    if (wanted.kind === 'form') return readPeople(await ofForm(firmId, wanted.signupId), channel)
    if (wanted.kind === 'customers') return readPeople(await ofCustomers(firmId, wanted.liveId), channel)
    if (wanted.kind === 'session') return readPeople(await ofSession(firmId, wanted, channel), channel)
    const found = await mapInTurns(linesOfList(wanted.text), (line) => peopleOfLine(line, channel))
    const { lines, people, dropped } = collectPeople(found)
    if (lines > sendingLimits.lines) {
      const tooMany = withValues(sendingErrors.sendingTooManyLines, { max: sendingLimits.lines })
      throw fail('invalid', { fields: { 'audience.text': tooMany } })
    }
    const candidates = people.map((person) => ({
      person: { language: 'zh-TW' as const, ...person },
      contacts: [person.to],
    }))
    return { candidates, dropped }
  }

  return async (firmId: string, wanted: SendingAudience, channel: SendingChannel): Promise<Chosen> => {
    const { candidates, dropped: before } = await read(firmId, wanted, channel)
    const contacts = [...new Set(candidates.flatMap((candidate) => candidate.contacts))]
    const [refused, left, cameBack] = await Promise.all([
      blocked(firmId, contacts),
      optedOut(firmId, contacts),
      channel === 'sms' ? new Set<string>() : bounced(firmId, contacts),
    ])
    const dropped = { ...before }
    const reasonFor = ({ person: { to }, contacts: own }: Candidate) => {
      if (own.some((contact) => refused.has(contact))) return 'blocked'
      // Who asked for no marketing by e-mail gets no text messages either; a number speaks for itself alone.
      if ((channel === 'sms' ? own : [to]).some((contact) => left.has(contact))) return 'optedOut'
      return cameBack.has(to) ? 'bounced' : undefined
    }
    const people = candidates.flatMap((candidate) => {
      const reason = reasonFor(candidate)
      if (reason !== undefined) {
        dropped[reason] += 1
        return []
      }
      // As letters show it: a name that holds a link is none.
      return [{ ...candidate.person, name: plainNameOr(candidate.person.name, '') }]
    })
    return { people, dropped }
  }
}
