import { rehearsalRoutes } from '@kaimai/contract/control-room/rehearsal.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { RehearsalControl } from './rehearsal-control.service.ts'

export const rehearsalPlugin = (rehearsals: RehearsalControl) =>
  bind(rehearsalRoutes, {
    begin: ({ firm, body }) => rehearsals.begin(firm, body),
    show: ({ firm, query }) => rehearsals.show(firm, query.liveId),
    end: async ({ firm, query }) => {
      await rehearsals.end(firm, query.liveId)
      return {}
    },
  })
