import { defaultLanguage } from '@kaimai/contract/common/language.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { newId } from '../../platform/ids.ts'
import type { CreditLink } from './credit-link.ts'
import type { SeatMaker } from './public-signup.service.ts'
import { signupMade } from './signup.events.ts'
import type { SignupOrderStore } from './signup-order.store.ts'
import type { SignupOrderRow } from './signup-order.tables.ts'
import type { SignupStore } from './signup.store.ts'
import type { SignupUserRow } from './signup.tables.ts'

export interface PaidSeatingDeps {
  readonly clock: Clock
  readonly events: Events
  readonly store: SignupStore
  readonly orders: SignupOrderStore
  readonly seats: SeatMaker
  readonly creditLink: CreditLink
}

/** Makes the seats of a paid sign-up. */
export const createPaidSeating = ({ clock, events, store, orders, seats, creditLink }: PaidSeatingDeps) => {
  /**
   * Somebody of the form already when it is the same browser: the order's page shows the personal link, which leads to
   * what its owner has saved, so who knows phone and e-mail of another must not come by it. Others are new, and flagged
   * when they share one of the two.
   */
  const personFor = async (tx: Tx, row: SignupOrderRow): Promise<SignupUserRow> => {
    const { firmId, signupId, phone, email } = row
    const person = { ...row.person, language: row.person.language ?? defaultLanguage }
    const people = await store.people(firmId, signupId, { phone, email }, tx)
    const held = await store.heldBy(firmId, people, person.deviceHash, tx)
    const here = people.filter(({ id }) => held.has(id))
    const known = here.find((each) => each.phone === phone && each.email === email) ?? here[0]
    if (known) {
      await store.updatePerson(firmId, known.id, person, tx)
      return known
    }
    const made: SignupUserRow = {
      ...person,
      id: newId(),
      firmId,
      signupId,
      phone,
      email,
      flagged: people.length > 0,
      isCancelNotice: false,
      createdAt: clock.now(),
    }
    await store.insertPerson(made, tx)
    return made
  }

  return {
    /** Once; false when the order has its seats already, or no place to sit in. */
    seat: async (tx: Tx, firmId: string, orderId: string): Promise<boolean> => {
      const [row] = await orders.lock(firmId, [orderId], tx)
      if (row?.state !== 'paid') return false
      await store.lock(firmId, row.signupId, tx)
      const person = await personFor(tx, row)
      await creditLink(tx, person, row.person.given)
      const { id: signupUserId, name, phone, email } = person
      const held = new Set(await store.seats(firmId, signupUserId, tx))
      const added = row.liveIds.filter((liveId) => !held.has(liveId))
      for (const liveId of added) {
        await store.insertSeat(firmId, signupUserId, liveId, clock.now(), tx, orderId)
        await seats.seat(tx, firmId, liveId, { signupUserId, name, phone, email })
      }
      // Their place is another's: they sit there already.
      for (const liveId of row.liveIds.filter((id) => held.has(id)).toSorted())
        await store.givePlace(firmId, row.signupId, liveId, tx)
      await orders.setState(firmId, orderId, { state: 'seated', signupUserId }, tx)
      await orders.markOrdered(firmId, signupUserId, row.createdAt, tx)
      await events.emit(tx, signupMade, { firmId, signupUserId, liveIds: added, again: false })
      return true
    },
  }
}
