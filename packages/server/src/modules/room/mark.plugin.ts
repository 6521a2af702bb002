import { markRoutes } from '@kaimai/contract/room/mark.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Marks } from './marks.service.ts'

export const markPlugin = (marks: Marks) =>
  bind(markRoutes, {
    mark: async ({ firm, body }) => {
      await marks.mark(firm, body)
      return {}
    },
    marks: async ({ firm, query }) => ({ marks: await marks.list(firm.id, query.liveId) }),
  })
