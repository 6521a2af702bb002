import type { Platform } from '../../platform/platform.ts'
import { createOrderService, type OrderService, type OrderServiceDeps } from './order.service.ts'
import type { Shopper } from './shop-access.ts'

export type OrderModuleDeps<U extends Shopper> = Omit<OrderServiceDeps<U>, 'platform'> & {
  readonly platform: Platform
  /** Says in a room that something was sold there. */
  readonly announceSold: (order: { firmId: string; orderId: string; liveId: string | null }) => Promise<void>
}

/** Carts, checkouts and orders of rooms, sales pages and paid forms. */
export const createOrderModule = <U extends Shopper>({ announceSold, ...deps }: OrderModuleDeps<U>): OrderService => {
  deps.platform.events.on('order.placed', 'room-sold', announceSold)
  return createOrderService(deps)
}
