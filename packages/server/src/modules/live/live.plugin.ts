import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LiveService } from './live.service.ts'

export const livePlugin = (lives: LiveService) =>
  bind(liveRoutes, {
    list: ({ firm, query }) => lives.list(firm.id, query),
    counts: ({ firm, query }) => lives.counts(firm.id, query),
    exportSheet: ({ firm, query, ip, language }) => lives.exportSheet(actorOf(firm, ip), query, language),
    settleHours: async ({ firm, body, ip }) => {
      await lives.settleHours(firm.id, body.liveId, actorOf(firm, ip))
      return {}
    },
    create: ({ firm, body, ip }) => lives.create(firm.id, body, actorOf(firm, ip)),
    show: ({ firm, params }) => lives.show(firm.id, params.id),
    change: ({ firm, params, body, ip }) => lives.change(firm.id, params.id, body, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }) => {
      await lives.cancel(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  })
