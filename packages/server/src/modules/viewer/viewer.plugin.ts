import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LiveUserDesk } from './viewer-list.service.ts'

export const liveUserDeskPlugin = (desk: LiveUserDesk) =>
  bind(liveUserRoutes, {
    list: ({ firm, params, query }) => desk.list(firm, params.id, query),
    counts: ({ firm, params, query }) => desk.counts(firm, params.id, query.q),
    show: ({ firm, params }) => desk.show(firm, params.id),
    changeMemo: ({ firm, ip, body }) => desk.changeMemo(firm, ip, body.liveUserId, body.memo),
    exportExcel: ({ firm, ip, language, body }) => desk.exportSheet(firm, body, { ip, language }),
  })
