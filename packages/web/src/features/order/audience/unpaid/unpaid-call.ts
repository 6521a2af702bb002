import type { Answer } from '@kaimai/contract/common/route.ts'
import type { UnpaidQuery } from '@kaimai/contract/order/checkout.schema.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { call } from '../../../../lib/http/http.ts'

export type Unpaid = Answer<typeof purchaseRoutes.unpaidOrders>
export type UnpaidOrder = Unpaid['orders'][number]

export const readUnpaid = (of: UnpaidQuery): Promise<Unpaid> =>
  call(purchaseRoutes.unpaidOrders, { body: of }, { quiet: true })

/** Gives the order up: what it held is on sale again. */
export const cancelOrder = async (orderKey: string, idempotencyKey: string): Promise<void> => {
  await call(purchaseRoutes.cancelOrder, { body: {} }, { orderKey, idempotencyKey, quiet: true })
}
