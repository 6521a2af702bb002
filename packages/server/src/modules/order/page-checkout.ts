import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { ProductService } from '../product/product.service.ts'
import { type Checkout, linesOf, reserveBought } from './checkout.ts'
import type { DeliveryMethods } from './delivery-methods.ts'
import type { PageShop, ShopSources } from './order-sources.ts'
import { type Bought, type PlacedOrder, shopperIdOf } from './place-order.ts'
import { soldOut } from './stock-errors.ts'
import type { OrderingBrowser } from './unpaid-limits.ts'

/** The body of an order from a sales page. */
export type PageOrder = OrderBody & {
  readonly customUrl: string
  readonly shopperKey: string
  readonly lines: NonNullable<OrderBody['lines']>
}

export interface PageCheckoutDeps {
  readonly checkout: Checkout
  readonly products: Pick<ProductService, 'variants' | 'reserve'>
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly sources: Pick<ShopSources, 'pageShop'>
}

/** Lines of one variant are one. */
const merged = (lines: PageOrder['lines']): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return quantities
}

/** What the visitors of sales pages order: a page has no cart at the server. */
export const createPageCheckout = ({ checkout, products, delivery, sources }: PageCheckoutDeps) => {
  /** What is asked for, as the page sells it now. Throws `soldOut` naming what it does not. */
  const readLines = async (tx: Tx, { page, firm }: PageShop, body: PageOrder): Promise<Bought[]> => {
    const quantities = merged(body.lines)
    const variants = await products.variants(firm.id, [...quantities.keys()], { place: 'page', on: tx })
    if (variants.length < quantities.size) throw fail('conflict', { reason: orderErrors.cartChanged })
    const bought = variants.map((variant) => ({ variant, quantity: quantities.get(variant.variantId) ?? 0 }))
    for (const { variant, quantity } of bought) {
      const left = page.productIds.includes(variant.productId) ? variant.left : 0
      if (left < quantity) throw soldOut(variant, left)
    }
    return bought
  }

  /**
   * Orders lines of a sales page. Throws `notFound` for a page that is not there, `gone` for one that sells nothing now,
   * and what every checkout throws.
   */
  return async (body: PageOrder, browser: OrderingBrowser): Promise<PlacedOrder> => {
    const shop = await sources.pageShop(body.customUrl)
    const { page, firm } = shop
    const { fullName, email, phone, phoneCountry } = body.personal
    const person = { fullName, email, phone: readPhone(phone, phoneCountry, 'personal.phone') }
    const deliveryMethods = await delivery.of(firm.id)
    return checkout.place({
      firm,
      shopperId: shopperIdOf('sales page', firm.id, body.shopperKey),
      signedUp: false,
      person,
      browser,
      origin: { source: 'salesPage', sourceId: page.id, liveId: null, liveUserId: null },
      prefix: firm.orderNoPrefix,
      terms: body,
      handedOver: body.delivery.type,
      field: 'lines',
      choose: async (tx) => {
        if (!page.isOpen) throw fail('gone', { reason: orderErrors.pageClosed })
        return {
          deliveryMethods,
          isEmpty: body.lines.length === 0,
          read: async () => {
            const bought = await readLines(tx, shop, body)
            return {
              bought,
              priced: bought.map(({ variant, quantity }) => ({ price: variant.price, quantity })),
              take: async () => {
                await reserveBought(products, tx, firm.id, bought)
                return linesOf(bought)
              },
            }
          },
        }
      },
    })
  }
}
