import type { Currency } from '@kaimai/contract/common/money.ts'

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
  currency: Currency
  perPersonLimit: number | null
  images: readonly string[]
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
  stock: number
  sold: number
  removedAt: Date | null
}

export interface ProductTables {
  product: ProductRow
  variant: VariantRow
}
