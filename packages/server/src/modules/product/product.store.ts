import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import type { ProductRow, ProductTables, VariantRow } from './product.tables.ts'

export type ListedVariant = Pick<VariantRow, 'id' | 'name' | 'stock' | 'sold'>
export type ListedProduct = Pick<
  ProductRow,
  | 'id'
  | 'productName'
  | 'keyword'
  | 'description'
  | 'unit'
  | 'price'
  | 'originalPrice'
  | 'currency'
  | 'perPersonLimit'
  | 'images'
  | 'createdAt'
> & { variants: ListedVariant[] }

/** Columns a list may be sorted by. */
export const productSorts = ['createdAt', 'productName', 'price', 'stock', 'sold'] as const
export type ProductSort = (typeof productSorts)[number]

export interface ProductFilter {
  readonly q: string | undefined
  readonly sort: ProductSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export type ProductChange = Omit<ProductRow, 'id' | 'firmId' | 'createdAt' | 'removedAt' | 'currency'>

/** Upper and lower case, full and half width alike. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

type InProduct = ExpressionBuilder<ProductTables, 'product'>

const variantsOf = (eb: InProduct) =>
  jsonArrayFrom(
    eb
      .selectFrom('variant')
      .select(['variant.id', 'variant.name', 'variant.stock', 'variant.sold'])
      .whereRef('variant.productId', '=', 'product.id')
      .where('variant.removedAt', 'is', null)
      .orderBy('variant.place'),
  ).as('variants')

const sumOf = (eb: InProduct, column: 'stock' | 'sold') =>
  eb
    .selectFrom('variant')
    .select((sum) => sum.fn.sum<number>(`variant.${column}`).as('pieces'))
    .whereRef('variant.productId', '=', 'product.id')
    .where('variant.removedAt', 'is', null)

const columns = [
  'product.id',
  'product.productName',
  'product.keyword',
  'product.description',
  'product.unit',
  'product.price',
  'product.originalPrice',
  'product.currency',
  'product.perPersonLimit',
  'product.images',
  'product.createdAt',
] as const

export const createProductStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<ProductTables>()

  const onSale = (firmId: string, executor: Executor = db) =>
    on(executor).selectFrom('product').where('product.firmId', '=', firmId).where('product.removedAt', 'is', null)

  return {
    list: async (firmId: string, filter: ProductFilter): Promise<{ rows: ListedProduct[]; total: number }> => {
      const { q, sort } = filter
      // strpos, not LIKE: a % or _ in the search is a letter like any other.
      const matching = q === undefined ? undefined : sql<SqlBool>`strpos(${sql.ref('searchName')}, ${folded(q)}) > 0`
      const found = onSale(firmId).$if(matching !== undefined, (query) =>
        matching === undefined ? query : query.where(matching),
      )
      const rows = await found
        .select(columns)
        .select((eb) => [variantsOf(eb), eb.fn.countAll<number>().over().as('total')])
        .orderBy(
          (eb) => (sort === 'stock' || sort === 'sold' ? sumOf(eb, sort) : eb.ref(`product.${sort}`)),
          (order) => (filter.descending ? order.desc() : order.asc()),
        )
        .orderBy('product.id', filter.descending ? 'desc' : 'asc')
        .limit(filter.limit)
        .offset(filter.offset)
        .execute()
      if (rows.length > 0 || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0 }
      // Past the end nothing carries the count.
      const counted = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total: counted.total }
    },

    find: (firmId: string, productId: string, executor?: Executor): Promise<ListedProduct | undefined> =>
      onSale(firmId, executor)
        .where('product.id', '=', productId)
        .select(columns)
        .select((eb) => variantsOf(eb))
        .executeTakeFirst(),

    findMany: async (firmId: string, productIds: readonly string[]): Promise<ListedProduct[]> =>
      productIds.length === 0
        ? []
        : onSale(firmId)
            .where('product.id', 'in', productIds)
            .select(columns)
            .select((eb) => variantsOf(eb))
            .execute(),

    /** Keeps other changes of the product waiting until the transaction ends; false: it isn't there. */
    lock: async (firmId: string, productId: string, executor: Executor): Promise<boolean> => {
      const row = await onSale(firmId, executor)
        .where('product.id', '=', productId)
        .select('product.id')
        .forUpdate()
        .executeTakeFirst()
      return row !== undefined
    },

    nameByKeyword: async (firmId: string, keyword: string): Promise<string | undefined> => {
      const row = await onSale(firmId)
        .where('product.keyword', '=', keyword)
        .select('product.productName')
        .executeTakeFirst()
      return row?.productName
    },

    insert: async (row: ProductRow, executor: Executor): Promise<void> => {
      await on(executor)
        .insertInto('product')
        .values({ ...row, images: json(row.images) })
        .execute()
    },

    change: async (firmId: string, productId: string, change: ProductChange, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('product')
        .set({ ...change, images: json(change.images) })
        .where('firmId', '=', firmId)
        .where('id', '=', productId)
        .execute()
    },

    insertVariants: async (rows: readonly VariantRow[], executor: Executor): Promise<void> => {
      if (rows.length > 0) await on(executor).insertInto('variant').values(rows).execute()
    },

    /** Sets name and place, and the stock: to a number, or changed by one (never below nothing). What is left. */
    changeVariant: async (
      firmId: string,
      variantId: string,
      change: { name: string; place: number; stock: { to: number } | { by: number } },
      executor: Executor,
    ): Promise<number | undefined> => {
      const { name, place, stock } = change
      const row = await on(executor)
        .updateTable('variant')
        .set({ name, place, stock: 'to' in stock ? stock.to : sql<number>`greatest(0, stock + ${stock.by})` })
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
