import type { Page } from '@kaimai/contract/common/page.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { productDemandRoutes } from '@kaimai/contract/order/product-reminder.routes.ts'
import { type Product, productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { importCalls } from '../../lib/sheet/import-calls.ts'

/** Everything about products in the query cache stands below it. */
export const productKey = ['product'] as const

/** What a form sends: the contract's body as it goes out. */
export type ProductSent = Exclude<Sent<typeof productRoutes.create>['body'], FormData>

interface ProductInput {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  readonly status?: ShelfState
}

export const loadProducts = (request: ProductInput, signal?: AbortSignal): Promise<Page<Product>> =>
  call(productRoutes.list, { query: request }, { signal })

/** Products whose name holds the text, the newest first. */
export const productsFound = (q: string, limit = 50) =>
  queryOptions({
    queryKey: [...productKey, 'found', q, limit],
    queryFn: ({ signal }) => loadProducts({ limit, ...(q === '' ? {} : { q }) }, signal),
  })

export const productShown = (id: string) =>
  queryOptions({
    queryKey: [...productKey, 'one', id],
    queryFn: ({ signal }) => call(productRoutes.show, { params: { id } }, { signal }),
  })

/** How many people wait until a product can be had again, by its id. */
export const productDemand = queryOptions({
  queryKey: [...productKey, 'demand'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
    const { products } = await call(productDemandRoutes.list, {}, { signal, quiet: true })
    return new Map(products.map(({ productId, people }) => [productId, people]))
  },
})

const pageSize = 100

/**
 * The products of these ids, in their order; one that was taken off sale is missing. One call for firms of up to 100
 * products, one more for each further hundred until all are found.
 */
export const productsByIds = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...productKey, 'byIds', ...ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Product[]> => {
      const found = new Map<string, Product>()
      let cursor: string | undefined
      do {
        const page = await loadProducts({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }, signal)
        for (const product of page.items) found.set(product.id, product)
        cursor = page.cursor
      } while (cursor !== undefined && !ids.every((id) => found.has(id)))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  })

export const createProduct = (body: ProductSent): Promise<Product> => call(productRoutes.create, { body })

/** `version`: what it was made from; undefined: it overwrites what is there. */
export const changeProduct = (
  id: string,
  body: ProductSent & { readonly version: number | undefined },
): Promise<Product> => call(productRoutes.change, { params: { id }, body })

export const productCounts = queryOptions({
  queryKey: [...productKey, 'counts'],
  queryFn: ({ signal }) => call(productRoutes.counts, {}, { signal }),
})

type BulkSent = Exclude<Sent<typeof productRoutes.changeMany>['body'], FormData>
/** What is to change of the products chosen. */
export type BulkRequest = Omit<BulkSent, 'ids'>
export type BulkUndo = Exclude<Sent<typeof productRoutes.undoMany>['body'], FormData>['rows']

export const changeProducts = (body: BulkSent) => call(productRoutes.changeMany, { body })

export const undoProducts = (rows: BulkUndo) => call(productRoutes.undoMany, { body: { rows } })

export const readProducts = (form: FormData, signal: AbortSignal) =>
  call(productImportRoutes.read, { body: form }, { signal, quiet: true })

export const productImports = importCalls(productImportRoutes, productKey, (id) =>
  call(productImportRoutes.start, { params: { id }, body: {} }, { quiet: true }),
)

export const productExport = productRoutes.export

export const removeProduct = (id: string) => call(productRoutes.remove, { params: { id } })
