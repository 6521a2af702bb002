import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { useEffect, useRef } from 'react'
import { track } from '../../../lib/audience/tracking.ts'
import { mayTrackPurchase } from './order-call.ts'

const notify = ({ id, sourceId, orderNo, currency, total, lines }: ShopperOrder): void =>
  track({
    event: 'Purchase',
    // The server sends it to advertisers under the same id.
    eventId: id,
    orderNo,
    currency,
    value: total,
    items: lines.map(({ productId, productName, variantName, price, quantity }) => ({
      // A place is sold by its form.
      id: productId ?? sourceId,
      name: productName,
      variant: variantName,
      price,
      quantity,
    })),
  })

/** A paid order is asked once per load whether this page publishes its purchase. */
export const useTrackPurchase = (orderKey: string, order: ShopperOrder): void => {
  const isAsked = useRef(false)
  const isPaid = order.paymentState === 'paid'
  useEffect(() => {
    if (!isPaid || isAsked.current) return
    isAsked.current = true
    // A purchase that is never published is better than one published twice.
    mayTrackPurchase(orderKey).then(
      (may) => may && notify(order),
      () => {},
    )
  }, [isPaid, orderKey, order])
}
