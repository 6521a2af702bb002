import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { ListedProduct } from './product.store.ts'
import type { VariantOfProduct } from './stock.store.ts'

const piecesOf = (row: ListedProduct, column: 'stock' | 'sold'): number =>
  row.variants.reduce((sum, variant) => sum + variant[column], 0)

export const presentProduct = (row: ListedProduct): Product => ({
  id: row.id,
  productName: row.productName,
  keyword: row.keyword,
  description: row.description,
  unit: row.unit,
  price: row.price,
  originalPrice: row.originalPrice,
  currency: row.currency,
  perPersonLimit: row.perPersonLimit,
  images: [...row.images],
  variants: row.variants.map(({ id, name, stock }) => ({ id, name, stock })),
  stock: piecesOf(row, 'stock'),
  sold: piecesOf(row, 'sold'),
  createdAt: row.createdAt.toISOString(),
})

export const presentRoomProduct = (row: ListedProduct): RoomProduct => ({
  productId: row.id,
  productName: row.productName,
  keyword: row.keyword,
  description: row.description,
  unit: row.unit,
  price: row.price,
  originalPrice: row.originalPrice,
  currency: row.currency,
  imageUrl: row.images[0] ?? '',
  perPersonLimit: row.perPersonLimit,
  variants: row.variants.map(({ id, name, stock }) => ({ variantId: id, name, left: stock })),
})

/** What a cart or an order needs to know of a variant, as it is now. */
export interface VariantRecord {
  readonly variantId: string
  readonly productId: string
  readonly productName: string
  /** Empty for a product without variants. */
  readonly variantName: string
  readonly keyword: string
  readonly imageUrl: string
  /** Minor units. */
  readonly price: number
  readonly originalPrice: number | null
  readonly currency: Product['currency']
  readonly perPersonLimit: number | null
  /** Pieces on sale now; 0 once it was taken off sale. */
  readonly left: number
  readonly removed: boolean
}

export const presentVariant = (row: VariantOfProduct): VariantRecord => {
  const removed = row.removedAt !== null
  return {
    variantId: row.variantId,
    productId: row.productId,
    productName: row.productName,
    variantName: row.variantName,
    keyword: row.keyword,
    imageUrl: row.images[0] ?? '',
    price: row.price,
    originalPrice: row.originalPrice,
    currency: row.currency,
    perPersonLimit: row.perPersonLimit,
    left: removed ? 0 : row.stock,
    removed,
  }
}
