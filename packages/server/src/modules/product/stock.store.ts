import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
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

/** All pieces of a variant that were sold: those added up, and those counted since. */
export const soldOfVariant = sql<number>`variant.sold + coalesce(
  (select sum(quantity)::int from "variantSold" where "variantSold"."variantId" = variant.id), 0)`

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

    /** Pieces sold, or given back where `quantity` is negative. Waits for nobody. */
    countSold: (firmId: string, variantId: string, quantity: number, tx: Tx): Promise<void> =>
      tx.ahead(on(tx).insertInto('variantSold').values({ firmId, variantId, quantity })),

    /** Adds what was counted to its variants, so many counts at a time; how many there were. */
    addUpSold: async (counts: number): Promise<number> => {
      const { rows } = await sql<{ counts: number }>`
        with counted as (
          delete from "variantSold" where id = any(array(
            select id from "variantSold" order by id limit ${counts} for update skip locked))
          returning "variantId", quantity
        ), summed as (
          select "variantId", sum(quantity)::int as quantity from counted group by "variantId"
        ), locked as (
          -- In the order in which orders lock them.
          select id from variant where id in (select "variantId" from summed) order by id for no key update
        ), added as (
          update variant set sold = sold + summed.quantity
          from summed join locked on locked.id = summed."variantId" where variant.id = locked.id
        )
        select count(*)::int as counts from counted
      `.execute(on(db))
      return rows[0]?.counts ?? 0
    },
  }
}
export type StockStore = ReturnType<typeof createStockStore>
