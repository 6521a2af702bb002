import type { Platform } from '../../platform/platform.ts'
import { createProductBulk } from './product-bulk.ts'
import type { ProductParts } from './product.plugin.ts'
import { createProductSheet } from './product-sheet.ts'
import { createProductService, type ProductServiceNeeds } from './product.service.ts'

/** Products, the changes of many of them, and their files. */
export const assembleProducts = (
  needs: Omit<ProductServiceNeeds, 'platform'> & { platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'audit'> },
): ProductParts => ({
  products: createProductService(needs),
  productBulk: createProductBulk(needs),
  productSheet: createProductSheet(needs),
})
