import { fail } from '@kaimai/contract/common/error.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { OwnSignupStore } from './own-signup.store.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { PublicSignupService, SeatMaker } from './public-signup.service.ts'
import { signupMade } from './signup.events.ts'
import type { SignupStore } from './signup.store.ts'

export interface OwnContactDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'limits'>
  readonly store: OwnSignupStore
  readonly forms: Pick<SignupStore, 'lock' | 'personByDevice' | 'seats'>
  readonly seats: Pick<SeatMaker, 'seat'>
  readonly liveUsers: Pick<LiveUserService, 'endLink'>
  readonly published: PublicSignupService['published']
}

const dayMs = 24 * 3_600_000
const ofBrowser = { limit: 5, windowMs: dayMs } as const
/** Letters to one address by corrections: anybody can correct an own sign-up to anybody's address. */
const ofAddress = { limit: 5, windowMs: dayMs } as const

/**
 * Somebody who mistyped the phone or e-mail of a sign-up puts it right in the browser that holds it; the links go to the
 * new e-mail. Another's contact is taken as a sign-up with it is, and flagged to staff: to refuse it would tell who is
 * registered (docs/decisions/015).
 */
export const createOwnContact = ({ platform, store, forms, seats, liveUsers, published }: OwnContactDeps) => {
  const { db, clock, events, limits } = platform

  const checkLimit = async (key: string, rule: { limit: number; windowMs: number }): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (taken.ok) return
    const { retryAfterMs } = taken
    throw fail('tooManyRequests', { reason: signupErrors.correctedTooOften, details: { retryAfterMs } })
  }

  return async (
    body: {
      readonly customUrl: string
      readonly phone: string
      readonly phoneCountry: string
      readonly email: string
    },
    deviceHash: string | undefined,
  ): Promise<void> => {
    const { id: signupId, firmId } = await published(body.customUrl)
    const phone = readPhone(body.phone, body.phoneCountry, 'phone')
    const { email } = body
    const held = deviceHash === undefined ? undefined : await forms.personByDevice(firmId, signupId, deviceHash)
    // A guest (015) holds no sign-up, and is answered as who holds one.
    await checkLimit(`corrections at ${signupId} ${deviceHash ?? ''}`, ofBrowser)
    await checkLimit(`corrections to ${firmId} ${email}`, ofAddress)
    if (!held || deviceHash === undefined || (held.phone === phone && held.email === email)) return
    await db.transaction(async (tx) => {
      await forms.lock(firmId, signupId, tx)
      const person = (await forms.personByDevice(firmId, signupId, deviceHash, tx)) ?? held
      const isNewPhone = person.phone !== phone
      const isNewEmail = person.email !== email
      const isShared = await store.isShared(person, { phone, email }, tx)
      await store.setContact(firmId, person.id, { phone, email, flagged: person.flagged || isShared }, tx)
      const detail = [...(isNewPhone ? ['phone'] : []), ...(isNewEmail ? ['email'] : [])].join(' ')
      const entry = { id: newId(), firmId, signupUserId: person.id, at: clock.now(), actor: '' }
      await store.addEvents([{ ...entry, kind: 'edited', detail }], tx)
      const liveIds = await forms.seats(firmId, person.id, tx)
      // Seats carry the contacts into the room and into its orders.
      const { id: signupUserId, name } = person
      for (const liveId of liveIds) await seats.seat(tx, firmId, liveId, { signupUserId, name, phone, email })
      if (!isNewEmail) return
      // The address before may be a stranger's: neither the links that went to it open anything any more, nor does the
      // code. This browser comes in by its cookie, and the letter to the new address has the new links.
      for (const liveId of liveIds) await liveUsers.endLink(tx, firmId, liveId, signupUserId)
      await store.closeElsewhere(firmId, person.id, deviceHash, tx)
      await events.emit(tx, signupMade, { firmId, signupUserId, liveIds, again: false, sending: newId() })
    })
  }
}
export type OwnContact = ReturnType<typeof createOwnContact>
