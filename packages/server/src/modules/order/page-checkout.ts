import { fail } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { PaymentOffer } from '../gateway/gateway.service.ts'
import type { PublicFirm } from '../firm/firm.service.ts'
import type { ProductService } from '../product/product.service.ts'
import { soldOut } from './stock-errors.ts'
import type { DeliveryMethods } from './delivery-methods.ts'
import type { PageShop, ShopSources } from './order-sources.ts'
import type { OrderStore } from './order.store.ts'
import { type Bought, lineOf, type PlacedOrder, type Placing, type PlacingCall, shopperIdOf } from './place-order.ts'
import type { Buyer, OrderingBrowser, UnpaidLimits } from './unpaid-limits.ts'

/** The body of an order from a sales page. */
export type PageOrder = OrderBody & {
  readonly customUrl: string
  readonly shopperKey: string
  readonly lines: NonNullable<OrderBody['lines']>
}

export interface PageCheckoutDeps {
  readonly platform: Pick<Platform, 'db' | 'events'>
  readonly orders: Pick<OrderStore, 'lockShopper'>
  readonly products: Pick<ProductService, 'variants' | 'reserve'>
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly sources: Pick<ShopSources, 'pageShop'>
  readonly placing: Placing
  readonly limits: UnpaidLimits
}

/** Lines of one variant are one. */
const merged = (lines: PageOrder['lines']): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return quantities
}

/** Makes an order of what a visitor of a sales page has chosen: the page has no cart at the server. */
export const createPageCheckout = (deps: PageCheckoutDeps) => {
  const { platform, orders, products, delivery, sources, placing, limits } = deps

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

  const totalsFor = (
    firm: PublicFirm,
    bought: readonly Bought[],
    body: PageOrder,
    way: Parameters<typeof totalsOf>[0]['delivery'],
    offer: PaymentOffer,
  ) => {
    const { currency } = firm
    const lines = bought.map(({ variant, quantity }) => ({ price: variant.price, quantity }))
    const totals = totalsOf({ lines, delivery: way, paymentFee: offer.fee, currency })
    const isSame = totals.total === body.expectedTotal && bought.every(({ variant }) => variant.currency === currency)
    placing.checkAmount(offer, totals, currency)
    if (!isSame) throw fail('conflict', { reason: orderErrors.cartChanged })
    return totals
  }

  return {
    /**
     * Orders lines of a sales page that is open: all of them, or nothing is changed. Throws `notFound` for a page that
     * is not there, `gone` for one that sells nothing now, `soldOut`, `conflict` (prices, limits, methods).
     */
    place: async (body: PageOrder, browser: OrderingBrowser): Promise<PlacedOrder> => {
      const shop = await sources.pageShop(body.customUrl)
      const { page, firm } = shop
      const { fullName, email } = body.personal
      const phone = readPhone(body.personal.phone, body.personal.phoneCountry, 'personal.phone')
      const firmId = firm.id
      const shopperId = shopperIdOf('sales page', firmId, body.shopperKey)
      const buyer: Buyer = { firmId, shopperId, phone, email, browser, field: 'lines' }
      const call: PlacingCall = { firmId, shopperId }
      const methods = await delivery.of(firmId)
      return platform.db.transaction(async (tx) => {
        if (!page.isOpen) throw fail('gone', { reason: orderErrors.pageClosed })
        const offer = placing.offerFor(firm, body.paymentMethod, body.delivery.type)
        if (body.lines.length === 0) throw fail('conflict', { reason: orderErrors.cartEmpty })
        const way = placing.wayFor(methods, body.delivery.type)
        await orders.lockShopper(shopperId, tx)
        await limits.takeTurns(tx, buyer)
        const bought = await readLines(tx, shop, body)
        await limits.check(tx, buyer, bought)
        const strangerNetwork = await limits.strangerNetwork(tx, buyer, false)
        const totals = totalsFor(firm, bought, body, way, offer)
        const orderId = newId()
        await platform.events.emit(tx, 'order.placed', { firmId, orderId, liveId: null })
        const wanted = bought.map(({ variant, quantity }) => ({ variantId: variant.variantId, quantity }))
        const reserved = await products.reserve(tx, firmId, wanted)
        if (!reserved.ok) {
          const short = bought.find(({ variant }) => variant.variantId === reserved.variantId)
          throw short ? soldOut(short.variant, reserved.left) : fail('soldOut')
        }
        return placing.write(tx, {
          call,
          orderId,
          origin: { source: 'salesPage', sourceId: page.id, liveId: null, liveUserId: null },
          prefix: firm.orderNoPrefix,
          currency: firm.currency,
          totals,
          offer,
          person: { fullName, phone, email },
          terms: body,
          deviceHash: browser.deviceHash,
          strangerNetwork,
          lines: bought.map((each) => lineOf(each)),
        })
      })
    },
  }
}
