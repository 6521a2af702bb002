import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ProductService } from '../product/product.service.ts'
import { type Basket, linesOf, reserveBought } from './checkout.ts'
import { soldOut } from './stock-errors.ts'

/** What a call itself says is bought: it comes from no cart at the server. */
export interface NamedLine {
  readonly variantId: string
  readonly quantity: number
}

/** Lines of one variant are one. */
const merged = (lines: readonly NamedLine[]): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return quantities
}

/**
 * What is asked for, as sales pages sell it now: of these products, or of all that the firm has. Throws `conflict` for what
 * is not the firm's, and `soldOut` naming what is not there.
 */
export const readNamedLines = async (
  products: Pick<ProductService, 'variants' | 'reserve'>,
  tx: Tx,
  asked: { readonly firmId: string; readonly lines: readonly NamedLine[]; readonly productIds?: readonly string[] },
): Promise<Basket> => {
  const { firmId, productIds } = asked
  const quantities = merged(asked.lines)
  const variants = await products.variants(firmId, [...quantities.keys()], { place: 'page', on: tx })
  if (variants.length < quantities.size) throw fail('conflict', { reason: orderErrors.cartChanged })
  const bought = variants.map((variant) => ({ variant, quantity: quantities.get(variant.variantId) ?? 0 }))
  for (const { variant, quantity } of bought) {
    const left = productIds === undefined || productIds.includes(variant.productId) ? variant.left : 0
    if (left < quantity) throw soldOut(variant, left)
  }
  return {
    bought,
    priced: bought.map(({ variant, quantity }) => ({ price: variant.price, quantity })),
    take: async () => {
      await reserveBought(products, tx, firmId, bought)
      return linesOf(bought)
    },
  }
}
