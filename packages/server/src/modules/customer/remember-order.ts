import type { OrderSource } from '@kaimai/contract/order/order.schema.ts'
import type { Delivery, Invoice } from '@kaimai/contract/order/checkout.schema.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { People, SignedUpPerson } from './people.ts'
import { hasSavedProfile, isOpenOn, keyPhoneOf } from './profile-key.ts'
import type { ProfileStore } from './profile.store.ts'
import type { ProfileOwner, ProfileRow, SavedParts, SavedPersonal } from './profile.tables.ts'

/** What an order holds for next time. */
export interface OrderToRemember {
  readonly source: OrderSource
  /** Of a room. */
  readonly liveUserId: string | null
  /** Of a paid sign-up, once its places are taken. */
  readonly signupUserId: string | null
  readonly shopperId: string
  readonly personal: SavedPersonal
  readonly delivery: Delivery
  readonly invoice: Invoice
  readonly paymentMethod: string
  /** The buyer wants it. */
  readonly remember: boolean
  /** Of the browser that ordered; empty: unknown. */
  readonly deviceHash: string
  readonly createdAt: Date
}

export interface RememberingDeps {
  readonly db: Database
  readonly store: ProfileStore
  readonly people: Pick<People, 'ownerOf' | 'personOf'>
}

/** How something comes into a profile. */
export const createRemembering = ({ db, store, people }: RememberingDeps) => {
  /** Saves on the row that the transaction holds, and keeps it open on the device that gave it. */
  const saveParts = async (
    tx: Tx,
    row: ProfileRow,
    person: SignedUpPerson | undefined,
    input: { readonly parts: SavedParts; readonly at: Date; readonly deviceHash: string | undefined },
  ): Promise<void> => {
    const { parts, at, deviceHash } = input
    const { firmId, id } = row
    // Who gave the end of another phone knows nothing of this one; and before there is a phone, whoever had the link
    // could write here and so keep it open: what its owner writes then is not for them.
    const isAnotherPhone = keyPhoneOf(parts, person) !== keyPhoneOf(row, person)
    if (isAnotherPhone || row.personal === null) await store.closeElsewhere(firmId, id, deviceHash, tx)
    await store.save(firmId, id, parts, { savedAt: at, changedAt: at }, tx)
    if (deviceHash !== undefined && deviceHash !== '') await store.openOn(firmId, id, deviceHash, at, tx)
  }

  const ownerOf = async (firmId: string, order: OrderToRemember): Promise<ProfileOwner | undefined> => {
    switch (order.source) {
      case 'room':
        return order.liveUserId === null ? undefined : people.ownerOf(firmId, order.liveUserId)
      case 'salesPage':
        return { kind: 'shopper', id: order.shopperId }
      case 'signup':
        return order.signupUserId === null ? undefined : { kind: 'signupUser', id: order.signupUserId }
      case 'staff':
        // The buyer wasn't there to say so.
        return undefined
    }
  }

  /**
   * Saves what an order was given. The same order again changes nothing, nor does one from before a later change. What
   * is saved already gives way only to a device that may see it, or to somebody who gives the same phone: with a link
   * alone one could else write over it, and be shown the rest.
   */
  const rememberOrder = async (firmId: string, order: OrderToRemember): Promise<void> => {
    if (!order.remember) return
    const owner = await ownerOf(firmId, order)
    if (owner === undefined) return
    const person = await people.personOf(firmId, owner)
    const { personal, delivery, invoice, paymentMethod, deviceHash, createdAt } = order
    await db.transaction(async (tx) => {
      const row = await store.take(firmId, owner, createdAt, tx)
      if (row.changedAt.getTime() > createdAt.getTime()) return
      const isProven =
        !hasSavedProfile(row) ||
        keyPhoneOf(row, person) === personal.phone ||
        (await isOpenOn(store, row, person, deviceHash, tx))
      if (!isProven) return
      const { nickname, gender } = row
      // What goes nowhere says nothing of where the next one goes.
      const place = delivery.type === 'none' ? (row.delivery ?? delivery) : delivery
      const parts = { nickname, gender, personal, delivery: place, invoice, paymentMethod }
      await saveParts(tx, row, person, { parts, at: createdAt, deviceHash })
    })
  }

  return { saveParts, rememberOrder }
}
