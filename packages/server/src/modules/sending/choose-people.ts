import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { sendingErrors } from '@kaimai/contract/sending/sending.errors.ts'
import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import { type Dropped, noneDropped, readPastedList, sendingLimits } from '@kaimai/contract/sending/sending.rules.ts'
import type { BatchPerson } from '../letter/letter-batch.service.ts'
import type { AudiencePerson } from '../signup-user/letter-audience.service.ts'
import { createSessionPeople, type SessionPeopleDeps } from './session-people.ts'

type Among = (firmId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>

export interface ChoosePeopleDeps extends Omit<SessionPeopleDeps, 'seatsOf'> {
  readonly audience: {
    readonly ofForm: (firmId: string, signupId: string) => Promise<AudiencePerson[]>
    readonly ofSession: SessionPeopleDeps['seatsOf']
  }
  readonly blocked: Among
  readonly optedOut: Among
  readonly bounced: Among
}

interface Chosen {
  readonly people: readonly BatchPerson[]
  readonly dropped: Dropped
}

/** People who signed up: each mail box once, in the order of their sign-ups. */
const readPeople = (signedUp: readonly AudiencePerson[]): Chosen => {
  const dropped = noneDropped()
  const people = new Map<string, BatchPerson>()
  for (const { email: typed, name, language, isCancelNotice } of signedUp) {
    const read = readMailAddress(typed)
    if (typed === '') dropped.noAddress += 1
    else if ('problem' in read) dropped.invalid += 1
    else if (people.has(read.address)) dropped.duplicate += 1
    else if (isCancelNotice) dropped.optedOut += 1
    else people.set(read.address, { email: read.address, name, language })
  }
  return { people: [...people.values()], dropped }
}

/** Who of an audience gets a marketing letter, and how many don't and why. One look for each reason, however many they are. */
export const createChoosePeople = ({ audience, blocked, optedOut, bounced, ...deps }: ChoosePeopleDeps) => {
  const ofSession = createSessionPeople({ ...deps, seatsOf: audience.ofSession })
  const read = async (firmId: string, wanted: SendingAudience): Promise<Chosen> => {
    if (wanted.kind === 'form') return readPeople(await audience.ofForm(firmId, wanted.signupId))
    if (wanted.kind === 'session') return readPeople(await ofSession(firmId, wanted))
    const { lines, people, dropped } = readPastedList(wanted.text)
    if (lines > sendingLimits.lines) {
      const tooMany = withValues(sendingErrors.sendingTooManyLines, { max: sendingLimits.lines })
      throw fail('invalid', { fields: { 'audience.text': tooMany } })
    }
    return { people: people.map((person) => ({ language: 'zh-TW' as const, ...person })), dropped }
  }

  return async (firmId: string, wanted: SendingAudience): Promise<Chosen> => {
    const { people, dropped: before } = await read(firmId, wanted)
    const emails = people.map(({ email }) => email)
    const [refused, left, cameBack] = await Promise.all([
      blocked(firmId, emails),
      optedOut(firmId, emails),
      bounced(firmId, emails),
    ])
    const dropped = { ...before }
    const kept = people.filter(({ email }) => {
      const reason = refused.has(email)
        ? 'blocked'
        : left.has(email)
          ? 'optedOut'
          : cameBack.has(email)
            ? 'bounced'
            : undefined
      if (reason !== undefined) dropped[reason] += 1
      return reason === undefined
    })
    // As letters show it: a name that holds a link is none.
    return { people: kept.map((person) => ({ ...person, name: plainNameOr(person.name, '') })), dropped }
  }
}
