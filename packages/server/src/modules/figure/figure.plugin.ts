import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { FigureService } from './figure.service.ts'

export const figurePlugin = (figures: FigureService) =>
  bind(figureRoutes, {
    dashboard: ({ firm, query }) => figures.dashboard(firm.id, query),
    exportDashboard: ({ firm, query, ip, language }) => figures.exportDashboard(actorOf(firm, ip), query, language),
    retention: ({ firm, query }) => figures.retention(firm.id, query),
    sources: ({ firm, query }) => figures.sources(firm.id, query),
    cohorts: ({ firm, query }) => figures.cohorts(firm.id, query),
    rows: ({ firm, query }) => figures.rows(firm, query),
    exportRows: ({ firm, query, ip, language }) => figures.exportRows(firm, query, { ip, language }),
    liveHours: ({ firm, query }) => figures.liveHours(firm.id, query),
    hoursPreview: ({ firm, query }) => figures.hoursPreview(firm.id, query),
  })
