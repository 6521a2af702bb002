import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ProductService } from './product.service.ts'

export const productPlugin = (products: ProductService) =>
  bind(productRoutes, {
    list: ({ firm, query }) => products.list(firm.id, query),
    create: ({ firm, body }) => products.create(firm.id, body),
    show: ({ firm, params }) => products.show(firm.id, params.id),
    change: ({ firm, params, body }) => products.change(firm.id, params.id, body),
    remove: async ({ firm, params }) => {
      await products.remove(firm.id, params.id)
      return {}
    },
  })
