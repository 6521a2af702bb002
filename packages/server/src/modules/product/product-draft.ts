import { stockMax } from '@kaimai/contract/product/product.schema.ts'
import type { ListedProduct } from './product.store.ts'
import type { ProductRow } from './product.tables.ts'

/** A product as the file wants it; one object for all of its rows. */
export interface Draft {
  readonly before: ListedProduct | undefined
  readonly product: Omit<
    ProductRow,
    'id' | 'firmId' | 'searchName' | 'currency' | 'images' | 'version' | 'createdAt' | 'changedAt' | 'removedAt'
  >
  readonly variants: readonly DraftVariant[]
}
export interface DraftVariant {
  /** Undefined: made. */
  readonly id: string | undefined
  readonly name: string
  readonly keyword: string
  /** To a figure, or by a difference from what is there when it is written; undefined: what is there stays. */
  readonly stock: StockStep | undefined
}
export type StockStep = { readonly to: number } | { readonly by: number }

/** The stock after a step, never below nothing. */
export const stockAfter = (now: number, step: StockStep | undefined): number =>
  step === undefined ? now : 'to' in step ? step.to : Math.min(stockMax, Math.max(0, now + step.by))
