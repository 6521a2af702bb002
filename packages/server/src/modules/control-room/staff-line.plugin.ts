import { staffLineRoutes } from '@kaimai/contract/control-room/staff-line.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { StaffLine } from './staff-line.service.ts'

export const staffLinePlugin = (staffLine: StaffLine) =>
  bind(staffLineRoutes, {
    list: ({ firm, query }) => staffLine.list(firm.id, query.liveId),
    say: ({ firm, ip, body }) => staffLine.say({ firm, ip }, body),
  })
