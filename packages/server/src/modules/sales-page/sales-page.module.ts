import type { Platform } from '../../platform/platform.ts'
import { type BuyActionDeps, createBuyAction } from './buy-action.ts'
import { createPublicSalesPage, type PublicSalesPageDeps } from './public-sales-page.service.ts'
import { createSalesPageService, type SalesPageDeps } from './sales-page.service.ts'
import { createSalesPageStore } from './sales-page.store.ts'
import { createSellingPages } from './selling-pages.service.ts'

export type SalesPageModuleDeps = { readonly platform: Platform } & Omit<BuyActionDeps, 'clock'> &
  Pick<SalesPageDeps & PublicSalesPageDeps, 'videos'> &
  Pick<SalesPageDeps, 'products'> &
  Pick<PublicSalesPageDeps, 'payable' | 'trackingFor' | 'shownProducts'>

/** Sales pages: the merchant's side and the visitor's. */
export const createSalesPageModule = ({
  platform,
  products,
  shownProducts,
  videos,
  firms,
  payable,
  trackingFor,
  ...buying
}: SalesPageModuleDeps) => {
  const { db, clock, audit } = platform
  const store = createSalesPageStore(db)
  const buyAction = createBuyAction({ ...buying, firms, clock })
  return {
    salesPages: createSalesPageService({ db, store, clock, audit, products, videos }),
    publicSalesPage: createPublicSalesPage({
      store,
      clock,
      firms,
      shownProducts,
      videos,
      buyAction,
      payable,
      trackingFor,
    }),
    /** For orders. */
    sellingPages: createSellingPages({ store, clock }),
  }
}
