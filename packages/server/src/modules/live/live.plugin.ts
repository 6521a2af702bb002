import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LiveService } from './live.service.ts'

export const livePlugin = (lives: LiveService) =>
  bind(liveRoutes, {
    list: ({ firm, query }) => lives.list(firm.id, query),
    create: ({ firm, body }) => lives.create(firm.id, body),
    show: ({ firm, params }) => lives.show(firm.id, params.id),
    change: ({ firm, params, body }) => lives.change(firm.id, params.id, body),
    remove: async ({ firm, params }) => {
      await lives.cancel(firm.id, params.id)
      return {}
    },
  })
