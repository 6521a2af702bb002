import { crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CrewControl } from './crew-control.service.ts'

export const crewPlugin = (crew: CrewControl) =>
  bind(crewRoutes, {
    list: ({ firm, query }) => crew.list(firm, query.liveId),
    set: async ({ firm, ip, body }) => {
      await crew.set({ firm, ip }, body)
      return {}
    },
  })
