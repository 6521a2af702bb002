import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { ShopQuery } from '@kaimai/contract/order/checkout.schema.ts'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { call } from '../../../../lib/http/http.ts'
import type { OrderToSend, PlacedOrder, Methods } from './checkout-shop.ts'

export const offeredMethods = async (query: ShopQuery): Promise<Methods> => {
  const [deliveries, payments] = await Promise.all([
    call(purchaseRoutes.deliveryMethods, { query }, { quiet: true }),
    call(purchaseRoutes.paymentMethods, { query }, { quiet: true }),
  ])
  return {
    deliveries: deliveries.methods,
    payments: payments.methods,
    isTest: payments.isTest,
    seller: deliveries.seller,
  }
}

export const createOrder = (body: OrderToSend, idempotencyKey: string): Promise<PlacedOrder> =>
  call(purchaseRoutes.createOrder, { body }, { idempotencyKey, quiet: true })

/** What the browser does next so that the order is paid. */
export const createPayment = async (
  orderKey: string,
  method: PaymentMethod,
  idempotencyKey: string,
): Promise<PaymentStep> =>
  (await call(purchaseRoutes.createPayment, { body: { method } }, { orderKey, idempotencyKey, quiet: true })).step

/** Whether an order still waits for its payment. */
export const isUnpaid = async (orderKey: string): Promise<boolean> =>
  (await call(purchaseRoutes.checkNotice, {}, { orderKey, quiet: true })).paymentState === 'pending'
