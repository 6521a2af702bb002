import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ProductBulk } from './product-bulk.ts'
import type { ProductSheet } from './product-sheet.ts'
import type { ProductService } from './product.service.ts'

export interface ProductParts {
  readonly products: ProductService
  readonly productBulk: ProductBulk
  readonly productSheet: ProductSheet
}

export const productPlugin = ({ products, productBulk, productSheet }: ProductParts) =>
  bind(productRoutes, {
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
    import: ({ firm, body, files, language, ip }) =>
      productSheet.import(firm.id, { file: files['file'], mode: body.mode, language }, actorOf(firm, ip)),
  })
