import type { Platform } from '../../platform/platform.ts'
import { type BuyActionNeeds, createBuyAction } from './buy-action.ts'
import { createSalesDesk, type SalesDeskNeeds } from './public-sales-page.service.ts'
import { createSalesPageService, type SalesPageNeeds } from './sales-page.service.ts'
import { createSalesPageStore } from './sales-page.store.ts'
import { createSellingPages } from './selling-pages.service.ts'

export type SalesPagesNeed = { readonly platform: Platform } & Omit<BuyActionNeeds, 'clock'> &
  Pick<SalesPageNeeds & SalesDeskNeeds, 'products' | 'videos'> &
  Pick<SalesDeskNeeds, 'payable' | 'trackingFor'>

/** Sales pages: the merchant's side and the visitor's. */
export const assembleSalesPages = ({
  platform,
  products,
  videos,
  firms,
  payable,
  trackingFor,
  ...buying
}: SalesPagesNeed) => {
  const { db, clock, audit } = platform
  const store = createSalesPageStore(db)
  const buyAction = createBuyAction({ ...buying, firms, clock })
  return {
    salesPages: createSalesPageService({ db, store, clock, audit, products, videos }),
    salesDesk: createSalesDesk({ store, clock, firms, products, videos, buyAction, payable, trackingFor }),
    /** For orders. */
    sellingPages: createSellingPages({ store, clock }),
  }
}
