import { fail } from '@kaimai/contract/common/error.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { eraseFacts } from '../fact/erase-facts.service.ts'
import type { eraseLetters } from '../letter/erase-letters.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { eraseLiveCustomers } from '../live-customer/erase-live-customers.service.ts'
import type { eraseOrders } from '../order/erase-orders.service.ts'
import type { eraseRefunds } from '../refund/erase-refunds.service.ts'
import type { eraseFromRooms } from '../room/erase-from-rooms.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { eraseViewers } from '../viewer/erase-viewers.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { Person } from './signup-user-list.store.ts'
import { maySeePersonal } from './signup-user-reader.ts'
import type { SignupUserEraseStore } from './signup-user-erase.store.ts'
import type { SignupUserStore } from './signup-user.store.ts'

/** Takes out what shoppers have saved; theirs whose ids these are. */
export type EraseProfiles = (tx: Tx, firmId: string, ownerIds: readonly string[], at: Date) => Promise<void>

/** What other modules take out of their own tables. */
export interface Erasers {
  readonly eraseFacts: typeof eraseFacts
  readonly eraseLetters: typeof eraseLetters
  readonly eraseLiveCustomers: typeof eraseLiveCustomers
  readonly eraseOrders: typeof eraseOrders
  readonly eraseRefunds: typeof eraseRefunds
  readonly eraseFromRooms: typeof eraseFromRooms
  readonly eraseViewers: typeof eraseViewers
}

export interface EraseDeps extends Erasers {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs'>
  readonly store: SignupUserStore
  readonly erasing: SignupUserEraseStore
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly endLink: LiveUserService['endLink']
  readonly paidSignUps: Pick<PaidSignUps, 'ordersOfPeople'>
  readonly eraseProfiles: EraseProfiles
}

export const eraseOrdersTick = 'signup-user/erase-orders'
const everySeconds = 3600
const batch = 200

/** Says nothing of whom it stands for; the same each time. */
const pseudonymOf = (signupUserId: string): string => `觀眾 ${signupUserId.slice(-4)}`

/**
 * Erases a person of a form in one transaction: what remains stands under a pseudonym, and orders under way keep the
 * contacts that they need until they are over (docs/retention.md).
 */
export const createErase = (deps: EraseDeps) => {
  const { platform, store, erasing, liveReader, paidSignUps, eraseLetters, eraseOrders, eraseRefunds } = deps
  const { db, clock, audit, jobs } = platform

  /** Answers how many of the person's orders are under way. */
  const eraseOrdersOf = async (
    tx: Tx,
    { id, firmId, name: pseudonym }: Pick<Person, 'id' | 'firmId' | 'name'>,
  ): Promise<number> => {
    const liveUserIds = await erasing.viewersOf(firmId, id, tx)
    const orderIds = [...(await paidSignUps.ordersOfPeople(firmId, [id], tx)).keys()]
    const { erasedIds, underWay } = await eraseOrders(tx, firmId, { liveUserIds, orderIds, pseudonym }, clock.now())
    await eraseRefunds(tx, firmId, erasedIds)
    await erasing.erasePlaces(firmId, erasedIds, pseudonym, tx)
    await deps.eraseFacts(tx, firmId, { signupUserId: id, liveUserIds, orderIds })
    const keys = erasedIds.map((orderId) => `order:${orderId}:`)
    await eraseLetters(tx, firmId, { keys, address: undefined, pseudonym })
    await erasing.setOpen(firmId, id, underWay > 0, tx)
    return underWay
  }

  /** Seats of sessions to come are free for others; those of sessions past stay in the figures. */
  const freeSeats = async (tx: Tx, { id, firmId, signupId }: Person): Promise<void> => {
    const held = (await store.seats(firmId, [id], tx)).map(({ liveId }) => liveId)
    const coming = (await liveReader.findMany(firmId, held, tx)).filter(
      (live) => !['ended', 'cancelled'].includes(liveStatusAt(live, clock.ms())),
    )
    for (const liveId of coming.map((live) => live.id).toSorted()) {
      await store.removeSeats(firmId, liveId, [id], tx)
      await store.giveBackPlaces(firmId, signupId, liveId, 1, tx)
    }
  }

  const erasePerson = async (tx: Tx, person: Person): Promise<number> => {
    const { id, firmId, signupId, name, phone, email } = person
    const pseudonym = pseudonymOf(id)
    const liveIds = await erasing.livesOfForm(firmId, signupId, tx)
    for (const { liveId } of await store.seats(firmId, [id], tx)) await deps.endLink(tx, firmId, liveId, id)
    const viewers = await deps.eraseViewers(tx, firmId, { signupUserId: id, phone, email, pseudonym, liveIds })
    await deps.eraseFromRooms(tx, firmId, { viewers, name, phone, email, pseudonym })
    const viewerIds = viewers.map((viewer) => viewer.id)
    await deps.eraseFacts(tx, firmId, { signupUserId: id, liveUserIds: viewerIds, orderIds: [] })
    await deps.eraseProfiles(tx, firmId, [id, ...viewerIds], clock.now())
    const codes = await erasing.eraseCodes(firmId, signupId, person, tx)
    const isShared = email === '' || (await erasing.isUsedElsewhere(firmId, id, email, tx))
    await eraseLetters(tx, firmId, {
      keys: [
        `signup:${id}:`,
        `keep-place:${id}:`,
        `moved:${id}:`,
        `session:${id}:`,
        ...codes.map((codeId) => `signup-code:${codeId}`),
      ],
      address: isShared ? undefined : email,
      pseudonym,
    })
    const invited = await deps.eraseLiveCustomers(tx, firmId, { phone, email: isShared ? '' : email })
    await freeSeats(tx, person)
    await erasing.eraseImportRows(firmId, person, tx)
    await erasing.erasePerson(firmId, id, pseudonym, clock.now(), tx)
    await audit.pseudonymise(tx, firmId, [id, ...viewerIds, ...invited], pseudonym)
    return eraseOrdersOf(tx, { id, firmId, name: pseudonym })
  }

  const erase = async (caller: FirmCaller, ip: string, id: string): Promise<{ ordersUnderWay: number }> => {
    if (!maySeePersonal(caller)) throw fail('forbidden')
    const firmId = caller.id
    return db.transaction(async (tx) => {
      const found = await store.find(firmId, id, tx)
      if (!found) throw fail('noData')
      // As a sign-up does: the form first, then its sessions.
      await store.lockForm(firmId, found.signupId, tx)
      const person = (await store.find(firmId, id, tx)) ?? found
      if (person.erasedAt !== null) return { ordersUnderWay: await eraseOrdersOf(tx, person) }
      const ordersUnderWay = await erasePerson(tx, person)
      const name = pseudonymOf(id)
      const event = { id: newId(), firmId, signupUserId: id, at: clock.now(), actor: caller.userName, detail: '' }
      await store.addEvents([{ ...event, kind: 'erased' }], tx)
      await audit.record(tx, actorOf(caller, ip), 'signupUser.erase', { id, name }, { ordersUnderWay })
      return { ordersUnderWay }
    })
  }

  /** Orders that have come to their end since give up what they kept. */
  jobs.every(eraseOrdersTick, everySeconds, async () => {
    for (const person of await erasing.open(batch)) await db.transaction((tx) => eraseOrdersOf(tx, person))
  })

  return erase
}
