import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { DeskMarks } from './marks.service.ts'

export const markPlugin = (marks: DeskMarks) =>
  bind(markRoutes, {
    mark: async ({ firm, ip, body }) => {
      await marks.mark({ firm, ip }, body)
      return {}
    },
    marks: async ({ firm, query }) => ({ marks: await marks.list(firm.id, query.liveId) }),
  })
