import type { Platform } from '../../platform/platform.ts'
import { newId } from '../../platform/ids.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { ViewerListService } from '../viewer/viewer-list.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { ProfileOwner } from './profile.tables.ts'

/** What a profile needs to know of who signed up. */
export interface SignedUpPerson {
  readonly name: string
  /** E.164 */
  readonly phone: string
  readonly email: string
  readonly isCancelNotice: boolean
  /** Of the browser that signed up; empty: none did (an imported person). */
  readonly deviceHash: string
}

/** People who signed up, as their own module keeps them; app.ts hands it in. */
export interface SignedUpPeople {
  person(firmId: string, id: string): Promise<SignedUpPerson | undefined>
  setCancelNotice(firmId: string, ids: readonly string[], on: boolean, executor: Executor): Promise<string[]>
  addEvents(
    rows: readonly {
      id: string
      firmId: string
      signupUserId: string
      kind: 'noticesStopped' | 'noticesResumed'
      at: Date
      actor: string
      detail: string
    }[],
    executor: Executor,
  ): Promise<void>
}

/** Whose orders are a person's. */
export interface Shoppers {
  readonly shopperIds: readonly string[]
  readonly orderIds: readonly string[]
}

export interface PeopleDeps {
  readonly platform: Pick<Platform, 'clock'>
  readonly liveUsers: Pick<LiveUserService, 'get'>
  readonly viewerList: Pick<ViewerListService, 'ofSignups'>
  readonly signedUp: SignedUpPeople
  readonly paidSignUps: Pick<PaidSignUps, 'ordersOfPeople'>
}

/** Who is behind a viewer. */
export const createPeople = ({ platform, liveUsers, viewerList, signedUp, paidSignUps }: PeopleDeps) => ({
  /** The person who signed up, on all of their links; an anonymous viewer stands alone. */
  ownerOf: async (firmId: string, liveUserId: string): Promise<ProfileOwner> => {
    const viewer = await liveUsers.get(firmId, liveUserId)
    const signupUserId = viewer?.signupUserId ?? null
    return signupUserId === null ? { kind: 'liveUser', id: liveUserId } : { kind: 'signupUser', id: signupUserId }
  },

  /** As whom this owner has ordered: its viewers, and the orders that it was seated by. */
  shoppersOf: async (firmId: string, owner: ProfileOwner): Promise<Shoppers> => {
    if (owner.kind !== 'signupUser') return { shopperIds: [owner.id], orderIds: [] }
    const [viewers, paid] = await Promise.all([
      viewerList.ofSignups(firmId, [owner.id], new Map()),
      paidSignUps.ordersOfPeople(firmId, [owner.id]),
    ])
    return { shopperIds: viewers.map(({ liveUserId }) => liveUserId), orderIds: [...paid.keys()] }
  },

  /** Undefined of who did not sign up. */
  personOf: async (firmId: string, owner: ProfileOwner): Promise<SignedUpPerson | undefined> =>
    owner.kind === 'signupUser' ? signedUp.person(firmId, owner.id) : undefined,

  /** Letters stop or go on; the person's timeline shows it. A person who did not sign up has nothing to stop. */
  setCancelNotice: async (tx: Tx, firmId: string, owner: ProfileOwner, isCancelNotice: boolean): Promise<void> => {
    if (owner.kind !== 'signupUser') return
    const changed = await signedUp.setCancelNotice(firmId, [owner.id], isCancelNotice, tx)
    const kind = isCancelNotice ? 'noticesStopped' : 'noticesResumed'
    const at = platform.clock.now()
    await signedUp.addEvents(
      changed.map((signupUserId) => ({ id: newId(), firmId, signupUserId, kind, at, actor: '', detail: '' })),
      tx,
    )
  },
})
export type People = ReturnType<typeof createPeople>
