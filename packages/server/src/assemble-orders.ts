import type { Environment } from './platform/environment.ts'
import type { Platform } from './platform/platform.ts'
import { createPaymentMethods } from './platform/ports/payment.ts'
import type { FirmService, PublicFirm } from './modules/firm/firm.service.ts'
import { createPaymentService } from './modules/payment/payment.service.ts'
import { createPaymentStore } from './modules/payment/payment.store.ts'
import { createSandboxGateway } from './modules/payment/sandbox-gateway.ts'
import { createOrderService, type OrderService, type OrderServiceNeeds } from './modules/order/order.service.ts'
import type { Shopper } from './modules/order/shop-access.ts'

export interface PaymentWaysNeeds {
  readonly platform: Platform
  readonly environment: Pick<Environment, 'sandbox'>
  readonly firms: FirmService
  readonly publicUrl: () => string
}

/** How merchants can be paid. */
export const assemblePaymentWays = ({ platform, environment, firms, publicUrl }: PaymentWaysNeeds) => {
  const sandbox = createSandboxGateway({
    platform,
    noticeUrl: () => `${publicUrl()}/api/pay/purchase/notice/sandbox`,
    serves: async (firmId) => environment.sandbox || (await firms.publicFirm(firmId)).isDemo,
  })
  const methods = createPaymentMethods({ adapters: [sandbox.adapter], sandbox: environment.sandbox })
  return { sandbox, methods, payable: (firm: PublicFirm): boolean => methods.offered(firm).length > 0 }
}
export type PaymentWays = ReturnType<typeof assemblePaymentWays>

export type OrdersNeed<U extends Shopper> = Omit<OrderServiceNeeds<U>, 'payments' | 'platform' | 'firms'> &
  Pick<PaymentWays, 'methods'> & { readonly platform: Platform; readonly firms: FirmService }

/** Orders and their payments. */
export const assembleOrders = <U extends Shopper>({ methods, ...needs }: OrdersNeed<U>) => {
  const { platform, firms } = needs
  const store = createPaymentStore(platform.db)
  const orders: OrderService = createOrderService({
    ...needs,
    payments: { methods, ofOrder: store.ofOrder, isBeingPaid: store.isBeingPaid },
  })
  return { orders, payments: createPaymentService({ platform, store, orders, firms, methods }) }
}
