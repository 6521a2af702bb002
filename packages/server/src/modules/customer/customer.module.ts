import type { Platform } from '../../platform/platform.ts'
import type { OrderService } from '../order/order.service.ts'
import type { ViewerListService } from '../viewer/viewer-list.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import { createPeople, type SignedUpPeople } from './people.ts'
import { createProfileService, triesRetentionMs } from './profile.service.ts'
import { createProfileStore } from './profile.store.ts'
import '../order/order.events.ts'
import '../signup/signup.events.ts'

export interface ProfilesDeps {
  readonly platform: Platform
  readonly liveUsers: Pick<LiveUserService, 'get'>
  readonly viewerList: Pick<ViewerListService, 'ofSignups'>
  readonly signedUp: SignedUpPeople
  readonly paidSignUps: Pick<PaidSignUps, 'ordersOfPeople' | 'personOf'>
  readonly orders: Pick<OrderService, 'ofShoppers' | 'orderPath' | 'rememberFacts'>
}

/** What viewers have saved: kept when they order, shown and changed by themselves. */
export const createCustomerModule = (deps: ProfilesDeps) => {
  const { platform, liveUsers, viewerList, signedUp, paidSignUps, orders } = deps
  const { events, jobs, clock } = platform
  const profiles = createProfileService({
    platform,
    store: createProfileStore(platform.db),
    people: createPeople({ platform, liveUsers, viewerList, signedUp, paidSignUps }),
    orders,
  })

  const remember = async (firmId: string, orderId: string): Promise<void> => {
    const facts = await orders.rememberFacts(firmId, orderId)
    const signupUserId = facts.source === 'signup' ? await paidSignUps.personOf(firmId, orderId) : undefined
    await profiles.rememberOrder(firmId, { ...facts, signupUserId: signupUserId ?? null })
  }
  events.on('order.placed', 'profile-saved', ({ firmId, orderId }) => remember(firmId, orderId))
  // Who ordered the places of a form is known once they sit there.
  events.on('signup.made', 'profile-saved', async ({ firmId, signupUserId }) => {
    for (const orderId of (await paidSignUps.ordersOfPeople(firmId, [signupUserId])).keys())
      await remember(firmId, orderId)
  })
  jobs.every('customer/sweep-tries', 3600, () => profiles.sweepTries(new Date(clock.ms() - triesRetentionMs)))

  return profiles
}
