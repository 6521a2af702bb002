import type { Currency } from '@kaimai/contract/common/money.ts'
import type { TaxType, Temperature } from '@kaimai/contract/product/goods-terms.ts'
import type { ReturnException } from '@kaimai/contract/product/return-exception.ts'
import type { Generated } from 'kysely'

export interface ProductRow {
  id: string
  firmId: string
  productName: string
  searchName: string
  keyword: string
  description: string
  unit: string
  price: number
  originalPrice: number | null
  onSalePrice: number | null
  onSaleFrom: Date | null
  onSaleUntil: Date | null
  specialOfferPrice: number | null
  currency: Currency
  perPersonLimit: number | null
  returnException: ReturnException | null
  taxType: TaxType
  temperature: Temperature
  weight: number | null
  offSale: boolean
  images: readonly string[]
  version: number
  createdAt: Date
  changedAt: Date
  removedAt: Date | null
}

export interface VariantRow {
  id: string
  firmId: string
  productId: string
  place: number
  name: string
  keyword: string
  stock: number
  sold: number
  removedAt: Date | null
}

/** Pieces sold, or given back, that `VariantRow.sold` doesn't hold yet. */
export interface VariantSoldRow {
  id: Generated<string>
  firmId: string
  variantId: string
  quantity: number
}

export interface ProductKeywordRow {
  firmId: string
  keyword: string
  productId: string
}

export interface ProductTables {
  product: ProductRow
  variant: VariantRow
  productKeyword: ProductKeywordRow
  variantSold: VariantSoldRow
}
