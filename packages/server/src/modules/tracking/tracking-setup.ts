import { trackingPatterns } from '@kaimai/contract/firm/firm.rules.ts'
import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { PageViewTokens } from './page-view-token.ts'

export type AdvertiserIds = Readonly<Record<keyof typeof trackingPatterns, string>>

const none: AdvertiserIds = { pixelId: '', tiktokPixelId: '', gtmId: '' }

/** What passes into scripts of a page: what is no advertiser's id is none. */
const checked = (ids: AdvertiserIds): AdvertiserIds => {
  const idOf = (name: keyof typeof trackingPatterns) => (trackingPatterns[name].test(ids[name]) ? ids[name] : '')
  return { pixelId: idOf('pixelId'), tiktokPixelId: idOf('tiktokPixelId'), gtmId: idOf('gtmId') }
}

export interface TrackingSetupDeps {
  readonly firm: (firmId: string) => Promise<(AdvertiserIds & { readonly suspendedAt: Date | null }) | undefined>
  /** Whether audience pages stand on an origin that is not the console's: else no script of others may run in them. */
  readonly hasOwnOrigin: () => boolean
  readonly bases: Pick<PageViewTokens, 'sign'>
}

export const createTrackingSetup = ({ firm, hasOwnOrigin, bases }: TrackingSetupDeps) => {
  /** None of a firm that is suspended: nothing more is sent for it. */
  const idsOf = async (firmId: string): Promise<AdvertiserIds> => {
    const row = hasOwnOrigin() ? await firm(firmId) : undefined
    return row && row.suspendedAt === null ? checked(row) : none
  }
  return {
    idsOf,
    /** What a public page of the firm needs, new for each view of it; without `page` for one that reports no events. */
    trackingFor: async (firmId: string, page?: PageOfFirm): Promise<TrackingSetup> => ({
      ...(await idsOf(firmId)),
      eventBase: page === undefined ? '' : bases.sign({ firmId, ...page }),
    }),
  }
}
