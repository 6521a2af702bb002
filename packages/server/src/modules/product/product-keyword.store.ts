import { inBatches } from '../../platform/db/batches.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { ProductKeywordRow, ProductTables } from './product.tables.ts'

/** The keywords of products and of their variants: each means one product of a firm (`productKeyword_pkey`). */
export const createProductKeywordStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<ProductTables>()
  return {
    /** What the products hold from now on; in the order of the words, so that two transactions can't wait for each other. */
    replace: async (
      firmId: string,
      productIds: readonly string[],
      keywords: readonly Omit<ProductKeywordRow, 'firmId'>[],
      executor: Executor,
    ): Promise<void> => {
      for (const batch of inBatches(productIds)) {
        await on(executor)
          .deleteFrom('productKeyword')
          .where('firmId', '=', firmId)
          .where('productId', 'in', batch)
          .execute()
      }
      const rows = keywords.map((row) => ({ firmId, ...row })).sort((a, b) => (a.keyword < b.keyword ? -1 : 1))
      for (const batch of inBatches(rows)) {
        await on(executor).insertInto('productKeyword').values(batch).execute()
      }
    },

    /** Whose the keywords are, by keyword. */
    owners: async (
      firmId: string,
      keywords: readonly string[],
      executor: Executor = db,
    ): Promise<Map<string, { productId: string; productName: string }>> => {
      const found = new Map<string, { productId: string; productName: string }>()
      for (const batch of inBatches(keywords)) {
        const rows = await on(executor)
          .selectFrom('productKeyword')
          .innerJoin('product', 'product.id', 'productKeyword.productId')
          .select(['productKeyword.keyword', 'productKeyword.productId', 'product.productName'])
          .where('productKeyword.firmId', '=', firmId)
          .where('productKeyword.keyword', 'in', batch)
          .execute()
        for (const { keyword, productId, productName } of rows) found.set(keyword, { productId, productName })
      }
      return found
    },
  }
}
export type ProductKeywordStore = ReturnType<typeof createProductKeywordStore>
