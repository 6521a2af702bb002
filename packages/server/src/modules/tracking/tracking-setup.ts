import { trackingPatterns } from '@kaimai/contract/firm/firm.rules.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { unguessable } from '../../platform/ids.ts'

export type AdvertiserIds = Readonly<Record<keyof typeof trackingPatterns, string>>

const eventBaseBytes = 16
const none: AdvertiserIds = { pixelId: '', tiktokPixelId: '', gtmId: '' }

/** What passes into scripts of a page: what is no advertiser's id is none. */
const checked = (ids: AdvertiserIds): AdvertiserIds => {
  const idOf = (name: keyof typeof trackingPatterns) => (trackingPatterns[name].test(ids[name]) ? ids[name] : '')
  return { pixelId: idOf('pixelId'), tiktokPixelId: idOf('tiktokPixelId'), gtmId: idOf('gtmId') }
}

export interface TrackingSetupNeeds {
  readonly firm: (firmId: string) => Promise<AdvertiserIds | undefined>
  /** Whether audience pages stand on an origin that is not the console's: else no script of others may run in them. */
  readonly hasOwnOrigin: () => boolean
}

export const createTrackingSetup = ({ firm, hasOwnOrigin }: TrackingSetupNeeds) => {
  const idsOf = async (firmId: string): Promise<AdvertiserIds> =>
    hasOwnOrigin() ? checked((await firm(firmId)) ?? none) : none
  return {
    idsOf,
    /** What a public page of the firm needs, new for each view of it. */
    trackingFor: async (firmId: string): Promise<TrackingSetup> => ({
      ...(await idsOf(firmId)),
      eventBase: unguessable(eventBaseBytes),
    }),
  }
}
