import { giveawayControlRoutes } from '@kaimai/contract/control-room/giveaway-control.routes.ts'
import { giveawayRoutes } from '@kaimai/contract/room/giveaway.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { GiveawayControl } from './giveaway-control.service.ts'

export const giveawayControlPlugin = (giveaways: GiveawayControl) =>
  bind(giveawayControlRoutes, {
    openGiveaway: async ({ firm, ip, body }) => {
      await giveaways.openGiveaway({ firm, ip }, body)
      return {}
    },
    drawGiveaway: async ({ firm, ip, query }) => {
      await giveaways.drawGiveaway({ firm, ip }, query)
      return {}
    },
    giveaways: ({ firm, query }) => giveaways.list(firm.id, query.liveId),
  })

export const giveawayPlugin = (giveaways: Pick<GiveawayControl, 'draws' | 'entrants'>) =>
  bind(giveawayRoutes, {
    draws: ({ query }) => giveaways.draws(query.streamId),
    entrants: async ({ query, setHeader }) => {
      const answer = await giveaways.entrants(query.streamId, query.giveaway)
      // Drawn once for all.
      setHeader('cache-control', 'public, max-age=3600')
      return answer
    },
  })
