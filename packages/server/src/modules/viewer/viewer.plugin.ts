import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ViewerListService } from './viewer-list.service.ts'

export const viewerListPlugin = (controlRoom: ViewerListService) =>
  bind(liveUserRoutes, {
    list: ({ firm, params, query }) => controlRoom.list(firm, params.id, query),
    counts: ({ firm, params, query }) => controlRoom.counts(firm, params.id, query.q),
    show: ({ firm, params }) => controlRoom.show(firm, params.id),
    changeMemo: ({ firm, ip, body }) => controlRoom.changeMemo(firm, ip, body.liveUserId, body.memo),
    exportExcel: ({ firm, ip, language, body }) => controlRoom.exportSheet(firm, body, { ip, language }),
  })
