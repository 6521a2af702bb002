import { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ProductBulk } from './product-bulk.ts'
import type { ProductImport } from './product-import.ts'
import type { ProductSheet } from './product-sheet.ts'
import type { ProductService } from './product.service.ts'

export interface ProductParts {
  readonly products: ProductService
  readonly productBulk: ProductBulk
  readonly productSheet: ProductSheet
  readonly productImport: ProductImport
}

export const productPlugin = ({ products, productBulk, productSheet, productImport }: ProductParts) => [
  ...bind(productRoutes, {
    list: ({ firm, query }) => products.list(firm.id, query),
    counts: ({ firm }) => products.counts(firm.id),
    create: ({ firm, body, ip }) => products.create(firm.id, body, actorOf(firm, ip)),
    show: ({ firm, params }) => products.show(firm.id, params.id),
    change: ({ firm, params, body, ip }) => products.change(firm.id, params.id, body, actorOf(firm, ip)),
    remove: async ({ firm, params, ip }) => {
      await products.remove(firm.id, params.id, actorOf(firm, ip))
      return {}
    },
    changeMany: ({ firm, body, ip }) => productBulk.changeMany(firm.id, body, actorOf(firm, ip)),
    undoMany: ({ firm, body, ip }) => productBulk.undoMany(firm.id, body.rows, actorOf(firm, ip)),
    export: ({ firm, query, language, ip }) => productSheet.export(firm.id, query, language, actorOf(firm, ip)),
  }),
  ...bind(productImportRoutes, {
    read: ({ firm, body, files, language, ip }) =>
      productImport.read(firm, { ...body, file: files['file'], options: {}, language, ip }),
    runs: ({ firm }) => productImport.runs(firm.id),
    run: ({ firm, params }) => productImport.run(firm.id, params.id),
    rows: ({ firm, params, query }) => productImport.rows(firm.id, params.id, query),
    start: ({ firm, params }) => productImport.start(firm.id, params.id),
    cancel: ({ firm, params }) => productImport.cancel(firm.id, params.id),
    refused: ({ firm, params, query, language }) => productImport.refused(firm.id, params.id, query.format, language),
  }),
]
