import type { Language } from '@kaimai/contract/common/language.ts'
import type { ShopQuery } from '@kaimai/contract/order/checkout.schema.ts'
import type { ComponentType } from 'react'
import type { CheckoutSheetProps, OrderToSend, PlacedOrder, Methods } from './audience/checkout/checkout-shop.ts'

export type {
  CheckoutCart,
  CheckoutSheetProps,
  CheckoutShop,
  FilledIn,
  OrderToSend,
  OrderedLine,
  PlacedOrder,
  Methods,
} from './audience/checkout/checkout-shop.ts'

/** The way from the cart to the payment, with its own texts in a language; loaded when somebody wants to buy. */
export const loadCheckout = async (language: Language): Promise<ComponentType<CheckoutSheetProps>> => {
  const { openCheckout } = await import('./audience/checkout/checkout.tsx')
  return openCheckout(language)
}

/** How a merchant delivers and is paid. */
export const methodsOf = async (query: ShopQuery): Promise<Methods> => {
  const { offeredMethods } = await import('./audience/checkout/checkout-call.ts')
  return offeredMethods(query)
}

/** Orders at the purchase service: a room's cart, or lines of a sales page. */
export const placeOrder = async (body: OrderToSend, idempotencyKey: string): Promise<PlacedOrder> => {
  const { createOrder } = await import('./audience/checkout/checkout-call.ts')
  return createOrder(body, idempotencyKey)
}
