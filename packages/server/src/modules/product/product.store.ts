import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { ProductRow, ProductTables, VariantRow } from './product.tables.ts'
import { soldOfVariant } from './stock.store.ts'

export type ListedVariant = Pick<VariantRow, 'id' | 'name' | 'keyword' | 'stock' | 'sold'>
export type ListedProduct = Pick<
  ProductRow,
  | 'id'
  | 'productName'
  | 'keyword'
  | 'description'
  | 'unit'
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
  | 'temperature'
  | 'weight'
  | 'offSale'
  | 'images'
  | 'version'
  | 'createdAt'
  | 'changedAt'
> & { variants: ListedVariant[] }

export type ProductChange = Omit<ProductRow, 'id' | 'firmId' | 'createdAt' | 'removedAt' | 'currency' | 'version'>

type InProduct = ExpressionBuilder<ProductTables, 'product'>

const variantsOf = (eb: InProduct) =>
  jsonArrayFrom(
    eb
      .selectFrom('variant')
      .select(['variant.id', 'variant.name', 'variant.keyword', 'variant.stock', soldOfVariant.as('sold')])
      .whereRef('variant.productId', '=', 'product.id')
      .where('variant.removedAt', 'is', null)
      .orderBy('variant.place'),
  ).as('variants')

const columns = [
  'product.id',
  'product.productName',
  'product.keyword',
  'product.description',
  'product.unit',
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
  'product.temperature',
  'product.weight',
  'product.offSale',
  'product.images',
  'product.version',
  'product.createdAt',
  'product.changedAt',
] as const

export const createProductStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<ProductTables>()

  const present = (firmId: string, executor: Executor = db) =>
    on(executor).selectFrom('product').where('product.firmId', '=', firmId).where('product.removedAt', 'is', null)

  return {
    find: (firmId: string, productId: string, executor?: Executor): Promise<ListedProduct | undefined> =>
      present(firmId, executor)
        .where('product.id', '=', productId)
        .select(columns)
        .select((eb) => variantsOf(eb))
        .executeTakeFirst(),

    findMany: async (firmId: string, productIds: readonly string[], executor?: Executor): Promise<ListedProduct[]> =>
      productIds.length === 0
        ? []
        : present(firmId, executor)
            .where('product.id', 'in', productIds)
            .select(columns)
            .select((eb) => variantsOf(eb))
            .execute(),

    descriptions: (
      firmId: string,
      productIds: readonly string[],
    ): Promise<{ readonly id: string; readonly description: string }[]> =>
      present(firmId, db).where('product.id', 'in', productIds).select(['product.id', 'product.description']).execute(),

    /** Those that have exactly one of the names. */
    findNamed: (firmId: string, names: readonly string[], executor?: Executor): Promise<ListedProduct[]> =>
      present(firmId, executor)
        .where('product.productName', 'in', names)
        .select(columns)
        .select((eb) => variantsOf(eb))
        .execute(),

    /** Keeps other changes of the product waiting until the transaction ends; false: it isn't there. */
    lock: async (firmId: string, productId: string, executor: Executor): Promise<boolean> => {
      const row = await present(firmId, executor)
        .where('product.id', '=', productId)
        .select('product.id')
        .forUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    insert: async (row: ProductRow, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('product')
        .values({ ...row, images: json(row.images) })
        .execute()
    },

    /** Changes a product that is at this version, which is then one higher. Throws when it is at another. */
    change: async (
      firmId: string,
      { id, version }: { readonly id: string; readonly version: number },
      change: ProductChange,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('product')
        .set({ ...change, images: json(change.images), version: version + 1 })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    insertVariants: async (rows: readonly VariantRow[], executor: Executor): Promise<void> => {
      if (rows.length > 0) await on(executor).insertInto('variant').values(rows).execute()
    },

    /** Sets name and place, and the stock: to a number, or changed by one (never below nothing). What is left. */
    changeVariant: async (
      firmId: string,
      variantId: string,
      change: { name: string; keyword: string; place: number; stock: { to: number } | { by: number } },
      executor: Executor,
    ): Promise<number | undefined> => {
      const { name, keyword, place, stock } = change
      const row = await on(executor)
        .updateTable('variant')
        .set({ name, keyword, place, stock: 'to' in stock ? stock.to : sql<number>`greatest(0, stock + ${stock.by})` })
        .where('firmId', '=', firmId)
        .where('id', '=', variantId)
        .returning('stock')
        .executeTakeFirst()
      return row?.stock
    },

    removeVariants: async (
      firmId: string,
      variantIds: readonly string[],
      at: Date,
      executor: Executor,
    ): Promise<void> => {
      if (variantIds.length === 0) return
      await on(executor)
        .updateTable('variant')
        .set({ removedAt: at })
        .where('firmId', '=', firmId)
        .where('id', 'in', variantIds)
        .execute()
    },

    remove: async (firmId: string, productId: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('product')
        .set({ removedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', productId)
        .execute()
    },
  }
}
export type ProductStore = ReturnType<typeof createProductStore>
