import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { LiveProduct } from './live-values.ts'

export type ProductTrouble = 'gone' | 'offSale' | 'soldOut' | 'priceNotBelow'

/** What it costs in a room without a price of the live's own. */
export const ownRoomPrice = (product: Product, nowMs: number): number =>
  priceNow(product, { nowMs, place: 'room' }).price

/** What stands in the way of selling it; undefined: nothing. */
export const troubleOf = (product: Product | undefined, row: LiveProduct): ProductTrouble | undefined => {
  if (!product) return 'gone'
  if (product.offSale) return 'offSale'
  if (product.stock === 0) return 'soldOut'
  const price = row.livePrice ?? null
  return price !== null && price >= product.price ? 'priceNotBelow' : undefined
}
