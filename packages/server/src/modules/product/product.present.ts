import { plainRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { type SalesChannel, type Prices, priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { TaxType } from '@kaimai/contract/product/goods-terms.ts'
import type { ReturnException } from '@kaimai/contract/product/return-exception.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { ListedProduct } from './product.store.ts'
import type { ProductRow } from './product.tables.ts'
import type { VariantOfProduct } from './stock.store.ts'

const totalOf = (row: ListedProduct, column: 'stock' | 'sold'): number =>
  row.variants.reduce((sum, variant) => sum + variant[column], 0)

export const pricesOf = (
  row: Pick<ProductRow, 'price' | 'originalPrice' | 'onSalePrice' | 'onSaleFrom' | 'onSaleUntil' | 'specialOfferPrice'>,
): Prices => ({
  price: row.price,
  originalPrice: row.originalPrice,
  onSalePrice: row.onSalePrice,
  onSaleFrom: row.onSaleFrom?.toISOString() ?? null,
  onSaleUntil: row.onSaleUntil?.toISOString() ?? null,
  specialOfferPrice: row.specialOfferPrice,
})

export const presentProduct = (row: ListedProduct): Product => ({
  id: row.id,
  version: row.version,
  productName: row.productName,
  keyword: row.keyword,
  description: row.description,
  unit: row.unit,
  ...pricesOf(row),
  currency: row.currency,
  perPersonLimit: row.perPersonLimit,
  returnException: row.returnException,
  taxType: row.taxType,
  temperature: row.temperature,
  weight: row.weight,
  offSale: row.offSale,
  images: [...row.images],
  variants: row.variants.map(({ id, name, keyword, stock }) => ({ id, name, keyword, stock })),
  stock: totalOf(row, 'stock'),
  sold: totalOf(row, 'sold'),
  createdAt: row.createdAt.toISOString(),
})

/** Where and when something is bought: prices depend on both. */
export interface BuyingAt {
  readonly nowMs: number
  readonly place: SalesChannel
  /** The room it is bought in sells some products its own way. */
  readonly liveProducts?: readonly LiveProductTerms[] | undefined
}

/** The terms on which a live sells one of its products. */
export interface LiveProductTerms {
  readonly productId: string
  /** In minor units, instead of the product's special offer; null: that offer holds. */
  readonly livePrice: number | null
  /** Whether viewers see how many are left. */
  readonly showLeft: boolean
}

const liveProductOf = ({ liveProducts }: BuyingAt, productId: string): LiveProductTerms | undefined =>
  liveProducts?.find((each) => each.productId === productId)

/** The prices of a product as they are in the room it is bought in. */
const pricesAt = (row: Parameters<typeof pricesOf>[0], productId: string, at: BuyingAt): Prices => {
  const prices = pricesOf(row)
  return { ...prices, specialOfferPrice: liveProductOf(at, productId)?.livePrice ?? prices.specialOfferPrice }
}

/** A room is joined by hundreds in a minute, its products' words are read once. */
const readDescriptions = new Map<string, string>()
const mostDescriptions = 1000
const plainDescription = (html: string): string => {
  const known = readDescriptions.get(html)
  if (known !== undefined) return known
  if (readDescriptions.size >= mostDescriptions) readDescriptions.clear()
  const plain = plainRichText(readRichText(html))
  readDescriptions.set(html, plain)
  return plain
}

export const presentRoomProduct = (row: ListedProduct, at: BuyingAt): RoomProduct => {
  const prices = pricesAt(row, row.id, at)
  const { price, struck, kind } = priceNow(prices, at)
  return {
    productId: row.id,
    productName: row.productName,
    keyword: row.keyword,
    description: plainDescription(row.description),
    ...(row.description !== '' && { described: true as const }),
    unit: row.unit,
    price,
    originalPrice: struck,
    priceKind: kind,
    prices,
    currency: row.currency,
    imageUrl: row.images[0] ?? '',
    perPersonLimit: row.perPersonLimit,
    returnException: row.returnException,
    variants: row.variants.map(({ id, name, keyword, stock }) => ({ variantId: id, name, keyword, left: stock })),
    showLeft: liveProductOf(at, row.id)?.showLeft ?? true,
  }
}

/** What a cart or an order needs to know of a variant, as it is now. */
export interface VariantRecord {
  readonly variantId: string
  readonly productId: string
  readonly productName: string
  /** Empty for a product without variants. */
  readonly variantName: string
  /** Its own, else the product's. */
  readonly keyword: string
  readonly imageUrl: string
  /** What it costs here and now, in minor units. */
  readonly price: number
  /** Struck through beside it, always above it; null: nothing. */
  readonly originalPrice: number | null
  readonly currency: Product['currency']
  readonly perPersonLimit: number | null
  readonly returnException: ReturnException | null
  readonly taxType: TaxType
  /** Pieces on sale now; 0 once it was taken off sale. */
  readonly left: number
  /** Taken off sale, for good or for now. */
  readonly removed: boolean
}

export const presentVariant = (row: VariantOfProduct, at: BuyingAt): VariantRecord => {
  const removed = row.removedAt !== null || row.offSale
  const { price, struck } = priceNow(pricesAt(row, row.productId, at), at)
  return {
    variantId: row.variantId,
    productId: row.productId,
    productName: row.productName,
    variantName: row.variantName,
    keyword: row.variantKeyword || row.keyword,
    imageUrl: row.images[0] ?? '',
    price,
    originalPrice: struck,
    currency: row.currency,
    perPersonLimit: row.perPersonLimit,
    returnException: row.returnException,
    taxType: row.taxType,
    left: removed ? 0 : row.stock,
    removed,
  }
}
