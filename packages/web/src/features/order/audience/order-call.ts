import type { Answer } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { call } from '../../../lib/http/http.ts'

export const readOrder = (orderKey: string): Promise<ShopperOrder> =>
  call(purchaseRoutes.orderInfo, {}, { orderKey, quiet: true })

export const askNotice = (orderKey: string): Promise<Answer<typeof purchaseRoutes.checkNotice>> =>
  call(purchaseRoutes.checkNotice, {}, { orderKey, quiet: true })

/** Answers where the gateway's page is. */
export const startPayment = async (orderKey: string, method: string): Promise<string> => {
  const { redirectUrl } = await call(purchaseRoutes.createPayment, { body: { method } }, { orderKey, quiet: true })
  return redirectUrl
}
