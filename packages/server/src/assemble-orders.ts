import type { Environment } from './platform/environment.ts'
import type { Platform } from './platform/platform.ts'
import { createPaymentMethods } from './platform/ports/payment.ts'
import type { FirmService, PublicFirm } from './modules/firm/firm.service.ts'
import { createPaymentService } from './modules/payment/payment.service.ts'
import { createPaymentStore } from './modules/payment/payment.store.ts'
import { createSandboxGateway } from './modules/payment/sandbox-gateway.ts'
import { createOrderService, type OrderService, type OrderServiceDeps } from './modules/order/order.service.ts'
import type { Shopper } from './modules/order/shop-access.ts'

export interface PaymentMethodsDeps {
  readonly platform: Platform
  readonly environment: Pick<Environment, 'sandbox'>
  readonly firms: FirmService
  readonly publicUrl: () => string
}

/** How merchants can be paid. */
export const createPaymentGateways = ({ platform, environment, firms, publicUrl }: PaymentMethodsDeps) => {
  const sandbox = createSandboxGateway({
    platform,
    noticeUrl: () => `${publicUrl()}/api/pay/purchase/notice/sandbox`,
    serves: async (firmId) => environment.sandbox || (await firms.publicFirm(firmId)).isDemo,
  })
  const methods = createPaymentMethods({ adapters: [sandbox.adapter], sandbox: environment.sandbox })
  return { sandbox, methods, payable: (firm: PublicFirm): boolean => methods.offered(firm).length > 0 }
}
export type PaymentMethods = ReturnType<typeof createPaymentGateways>

export type OrderModuleDeps<U extends Shopper> = Omit<OrderServiceDeps<U>, 'payments' | 'platform' | 'firms'> &
  Pick<PaymentMethods, 'methods'> & { readonly platform: Platform; readonly firms: FirmService }

/** Orders and their payments. */
export const createOrderModule = <U extends Shopper>({ methods, ...deps }: OrderModuleDeps<U>) => {
  const { platform, firms } = deps
  const store = createPaymentStore(platform.db)
  const orders: OrderService = createOrderService({
    ...deps,
    payments: { methods, ofOrder: store.ofOrder, isBeingPaid: store.isBeingPaid },
  })
  return { orders, payments: createPaymentService({ platform, store, orders, firms, methods }) }
}
