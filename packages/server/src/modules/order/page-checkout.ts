import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { ProductService } from '../product/product.service.ts'
import type { Checkout } from './checkout.ts'
import type { DeliveryMethods } from './delivery-methods.ts'
import { readNamedLines } from './named-lines.ts'
import type { ShopSources } from './order-sources.ts'
import { type PlacedOrder, shopperIdOf } from './place-order.ts'
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

/** What the visitors of sales pages order: a page has no cart at the server. */
export const createPageCheckout = ({ checkout, products, delivery, sources }: PageCheckoutDeps) => {
  /**
   * Orders lines of a sales page. Throws `notFound` for a page that is not there, `gone` for one that sells nothing now,
   * and what every checkout throws.
   */
  return async (body: PageOrder, browser: OrderingBrowser): Promise<PlacedOrder> => {
    const { page, firm } = await sources.pageShop(body.customUrl)
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
          read: () => readNamedLines(products, tx, { firmId: firm.id, lines: body.lines, productIds: page.productIds }),
        }
      },
    })
  }
}
