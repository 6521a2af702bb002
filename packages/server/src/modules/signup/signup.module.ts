import type { Platform } from '../../platform/platform.ts'
import type { ReadShownProducts } from '../product/shown-products.service.ts'
import type { AssociationService } from '../association/association.service.ts'
import { createCreditLink } from './credit-link.ts'
import { createPeeks, type PeekDeps } from './peek.service.ts'
import { createSignupJoin, type JoinDeps } from './signup-join.ts'
import { createFormSessions, type FormSessionsDeps } from './form-sessions.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import { createOwnContact } from './own-contact.service.ts'
import { createOwnSignupStore } from './own-signup.store.ts'
import { createPaidSignUps } from './paid-signup.service.ts'
import { createPersonOfLetter } from './person-of-letter.ts'
import { createPublicForms } from './public-forms.ts'
import { createSeatRelease } from './seat-release.service.ts'
import { createSeatReleaseStore } from './seat-release.store.ts'
import { createSeriesStore } from './series.store.ts'
import { createPublicSignup, type PublicSignupDeps } from './public-signup.service.ts'
import { createSignupOrderStore } from './signup-order.store.ts'
import { createSignupCodes } from './signup-code.service.ts'
import { createSignupService, type SignupDeps } from './signup.service.ts'
import { createLiveForms } from './live-forms.ts'
import { createSignupStore } from './signup.store.ts'
import { createTestSignups } from './test-signups.service.ts'

export interface SignupModuleDeps
  extends Omit<JoinDeps, 'db' | 'liveUsers' | 'liveReader'>,
    Pick<SignupDeps, 'videos'>,
    Pick<PublicSignupDeps, 'firms' | 'payable' | 'trackingFor'> {
  readonly platform: Platform
  readonly liveReader: JoinDeps['liveReader'] & PublicSignupDeps['liveReader']
  readonly liveUsers: JoinDeps['liveUsers'] & Pick<LiveUserService, 'endLink' | 'byKey'>
  readonly lives: SignupDeps['lives'] & FormSessionsDeps['lives']
  readonly rooms: PeekDeps['rooms']
  readonly peekCount: PeekDeps['peeks']
  readonly products: SignupDeps['products']
  readonly letterTexts: SignupDeps['letterTexts']
  readonly earningVisit: AssociationService['earningVisit']
  readonly shownProducts: ReadShownProducts
}

/** Forms: the merchant's side, the visitor's, and the places that orders of paid ones hold. */
export const createSignupModule = (deps: SignupModuleDeps) => {
  const { platform, lives, liveReader, videos, products, shownProducts, firms, payable, trackingFor } = deps
  const { db, clock, events, audit } = platform
  const store = createSignupStore(db)
  const series = createSeriesStore(db)
  const signupJoin = createSignupJoin({ ...deps, db })
  const creditLink = createCreditLink(store, deps.earningVisit)
  const sessions = createFormSessions({ store, series, clock, liveReader, lives })
  const publicSignup = createPublicSignup({
    db,
    store,
    series,
    sessions,
    clock,
    events,
    firms,
    liveReader,
    payable,
    trackingFor,
    products: async (firmId, ids) => (await shownProducts(firmId, ids)).products,
    creditLink,
    ...signupJoin,
  })
  const { published } = publicSignup
  const { viewerPath } = signupJoin
  const own = createOwnSignupStore(db)
  const paidSignUps = createPaidSignUps({
    platform,
    store,
    sessions,
    liveReader,
    firms,
    orders: createSignupOrderStore(db),
    creditLink,
    ...signupJoin,
  })
  return {
    /** What lives, videos and profiles ask of forms. */
    signupFacts: {
      ...createLiveForms(db),
      countsByLive: store.countsByLive,
      person: store.person,
      isKnownAddress: store.isKnownAddress,
      knownAmong: store.knownAmong,
      knownPeople: store.knownPeople,
      seatHeldBy: own.seatHeldBy,
      findForms: paidSignUps.findMany,
      publishedForms: createPublicForms(db).ofFirm,
    },
    signups: createSignupService({
      db,
      store,
      series,
      clock,
      audit,
      lives,
      liveReader,
      videos,
      products,
      firms,
      payable,
      letterTexts: deps.letterTexts,
    }),
    /** What letters to the people of forms ask. */
    letterForms: { find: store.find, person: createPersonOfLetter(store) },
    signupJoin,
    testSignups: createTestSignups({ store, orders: createSignupOrderStore(db), liveUsers: deps.liveUsers }),
    seatRelease: createSeatRelease({
      platform,
      forms: store,
      liveReader,
      liveUsers: deps.liveUsers,
      store: createSeatReleaseStore(db),
    }),
    publicSignup,
    signupCodes: createSignupCodes({ platform, store: own, forms: store, firms, liveReader, published, viewerPath }),
    correctContact: createOwnContact({
      platform,
      store: own,
      forms: store,
      seats: signupJoin.seats,
      liveUsers: deps.liveUsers,
      published,
    }),
    peek: createPeeks({
      published,
      sessions,
      liveReader,
      rooms: deps.rooms,
      blocked: deps.blocked,
      liveUsers: deps.liveUsers,
      peeks: deps.peekCount,
    }),
    paidSignUps,
  }
}
