import type { TrackedItem } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AdvertiserName, createAdvertisers } from '../../platform/ports/advertiser.ts'
import '../order/order.events.ts'
import type { OrderService } from '../order/order.service.ts'
import { signupMade } from '../signup/signup.events.ts'
import { createAdvertiserOutbox } from './advertiser-outbox.ts'
import { createReportingLimits } from './reporting-limits.ts'
import { createPageViewTokens } from './page-view-token.ts'
import { createTracking, type SignupTrackingFacts, type TrackingDeps } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'
import { createTrackingSetup, type TrackingSetupDeps } from './tracking-setup.ts'
import { defineTrackingSweep } from './tracking-sweep.ts'

type OrderFactLine = Awaited<ReturnType<OrderService['trackingFacts']>>['lines'][number]

type SignUpFacts = (
  firmId: string,
  signupUserId: string,
) => Promise<Omit<SignupTrackingFacts, 'formName' | 'formPath'> | undefined>

export interface TrackingPartsDeps extends Omit<TrackingSetupDeps, 'bases'>, Pick<TrackingDeps, 'audienceOrigin'> {
  readonly platform: Platform
  readonly environment: { readonly metaGraphUrl: string | undefined; readonly tiktokEventsUrl: string | undefined }
  /** A firm's key of an advertiser's server; undefined: none is set. */
  readonly tokenOf: (firmId: string, name: 'conversionApi' | 'tiktokAccessToken') => Promise<string | undefined>
  readonly forms: {
    readonly findMany: (
      firmId: string,
      ids: readonly string[],
    ) => Promise<readonly { readonly title: string; readonly path: string }[]>
    readonly trackingFacts: SignUpFacts
  }
  readonly isInTestMode: (firmId: string) => Promise<boolean>
  readonly orderFacts: OrderService['trackingFacts']
}

/** The place of a paid sign-up is no product: the form's own id names it. */
const thingOf = (
  sourceId: string,
  { productId, productName, variantName, price, quantity }: OrderFactLine,
): TrackedItem => ({ id: productId ?? sourceId, name: productName, variant: variantName, price, quantity })

/** Tracking: what pages are told, what they tell, and what goes on to advertisers. */
export const createTrackingModule = (deps: TrackingPartsDeps) => {
  const { platform, environment, tokenOf, forms } = deps
  const { db, jobs, clock, log, events, secret, limits } = platform
  const bases = createPageViewTokens({ secret, clock })
  const setup = createTrackingSetup({ ...deps, bases })

  const accountOf = async (firmId: string, target: AdvertiserName) => {
    const { pixelId, tiktokPixelId } = await setup.idsOf(firmId)
    const id = target === 'meta' ? pixelId : tiktokPixelId
    const token =
      id === '' ? undefined : await tokenOf(firmId, target === 'meta' ? 'conversionApi' : 'tiktokAccessToken')
    return token === undefined ? undefined : { pixelId: id, token }
  }

  const store = createTrackingStore(db)
  const advertisers = createAdvertisers(environment)
  const outbox = createAdvertiserOutbox({ store, jobs, clock, log, advertisers, accountOf })
  const tracking = createTracking({
    db,
    store,
    clock,
    outbox,
    bases,
    limits: createReportingLimits({ limits, clock }),
    isOpen: async (firmId) => (await deps.firm(firmId))?.suspendedAt === null,
    audienceOrigin: deps.audienceOrigin,
    signupFacts: async (firmId, signupUserId) => {
      const facts = await forms.trackingFacts(firmId, signupUserId)
      const [form] = facts ? await forms.findMany(firmId, [facts.formId]) : []
      return facts && form && { ...facts, formName: form.title, formPath: form.path }
    },
    orderFacts: async (firmId, orderId) => {
      const { lines, paidAt, sourceId, isTest, ...facts } = await deps.orderFacts(firmId, orderId)
      // Advertisers learn nothing of orders by which a shop is tried.
      const isTrial = isTest && (await deps.isInTestMode(firmId))
      return paidAt === null || isTrial
        ? undefined
        : { ...facts, paidAt, items: lines.map((line) => thingOf(sourceId, line)) }
    },
  })

  defineTrackingSweep({ db, jobs, clock })
  events.on(signupMade, 'advertisers', async ({ firmId, signupUserId, again, sending }) => {
    if (!again && sending === undefined) await tracking.signedUp(firmId, signupUserId)
  })
  events.on('order.paid', 'advertisers', ({ firmId, orderId }) => tracking.paid(firmId, orderId))

  return { tracking, trackingFor: setup.trackingFor, trackingRuns: deps.hasOwnOrigin }
}
