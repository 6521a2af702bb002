import type { SalesPage, SalesPageRow, SaleProduct } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { salesPageStateAt } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import type { SalesPageTableRow } from './sales-page.tables.ts'

export const instantsOf = ({ published, beginAt, endAt }: SalesPageTableRow) => ({
  published,
  beginAtMs: beginAt?.getTime() ?? null,
  endAtMs: endAt?.getTime() ?? null,
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentPage = (row: SalesPageTableRow, nowMs: number): SalesPage => ({
  id: row.id,
  version: row.version,
  title: row.title,
  lead: row.content.lead,
  customUrl: row.customUrl,
  colorToneId: row.content.colorToneId,
  posterInfoList: [...row.content.posterInfoList],
  blockList: [...row.content.blockList],
  productIdList: [...row.content.productIdList],
  metaTitle: row.content.metaTitle,
  metaDescription: row.content.metaDescription,
  metaImage: row.content.metaImage,
  published: row.published,
  beginAt: iso(row.beginAt),
  endAt: iso(row.endAt),
  state: salesPageStateAt(instantsOf(row), nowMs),
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
})

/** `productImage`: of the first product, for a page without posters. */
export const presentRow = (row: SalesPageTableRow, productImage: string, nowMs: number): SalesPageRow => ({
  id: row.id,
  title: row.title,
  customUrl: row.customUrl,
  imageUrl: row.content.posterInfoList[0] ?? productImage,
  state: salesPageStateAt(instantsOf(row), nowMs),
  beginAt: iso(row.beginAt),
  endAt: iso(row.endAt),
  products: row.content.productIdList.length,
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
})

/** `description`: as it was written, where the room's product has its words alone. */
export const presentSaleProduct = (product: RoomProduct, description: string): SaleProduct => ({
  productId: product.productId,
  productName: product.productName,
  description: richTextHtml(description),
  unit: product.unit,
  price: product.price,
  originalPrice: product.originalPrice,
  currency: product.currency,
  imageUrl: product.imageUrl,
  returnException: product.returnException,
  left: product.variants.reduce((sum, { left }) => sum + left, 0),
  perPersonLimit: product.perPersonLimit,
  variants: product.variants.map(({ variantId, name, left }) => ({ variantId, name, left })),
})
