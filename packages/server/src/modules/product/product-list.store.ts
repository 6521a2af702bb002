import type { productSorts } from '@kaimai/contract/product/product.routes.ts'
import { maxLowStock, type ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { containingFolded } from '../../platform/db/search.ts'
import type { ProductTables } from './product.tables.ts'

export type ProductSort = (typeof productSorts)[number]

export interface ProductFilter {
  readonly q: string | undefined
  readonly status: ShelfState | undefined
}

export interface ProductPage extends ProductFilter {
  readonly sort: ProductSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/**
 * Ids of a firm's products in the order of a list. Every question is answered by an index that covers it
 * (071-product-lists.sql); sums over variants are joined only where they are asked for.
 */
export const createProductListStore = (db: Database) => {
  const products = (firmId: string, { q, status }: ProductFilter) =>
    db
      .as<ProductTables>()
      .selectFrom('product')
      .where('product.firmId', '=', firmId)
      .where('product.removedAt', 'is', null)
      // strpos, not LIKE: a % or _ in the search is a letter like any other.
      .$if(q !== undefined, (query) => query.where(containingFolded('product.searchName', q ?? '')))
      .$if(status !== undefined, (query) => query.where('product.offSale', '=', status === 'offSale'))

  const summed = (firmId: string, filter: ProductFilter) => {
    const { status } = filter
    const joined = products(firmId, filter).innerJoin(
      (eb) =>
        eb
          .selectFrom('variant')
          .select((sum) => [
            'variant.productId',
            sum.fn.sum<number>('variant.stock').as('stock'),
            sum.fn.sum<number>('variant.sold').as('sold'),
          ])
          .where('variant.firmId', '=', firmId)
          .where('variant.removedAt', 'is', null)
          .groupBy('variant.productId')
          .as('sums'),
      (join) => join.onRef('sums.productId', '=', 'product.id'),
    )
    if (status === 'soldOut') return joined.where('sums.stock', '<=', 0)
    if (status === 'lowStock') return joined.where((eb) => eb.between('sums.stock', 1, maxLowStock))
    return status === 'onSale' ? joined.where('sums.stock', '>', maxLowStock) : joined
  }

  /** With what was sold since the counts of the variants were last brought up to date: few rows, however many a firm has. */
  const summedWithSold = (firmId: string, filter: ProductFilter) =>
    summed(firmId, filter).leftJoin(
      (eb) =>
        eb
          .selectFrom('variantSold')
          .innerJoin('variant', 'variant.id', 'variantSold.variantId')
          .select((counted) => ['variant.productId', counted.fn.sum<number>('variantSold.quantity').as('quantity')])
          .where('variantSold.firmId', '=', firmId)
          .where('variant.removedAt', 'is', null)
          .groupBy('variant.productId')
          .as('recent'),
      (join) => join.onRef('recent.productId', '=', 'product.id'),
    )

  const isBySums = (status: ShelfState | undefined) => status !== undefined && status !== 'offSale'

  return {
    total: async (firmId: string, filter: ProductFilter): Promise<number> => {
      const found = isBySums(filter.status) ? summed(firmId, filter) : products(firmId, filter)
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return total
    },

    ids: async (firmId: string, page: ProductPage): Promise<string[]> => {
      const { sort, limit, offset } = page
      const direction = page.descending ? 'desc' : 'asc'
      const narrowed = () => {
        if (sort === 'sold')
          return summedWithSold(firmId, page).orderBy(sql`sums.sold + coalesce(recent.quantity, 0)`, direction)
        if (sort === 'stock') return summed(firmId, page).orderBy('sums.stock', direction)
        const found = isBySums(page.status) ? summed(firmId, page) : products(firmId, page)
        return found.orderBy(`product.${sort}`, direction)
      }
      const rows = await narrowed()
        .select('product.id')
        .orderBy('product.id', direction)
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ id }) => id)
    },

    counts: async (firmId: string) => {
      const { rows } = await sql<Record<'all' | 'onSale' | 'lowStock' | 'soldOut' | 'offSale', number>>`
        select count(*)::int as "all",
          count(*) filter (where "offSale")::int as "offSale",
          count(*) filter (where not "offSale" and stock <= 0)::int as "soldOut",
          count(*) filter (where not "offSale" and stock between 1 and ${maxLowStock})::int as "lowStock",
          count(*) filter (where not "offSale" and stock > ${maxLowStock})::int as "onSale"
        from product
        join (
          select "productId", sum(stock) as stock from variant
          where "firmId" = ${firmId} and "removedAt" is null group by "productId"
        ) as sums on sums."productId" = product.id
        where product."firmId" = ${firmId} and product."removedAt" is null
      `.execute(db.as<ProductTables>())
      return rows[0] ?? { all: 0, onSale: 0, lowStock: 0, soldOut: 0, offSale: 0 }
    },
  }
}
export type ProductListStore = ReturnType<typeof createProductListStore>
