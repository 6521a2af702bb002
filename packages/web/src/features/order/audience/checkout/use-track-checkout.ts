import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { useEffect, useRef } from 'react'
import { track } from '../../../../lib/audience/tracking.ts'

/** The page publishes once that somebody has come to the checkout with these products. */
export const useTrackCheckout = (cart: Cart | undefined): void => {
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current || !cart || cart.lines.length === 0) return
    isSent.current = true
    track({
      event: 'InitiateCheckout',
      currency: cart.currency,
      items: cart.lines.map(({ productId, productName, variantName, price, quantity }) => ({
        id: productId,
        name: productName,
        variant: variantName,
        price,
        quantity,
      })),
    })
  }, [cart])
}
