import type { Platform } from '../../platform/platform.ts'
import { createDoor, type DoorNeeds } from './signup-join.ts'
import { createFormSessions, type FormSessionsDependencies } from './form-sessions.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import { createPaidSignUps } from './paid-signup.service.ts'
import { createSeatRelease } from './seat-release.ts'
import { createSeatReleaseStore } from './seat-release.store.ts'
import { createSeriesStore } from './series.store.ts'
import { createSignUpDesk, type SignUpDeskDependencies } from './public-signup.service.ts'
import { createSignupOrderStore } from './signup-order.store.ts'
import { createSignupService, type SignupDependencies } from './signup.service.ts'
import type { SignupStore } from './signup.store.ts'

export interface SignUpsNeed
  extends Omit<DoorNeeds, 'db' | 'liveUsers'>,
    Pick<SignupDependencies, 'videos'>,
    Pick<SignUpDeskDependencies, 'firms' | 'payable' | 'trackingFor'> {
  readonly platform: Platform
  readonly store: SignupStore
  readonly liveUsers: DoorNeeds['liveUsers'] & Pick<LiveUserService, 'endLink' | 'byKey'>
  readonly lives: SignupDependencies['lives'] & FormSessionsDependencies['lives']
  readonly products: SignupDependencies['products'] & { readonly forRoom: SignUpDeskDependencies['products'] }
}

/** Forms: the merchant's side, the visitor's, and the places that orders of paid ones hold. */
export const assembleSignUps = (needs: SignUpsNeed) => {
  const { platform, store, lives, liveReader, videos, products, firms, payable, trackingFor } = needs
  const { db, clock, events, audit } = platform
  const series = createSeriesStore(db)
  const door = createDoor({ ...needs, db })
  const sessions = createFormSessions({ store, series, clock, liveReader, lives })
  return {
    signups: createSignupService({
      ...{ db, store, series, clock, audit, lives, liveReader, videos, products },
      ...{ firms, payable },
    }),
    door,
    seatRelease: createSeatRelease({
      ...{ platform, forms: store, liveReader, liveUsers: needs.liveUsers },
      store: createSeatReleaseStore(db),
    }),
    desk: createSignUpDesk({
      ...{ db, store, series, sessions, clock, events, firms, liveReader, payable, trackingFor },
      products: products.forRoom,
      ...door,
    }),
    paidSignUps: createPaidSignUps({
      ...{ platform, store, sessions, liveReader, firms },
      orders: createSignupOrderStore(db),
      ...door,
    }),
  }
}
