import { type Executor, json } from '../../platform/db/database.ts'
import type { ProductRow, ProductTables, VariantRow } from './product.tables.ts'

/** Rows of one statement. */
const chunk = 500

const inChunks = async <T>(rows: readonly T[], write: (part: readonly T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += chunk) await write(rows.slice(at, at + chunk))
}

/** Many products at once: a file of 20,000 rows is written by some eighty statements. */
export const createProductBatchStore = () => {
  const on = (executor: Executor) => executor.as<ProductTables>()
  return {
    /** Keeps other changes of the products waiting; in the order of their ids, as everybody locks them. */
    lock: async (firmId: string, productIds: readonly string[], executor: Executor): Promise<void> => {
      await inChunks([...productIds].sort(), (ids) =>
        on(executor)
          .selectFrom('product')
          .select('id')
          .where('firmId', '=', firmId)
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute(),
      )
    },

    /** As `lock`, of variants; what is left of each. */
    lockVariants: async (
      firmId: string,
      productIds: readonly string[],
      executor: Executor,
    ): Promise<Pick<VariantRow, 'id' | 'productId' | 'stock'>[]> => {
      if (productIds.length === 0) return []
      return await on(executor)
        .selectFrom('variant')
        .select(['id', 'productId', 'stock'])
        .where('firmId', '=', firmId)
        .where('productId', 'in', productIds)
        .where('removedAt', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute()
    },

    /** Makes the products, or brings those that are there to what the rows say. */
    putProducts: (rows: readonly ProductRow[], executor: Executor): Promise<void> =>
      inChunks(rows, (part) =>
        on(executor)
          .insertInto('product')
          .values(part.map((row) => ({ ...row, images: json(row.images) })))
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet((eb) => ({
                productName: eb.ref('excluded.productName'),
                searchName: eb.ref('excluded.searchName'),
                keyword: eb.ref('excluded.keyword'),
                description: eb.ref('excluded.description'),
                unit: eb.ref('excluded.unit'),
                price: eb.ref('excluded.price'),
                originalPrice: eb.ref('excluded.originalPrice'),
                onSalePrice: eb.ref('excluded.onSalePrice'),
                onSaleFrom: eb.ref('excluded.onSaleFrom'),
                onSaleUntil: eb.ref('excluded.onSaleUntil'),
                specialOfferPrice: eb.ref('excluded.specialOfferPrice'),
                perPersonLimit: eb.ref('excluded.perPersonLimit'),
                returnException: eb.ref('excluded.returnException'),
                taxType: eb.ref('excluded.taxType'),
                temperature: eb.ref('excluded.temperature'),
                weight: eb.ref('excluded.weight'),
                offSale: eb.ref('excluded.offSale'),
                changedAt: eb.ref('excluded.changedAt'),
                version: eb('product.version', '+', 1),
              }))
              .whereRef('product.firmId', '=', 'excluded.firmId'),
          )
          .execute(),
      ),

    /** Makes the variants, or sets name, keyword and stock of those that are there. */
    putVariants: (rows: readonly VariantRow[], executor: Executor): Promise<void> =>
      inChunks(rows, (part) =>
        on(executor)
          .insertInto('variant')
          .values(part)
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet((eb) => ({
                name: eb.ref('excluded.name'),
                keyword: eb.ref('excluded.keyword'),
                stock: eb.ref('excluded.stock'),
              }))
              .whereRef('variant.firmId', '=', 'excluded.firmId'),
          )
          .execute(),
      ),

    setStock: async (firmId: string, variantId: string, stock: number, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('variant')
        .set({ stock })
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .execute()
    },
  }
}
export type ProductBatchStore = ReturnType<typeof createProductBatchStore>
