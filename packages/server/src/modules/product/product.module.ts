import type { Platform } from '../../platform/platform.ts'
import { createProductBulk } from './product-bulk.ts'
import { createProductImport } from './product-import.ts'
import type { ProductParts } from './product.plugin.ts'
import { createProductSheet } from './product-sheet.ts'
import { createProductService, type ProductServiceDeps } from './product.service.ts'
import { createStockStore } from './stock.store.ts'
import { addUpSold } from './stock.ts'
import { createShownProducts, type ReadShownProducts } from './shown-products.service.ts'

/** What is counted waits so long for being added up; whoever reads adds it meanwhile. */
const addUpSeconds = 30

/** Products, the changes of many of them, and their files. */
export const createProductModule = (
  deps: Omit<ProductServiceDeps, 'platform'> & {
    platform: Pick<Platform, 'db' | 'clock' | 'log' | 'bus' | 'audit' | 'jobs'>
  },
): ProductParts & { readonly shownProducts: ReadShownProducts } => {
  const { db, jobs } = deps.platform
  jobs.every('product/sold', addUpSeconds, () => addUpSold(createStockStore(db)))
  const products = createProductService(deps)
  return {
    products,
    productBulk: createProductBulk(deps),
    productSheet: createProductSheet(deps),
    productImport: createProductImport(deps),
    shownProducts: createShownProducts({ platform: deps.platform, products }),
  }
}
