import type { Answer } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/order.schema.ts'
import { call } from '../../../../lib/http/http.ts'
import type { OrderToSend } from './submission.ts'

export type PayMethod = Answer<typeof purchaseRoutes.paymentMethods>['methods'][number]

/** How the merchant of a room delivers and is paid. */
export const offeredWays = async (
  streamId: string,
): Promise<{ readonly deliveries: readonly DeliveryMethod[]; readonly payments: readonly PayMethod[] }> => {
  const [deliveries, payments] = await Promise.all([
    call(purchaseRoutes.deliveryMethods, { query: { streamId } }, { quiet: true }),
    call(purchaseRoutes.paymentMethods, { query: { streamId } }, { quiet: true }),
  ])
  return { deliveries: deliveries.methods, payments: payments.methods }
}

export type PlacedOrder = Answer<typeof purchaseRoutes.createOrder>

/** The same key with the same body is the same order, however often it is sent. */
export const createOrder = (body: OrderToSend, idempotencyKey: string): Promise<PlacedOrder> =>
  call(purchaseRoutes.createOrder, { body }, { idempotencyKey, quiet: true })

/** Where to send the browser so that the order is paid. */
export const createPayment = async (orderKey: string, method: string, idempotencyKey: string): Promise<string> =>
  (await call(purchaseRoutes.createPayment, { body: { method } }, { orderKey, idempotencyKey, quiet: true }))
    .redirectUrl

/** Whether an order still waits for its payment. */
export const isUnpaid = async (orderKey: string): Promise<boolean> =>
  (await call(purchaseRoutes.checkNotice, {}, { orderKey, quiet: true })).paymentState === 'pending'
