import type { Platform } from '../../platform/platform.ts'
import { createProductBulk } from './product-bulk.ts'
import { createProductImport } from './product-import.ts'
import type { ProductParts } from './product.plugin.ts'
import { createProductSheet } from './product-sheet.ts'
import { createProductService, type ProductServiceDeps } from './product.service.ts'
import { createShownProducts, type ReadShownProducts } from './shown-products.service.ts'

/** Products, the changes of many of them, and their files. */
export const createProductModule = (
  deps: Omit<ProductServiceDeps, 'platform'> & {
    platform: Pick<Platform, 'db' | 'clock' | 'log' | 'bus' | 'audit' | 'jobs'>
  },
): ProductParts & { readonly shownProducts: ReadShownProducts } => {
  const products = createProductService(deps)
  return {
    products,
    productBulk: createProductBulk(deps),
    productSheet: createProductSheet(deps),
    productImport: createProductImport(deps),
    shownProducts: createShownProducts({ platform: deps.platform, products }),
  }
}
