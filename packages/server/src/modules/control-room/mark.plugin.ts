import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ControlRoomMarks } from './marks.service.ts'

export const markPlugin = (marks: ControlRoomMarks) =>
  bind(markRoutes, {
    mark: async ({ firm, ip, body }) => {
      await marks.mark({ firm, ip }, body)
      return {}
    },
    marks: async ({ firm, query }) => ({ marks: await marks.list(firm.id, query.liveId) }),
  })
