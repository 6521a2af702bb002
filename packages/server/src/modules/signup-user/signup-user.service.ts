import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import { type SignupUserEventKind, signupUserFields } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import type { SignupUserChange, SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { SeatMaker } from '../signup/public-signup.service.ts'
import type { Person } from './signup-user-list.store.ts'
import { maySeePersonal, type SignupUserReader } from './signup-user-reader.ts'
import type { PersonChange, SignupUserStore } from './signup-user.store.ts'
import { signupMade } from '../signup/signup.events.ts'

export interface SignupUserDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'audit'>
  readonly store: SignupUserStore
  readonly reader: SignupUserReader
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly seats: SeatMaker
}

/** One or many people as an audit row names them. */
const targetOf = (people: readonly Person[]) => {
  const [only] = people
  return only && people.length === 1 ? { id: only.id, name: only.name } : 'signupUser'
}

/** What staff does with people who signed up; moving and importing have files of their own. */
export const createSignupUserService = (deps: SignupUserDeps) => {
  const { platform, store, reader, liveReader, seats } = deps
  const { db, clock, events, audit } = platform

  const noted = (
    caller: FirmCaller,
    people: readonly Pick<Person, 'id'>[],
    kind: SignupUserEventKind,
    detail: string,
    tx: Tx,
  ): Promise<void> =>
    store.addEvents(
      people.map(({ id }) => ({
        id: newId(),
        firmId: caller.id,
        signupUserId: id,
        kind,
        at: clock.now(),
        actor: caller.userName,
        detail,
      })),
      tx,
    )

  const all = async (firmId: string, ids: readonly string[], tx?: Tx): Promise<Person[]> => {
    const wanted = [...new Set(ids)]
    const people = await store.findMany(firmId, wanted, tx)
    if (people.length !== wanted.length) throw fail('noData')
    return people
  }

  /** Refuses a phone or an e-mail that another person of the form has. */
  const checkContacts = async (person: Person, change: PersonChange, tx: Tx): Promise<void> => {
    const others = (
      await store.byContacts(
        person.firmId,
        person.signupId,
        {
          phones: change.phone === undefined ? [] : [change.phone],
          emails: change.email === undefined ? [] : [change.email],
        },
        tx,
      )
    ).filter(({ id }) => id !== person.id)
    const taken = (of: (other: Person) => boolean) => {
      const other = others.find(of)
      return other && withValues(signupUserErrors.contactTaken, { name: other.name })
    }
    const phone = change.phone === undefined ? undefined : taken((other) => other.phone === change.phone)
    const email = change.email === undefined ? undefined : taken((other) => other.email === change.email)
    if (phone || email) throw fail('invalid', { fields: { ...(phone && { phone }), ...(email && { email }) } })
  }

  const change = async (
    caller: FirmCaller,
    ip: string,
    body: z.output<typeof SignupUserChange>,
  ): Promise<z.input<typeof SignupUserRow>> => {
    const firmId = caller.id
    const editsContacts = body.phone !== undefined || body.email !== undefined
    if (editsContacts && !maySeePersonal(caller)) throw fail('forbidden')
    const phone = body.phone === undefined ? undefined : readPhone(body.phone, body.phoneCountry, 'phone')
    const id = body.signupUserId
    await db.transaction(async (tx) => {
      const found = await store.find(firmId, id, tx)
      if (!found) throw fail('noData')
      if (editsContacts) await store.lockForm(firmId, found.signupId, tx)
      const person = (await store.find(firmId, id, tx)) ?? found
      if (person.erasedAt !== null) throw fail('conflict', { reason: signupUserErrors.isErased })
      const { name, email, county, memo, flagged } = body
      const change: PersonChange = {
        ...(name !== undefined && name !== person.name && { name }),
        ...(phone !== undefined && phone !== person.phone && { phone }),
        ...(email !== undefined && email !== person.email && { email }),
        ...(county !== undefined && county !== person.county && { county }),
        ...(memo !== undefined && memo !== person.memo && { memo }),
        ...(flagged !== undefined && flagged !== person.flagged && { flagged }),
      }
      if (Object.keys(change).length === 0) return
      await checkContacts(person, change, tx)
      await store.change(firmId, id, change, tx)
      const edited = signupUserFields.filter((field) => field in change)
      if (edited.length > 0) {
        await noted(caller, [person], 'edited', edited.join(' '), tx)
        const now = { ...person, ...change }
        // Their seats carry name and contacts into the room and into its orders.
        for (const { liveId } of await store.seats(firmId, [id], tx))
          await seats.seat(tx, firmId, liveId, { signupUserId: id, name: now.name, phone: now.phone, email: now.email })
      }
      if (change.flagged === false) await noted(caller, [person], 'flagCleared', '', tx)
      const onlyMemo = Object.keys(change).every((field) => field === 'memo')
      await audit.record(
        tx,
        actorOf(caller, ip),
        onlyMemo ? 'signupUser.memo' : 'signupUser.change',
        { id, name: person.name },
        changesOf({ ...person }, change),
      )
    })
    const [row] = await reader.rowsOf(firmId, await store.findMany(firmId, [id]), maySeePersonal(caller))
    if (!row) throw fail('noData')
    return row
  }

  const cancelNotice = (
    caller: FirmCaller,
    ip: string,
    ids: readonly string[],
    isCancelNotice: boolean,
  ): Promise<{ changed: number }> =>
    db.transaction(async (tx) => {
      // An erased person has no address to write to.
      const people = (await all(caller.id, ids, tx)).filter(({ erasedAt }) => erasedAt === null)
      if (people.length === 0) return { changed: 0 }
      const changed = await store.setCancelNotice(
        caller.id,
        people.map(({ id }) => id),
        isCancelNotice,
        tx,
      )
      if (changed.length === 0) return { changed: 0 }
      const those = people.filter(({ id }) => changed.includes(id))
      await noted(caller, those, isCancelNotice ? 'noticesStopped' : 'noticesResumed', '', tx)
      await audit.record(tx, actorOf(caller, ip), 'signupUser.notices', targetOf(those), {
        isCancelNotice,
        people: changed.length,
      })
      return { changed: changed.length }
    })

  /** Sends the links of sessions to come once more; for one person alone the error says why not. */
  const resend = async (caller: FirmCaller, ip: string, ids: readonly string[]): Promise<{ sent: number }> => {
    const firmId = caller.id
    const people = await all(firmId, ids)
    const wanting = people.filter(({ isCancelNotice }) => !isCancelNotice)
    if (wanting.length === 0) throw fail('conflict', { reason: signupUserErrors.noticesStopped })
    const held = await store.seats(
      firmId,
      wanting.map(({ id }) => id),
    )
    const now = clock.ms()
    const coming = new Set(
      (await liveReader.findMany(firmId, [...new Set(held.map(({ liveId }) => liveId))]))
        .filter((live) => !['ended', 'cancelled', 'draft'].includes(liveStatusAt(live, now)))
        .map(({ id }) => id),
    )
    const liveIdsOf = (id: string) =>
      held.filter(({ signupUserId, liveId }) => signupUserId === id && coming.has(liveId)).map(({ liveId }) => liveId)
    const served = wanting.filter(({ id }) => liveIdsOf(id).length > 0)
    if (served.length === 0) throw fail('gone', { reason: signupUserErrors.nothingToCome })
    await db.transaction(async (tx) => {
      for (const { id } of served)
        await events.emit(tx, signupMade, {
          firmId,
          signupUserId: id,
          liveIds: liveIdsOf(id),
          again: false,
          sending: newId(),
        })
      await noted(caller, served, 'linkSent', '', tx)
      await audit.record(tx, actorOf(caller, ip), 'signupUser.resend', targetOf(served), { people: served.length })
    })
    return { sent: served.length }
  }

  /** Who has this address unsubscribes: letters of their sign-ups stop, and their timelines show it. Again is fine. */
  const stopNoticesAt = (firmId: string, email: string): Promise<void> =>
    db.transaction(async (tx) => {
      const stopped = await store.stopNoticesAt(firmId, email, tx)
      const at = clock.now()
      await store.addEvents(
        stopped.map((signupUserId) => ({
          id: newId(),
          firmId,
          signupUserId,
          kind: 'noticesStopped' as const,
          at,
          actor: '',
          detail: '',
        })),
        tx,
      )
    })

  return { change, cancelNotice, resend, stopNoticesAt }
}
export type SignupUserService = ReturnType<typeof createSignupUserService>
