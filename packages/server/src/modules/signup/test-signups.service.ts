import type { Tx } from '../../platform/db/database.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { SignupOrderStore } from './signup-order.store.ts'
import type { SignupStore } from './signup.store.ts'

export interface TestSignupsDeps {
  readonly store: SignupStore
  readonly orders: SignupOrderStore
  readonly liveUsers: Pick<LiveUserService, 'endLink'>
}

/** Places that were ordered with play money. */
export const createTestSignups = ({ store, orders, liveUsers }: TestSignupsDeps) => ({
  /** Puts the places of these orders back; who was seated by one has no seat and no link to its room any more. */
  release: async (tx: Tx, firmId: string, orderIds: readonly string[]): Promise<void> => {
    if (orderIds.length === 0) return
    const rows = (await orders.lock(firmId, orderIds, tx)).filter(({ state }) => state !== 'released')
    // As a sign-up does: the forms, then their sessions in one order.
    for (const signupId of [...new Set(rows.map((row) => row.signupId))].toSorted())
      await store.lock(firmId, signupId, tx)
    const places = rows.flatMap(({ signupId, signupUserId, state, liveIds }) =>
      liveIds.map((liveId) => ({ signupId, liveId, signupUserId: state === 'seated' ? signupUserId : null })),
    )
    for (const { signupId, liveId, signupUserId } of places.toSorted((a, b) => (a.liveId < b.liveId ? -1 : 1))) {
      await store.givePlace(firmId, signupId, liveId, tx)
      if (signupUserId === null) continue
      await store.removeSeat(firmId, signupUserId, liveId, tx)
      await liveUsers.endLink(tx, firmId, liveId, signupUserId)
    }
  },
})
export type TestSignups = ReturnType<typeof createTestSignups>
