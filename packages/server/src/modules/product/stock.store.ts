import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { ProductRow, ProductTables, VariantRow } from './product.tables.ts'

/** A variant with what an order needs of its product. */
export type VariantOfProduct = Pick<VariantRow, 'stock' | 'productId'> &
  Pick<
    ProductRow,
    | 'productName'
    | 'keyword'
    | 'images'
    | 'price'
    | 'originalPrice'
    | 'onSalePrice'
    | 'onSaleFrom'
    | 'onSaleUntil'
    | 'specialOfferPrice'
    | 'currency'
    | 'perPersonLimit'
    | 'returnException'
    | 'taxType'
    | 'offSale'
  > & {
    variantId: string
    variantName: string
    variantKeyword: string
    removedAt: Date | null
  }

export const createStockStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<ProductTables>()
  return {
    variants: async (
      firmId: string,
      variantIds: readonly string[],
      executor: Executor = db,
    ): Promise<VariantOfProduct[]> =>
      variantIds.length === 0
        ? []
        : on(executor)
            .selectFrom('variant')
            .innerJoin('product', 'product.id', 'variant.productId')
            .select([
              'variant.id as variantId',
              'variant.name as variantName',
              'variant.keyword as variantKeyword',
              'variant.stock',
              'variant.productId',
              'variant.removedAt',
              'product.productName',
              'product.keyword',
              'product.images',
              'product.price',
              'product.originalPrice',
              'product.onSalePrice',
              'product.onSaleFrom',
              'product.onSaleUntil',
              'product.specialOfferPrice',
              'product.currency',
              'product.perPersonLimit',
              'product.returnException',
              'product.taxType',
              'product.offSale',
            ])
            .where('variant.firmId', '=', firmId)
            .where('variant.id', 'in', variantIds)
            .execute(),

    left: async (firmId: string, variantId: string, executor: Executor): Promise<number> => {
      const row = await on(executor)
        .selectFrom('variant')
        .select('stock')
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .where('removedAt', 'is', null)
        .executeTakeFirst()
      return row?.stock ?? 0
    },

    /** Takes pieces off sale if that many are there; what is left, or undefined when they are not. */
    take: async (
      firmId: string,
      variantId: string,
      quantity: number,
      executor: Executor,
    ): Promise<number | undefined> => {
      const row = await on(executor)
        .updateTable('variant')
        .set({ stock: sql<number>`stock - ${quantity}` })
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .where('stock', '>=', quantity)
        .where('removedAt', 'is', null)
        .returning('stock')
        .executeTakeFirst()
      return row?.stock
    },

    put: async (
      firmId: string,
      variantId: string,
      quantity: number,
      executor: Executor,
    ): Promise<number | undefined> => {
      const row = await on(executor)
        .updateTable('variant')
        .set({ stock: sql<number>`stock + ${quantity}` })
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .returning(['stock', 'removedAt'])
        .executeTakeFirst()
      return row?.removedAt === null ? row.stock : undefined
    },

    countSold: async (firmId: string, variantId: string, quantity: number, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('variant')
        .set({ sold: sql<number>`sold + ${quantity}` })
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .execute()
    },
  }
}
export type StockStore = ReturnType<typeof createStockStore>
