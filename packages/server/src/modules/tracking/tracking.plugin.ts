import { advertiserReportRoutes, trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { TrackingService } from './tracking.service.ts'

export const trackingPlugin = (tracking: TrackingService) =>
  bind(trackingRoutes, {
    liveViewContent: async (context) => {
      await tracking.viewed(context.body, context)
      return {}
    },
    signupViewContent: async (context) => {
      await tracking.viewed(context.body, context)
      return {}
    },
    scrollTrack: async (context) => {
      await tracking.read(context.body, context)
      return {}
    },
  })

export const advertiserReportPlugin = (tracking: Pick<TrackingService, 'advertiserDays'>) =>
  bind(advertiserReportRoutes, {
    days: async ({ firm }) => ({ days: await tracking.advertiserDays(firm.id) }),
  })
