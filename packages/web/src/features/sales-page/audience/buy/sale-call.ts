import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { call } from '../../../../lib/http/http.ts'
import type { Sale } from '../page-data.ts'

/** The page as it sells now. */
export const readSale = (customUrl: string): Promise<Sale> =>
  call(publicSalesPageRoutes.page, { query: { customUrl } }, { quiet: true })
