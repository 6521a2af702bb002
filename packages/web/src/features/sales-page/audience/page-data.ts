import type { PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'

/** An open page, one before its time, or one that is over. */
export type Sale = PublicSalesPage
/** Data of kind `sales-page`: the page, or that there is none. */
export type SalesPageData = Sale | { readonly missing: true }

export type ShownBlock = Sale['blocks'][number]
export type BlockOf<K extends ShownBlock['kind']> = Extract<ShownBlock, { kind: K }>
export type ShownProduct = Sale['products'][number]
