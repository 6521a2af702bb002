import { publicSalesPageRoutes, salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PublicSalesPageService } from './public-sales-page.service.ts'
import type { SalesPageService } from './sales-page.service.ts'

export interface SalesPageParts {
  readonly salesPages: SalesPageService
  readonly publicSalesPage: PublicSalesPageService
}

export const salesPagePlugin = ({ salesPages: pages, publicSalesPage }: SalesPageParts) =>
  bind(salesPageRoutes, {
    list: ({ firm, query }) => pages.list(firm.id, query),
    counts: ({ firm }) => pages.counts(firm.id),
    checkUrl: ({ firm, query, language }) => pages.checkUrl(firm.id, query.customUrl, query.id, language),
    buyAction: async ({ firm, query }) => ({ action: await publicSalesPage.actionFor(firm.id, query.productIds) }),
    create: ({ firm, body, ip }) => pages.create(firm.id, body, actorOf(firm, ip)),
    show: ({ firm, params }) => pages.show(firm.id, params.id),
    change: ({ firm, params, body, ip }) => pages.change(firm.id, params.id, body, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }) => {
      await pages.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
  })

export const publicSalesPagePlugin = (publicSalesPage: PublicSalesPageService) =>
  bind(publicSalesPageRoutes, { page: ({ query }) => publicSalesPage.page(query.customUrl) })
