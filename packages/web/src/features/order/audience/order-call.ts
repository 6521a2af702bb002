import type { Answer } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { call } from '../../../lib/http/http.ts'

export const parseCommentOrder = (orderKey: string): Promise<ShopperOrder> =>
  call(purchaseRoutes.orderInfo, {}, { orderKey, quiet: true })

export const askNotice = (orderKey: string): Promise<Answer<typeof purchaseRoutes.checkNotice>> =>
  call(purchaseRoutes.checkNotice, {}, { orderKey, quiet: true })

/** Answers what the browser does next. The order is first moved to the method that its buyer wants. */
export const startPayment = async (
  orderKey: string,
  { source, paymentMethod }: Pick<ShopperOrder, 'source' | 'paymentMethod'>,
  method: PaymentMethod,
): Promise<PaymentStep> => {
  const options = { orderKey, quiet: true }
  if (source !== 'signup') {
    if (method !== paymentMethod) await call(purchaseRoutes.updatePaymentMethod, { body: { method } }, options)
    return (await call(purchaseRoutes.createPayment, { body: { method } }, options)).step
  }
  if (method !== paymentMethod) await call(signupOrderRoutes.paymentMethod, { body: { method } }, options)
  return (await call(signupOrderRoutes.createPayment, { body: { method } }, options)).step
}

/** The same key with the same words is one message, however often it is sent. */
export const sendMessage = async (orderKey: string, text: string, idempotencyKey: string): Promise<void> => {
  await call(purchaseRoutes.customerMessage, { body: { text } }, { orderKey, idempotencyKey, quiet: true })
}

/** Whether this page is the one that publishes the purchase: true once for an order. */
export const mayTrackPurchase = async (orderKey: string): Promise<boolean> =>
  (await call(purchaseRoutes.gtmTrigger, {}, { orderKey, quiet: true })).tell
