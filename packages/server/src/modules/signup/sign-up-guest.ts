import { fail } from '@kaimai/contract/common/error.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { FormSessions, Wanted } from './form-sessions.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupFormRow, SignupUserRow } from './signup.tables.ts'

/** Lets somebody in who gave the phone or e-mail of another person: no seat of that person, and nothing of theirs. */
export type GuestSeat = (
  tx: Tx,
  firmId: string,
  liveId: string,
  guest: {
    readonly signupId: string
    readonly device: string
    readonly name: string
    readonly phone: string
    readonly email: string
  },
) => Promise<{ viewerKey: string; isNew: boolean }>

interface Answered {
  readonly result: 'signedUp' | 'updated' | 'alreadySelected'
  readonly links: { liveId: string; key: string; path: string }[]
  readonly eventId: string
}

interface GuestDeps {
  readonly store: Pick<SignupStore, 'hasPlace'>
  readonly sessions: Pick<FormSessions, 'liveOf'>
  readonly seats: {
    readonly isBlocked: (
      tx: Tx,
      firmId: string,
      liveId: string,
      person: { readonly phone: string; readonly email: string; readonly deviceHash: string },
    ) => Promise<boolean>
    readonly guestSeat: GuestSeat
  }
}

/**
 * Guests: who signs up, from a browser of their own, by a phone or an e-mail that the form has already. They are
 * answered as a new person is, so that nobody learns who is registered (docs/decisions/015).
 */
export const createSignUpGuests = ({ store, sessions, seats }: GuestDeps) => ({
  /** Throws `soldOut` as for a new person; a guest takes no place. */
  letIn: async (
    tx: Tx,
    form: SignupFormRow,
    guest: Pick<SignupUserRow, 'name' | 'phone' | 'email' | 'deviceHash'>,
    wanted: readonly Wanted[],
  ): Promise<Answered> => {
    const { name, phone, email, deviceHash: device } = guest
    const links: Answered['links'] = []
    let added = 0
    for (const each of wanted) {
      const live = await sessions.liveOf(tx, form, each)
      // Not revealed, as to anybody who is blocked.
      if (await seats.isBlocked(tx, form.firmId, live.id, guest)) continue
      const seated = { signupId: form.id, device, name, phone, email }
      const { viewerKey, isNew } = await seats.guestSeat(tx, form.firmId, live.id, seated)
      if (isNew && !(await store.hasPlace(form.firmId, form.id, live.id, tx)))
        throw fail('soldOut', { reason: signupErrors.sessionFull })
      if (isNew) added += 1
      links.push({ liveId: live.id, key: each.key, path: `/stream/${live.streamId}/${viewerKey}` })
    }
    if (links.length === added) return { result: 'signedUp', links, eventId: newId() }
    return added > 0
      ? { result: 'updated', links, eventId: newId() }
      : { result: 'alreadySelected', links, eventId: '' }
  },
})
