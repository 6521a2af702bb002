import { fail } from '@kaimai/contract/common/error.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import type { addedStates, SignupUserAddBody } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { readPhone } from '../../platform/read-phone.ts'
import { checkPeople, type Seating, type SeatingDeps } from './signup-user-seating.ts'

export interface AddDeps extends Pick<SeatingDeps, 'platform' | 'store'> {
  readonly seating: Seating
}

interface Added {
  readonly signupUserId: string
  readonly state: (typeof addedStates)[number]
}

/** Brings one person, whom a member enters, into a session of a form. Asked twice it answers the same. */
export const createSignupUserAdd = ({ platform, store, seating }: AddDeps) => {
  const { db, audit } = platform
  return async (caller: FirmCaller, ip: string, body: z.output<typeof SignupUserAddBody>): Promise<Added> => {
    const { signupId, liveId, name, email, memo, consentSource, sendLink } = body
    const phone = readPhone(body.phone, body.phoneCountry, 'phone')
    await seating.check(caller.id, body)
    return db.transaction(async (tx) => {
      if (!(await store.lockForm(caller.id, signupId, tx))) throw fail('noData')
      const rows = [{ line: 1, row: { name, phone, email, county: '', memo } }]
      const [verdict] = checkPeople(rows, await seating.standing(caller.id, body, rows, tx))
      if (verdict === undefined) throw new Error('a row has a verdict')
      if (verdict.state === 'bad') {
        const isContact = verdict.errors.some(({ column }) => column === 'phone')
        if (!isContact) throw fail('soldOut', { reason: signupUserErrors.noPlaceLeft })
        const taken = signupUserErrors.contactTwoPeople
        throw fail('invalid', { fields: { phone: taken, email: taken } })
      }
      const { known, state } = verdict
      if (state === 'same') return { signupUserId: known?.id ?? '', state: 'there' }
      const target = { signupId, liveId, consentSource, sendLinks: sendLink, source: 'staff' as const }
      const written = rows.map((row) => ({ ...row, state, known }))
      const [id = ''] = (await seating.seat(caller, target, written, tx)).ids
      await audit.record(
        tx,
        actorOf(caller, ip),
        'signupUser.create',
        { id, name },
        { liveId, consentSource, sendLink },
      )
      return { signupUserId: id, state: known ? 'seated' : 'added' }
    })
  }
}
