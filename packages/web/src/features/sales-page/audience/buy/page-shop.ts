import type { CheckoutCart, CheckoutShop } from '../../../order/checkout.api.ts'
import { placeOrder, methodsOf } from '../../../order/checkout.api.ts'
import { shopperKey } from './cart-keep.ts'
import type { Buying } from './use-buying.ts'

/** A page as the checkout sees it: the lines go along with the order, for no server holds its cart. */
export const shopOfPage = (customUrl: string): CheckoutShop => ({
  id: `page.${customUrl}`,
  methods: () => methodsOf({ customUrl }),
  place: (filled, key, lines) => placeOrder({ customUrl, shopperKey: shopperKey(), lines: [...lines], ...filled }, key),
  needsDelivery: true,
})

const nothingWanted = {}

export const cartOfPage = (buy: Buying): CheckoutCart => ({
  cart: buy.cart,
  wanted: nothingWanted,
  set: async (variantId, quantity) => buy.set(variantId, quantity),
  ordered: buy.ordered,
  reload: buy.reload,
  // How many one person may have is no stock.
  isLeftShown: (id) => buy.products.find(({ productId }) => productId === id)?.perPersonLimit === null,
})
