import { fail } from '@kaimai/contract/common/error.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { TrackingService } from './tracking.service.ts'

/** Calls per address; a phone network puts a whole room behind one, and each page calls every ten seconds. */
const callLimit = { limit: 6_000, windowMs: 10 * 60_000 } as const

export const trackingPlugin = ({ tracking, limits }: { tracking: TrackingService; limits: Limits }) => {
  const count = async ({ ip }: { readonly ip: string }): Promise<void> => {
    const taken = await limits.take(`tracking:${networkOf(ip)}`, callLimit)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }
  return bind(trackingRoutes, {
    liveViewContent: async (context) => {
      await count(context)
      await tracking.viewed({ ...context.body, page: 'live', name: context.body.streamId }, context)
      return {}
    },
    signupViewContent: async (context) => {
      await count(context)
      await tracking.viewed({ ...context.body, name: context.body.customUrl }, context)
      return {}
    },
    scrollTrack: async (context) => {
      await count(context)
      await tracking.read({ ...context.body, name: context.body.customUrl })
      return {}
    },
  })
}
