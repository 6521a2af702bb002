import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPaymentMethods } from '../../platform/ports/payment.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { OrderService } from '../order/order.service.ts'
import { createPaymentService } from './payment.service.ts'
import { createPaymentStore } from './payment.store.ts'
import { createSandboxGateway } from './sandbox-gateway.ts'

export interface PaymentGatewaysDeps {
  readonly platform: Platform
  readonly environment: Pick<Environment, 'sandbox'>
  readonly firms: FirmService
  readonly publicUrl: () => string
}

/** How merchants can be paid, and what orders ask of payments. */
export const createPaymentGateways = ({ platform, environment, firms, publicUrl }: PaymentGatewaysDeps) => {
  const sandbox = createSandboxGateway({
    platform,
    noticeUrl: () => `${publicUrl()}/api/pay/purchase/notice/sandbox`,
    serves: async (firmId) => environment.sandbox || (await firms.publicFirm(firmId)).isDemo,
  })
  const methods = createPaymentMethods({ adapters: [sandbox.adapter], sandbox: environment.sandbox })
  const store = createPaymentStore(platform.db)
  return {
    sandbox,
    methods,
    store,
    payable: (firm: PublicFirm): boolean => methods.offered(firm).length > 0,
    /** Of an order, as the order module asks for them. */
    ofOrders: { methods, ofOrder: store.ofOrder, isBeingPaid: store.isBeingPaid },
  }
}
export type PaymentGateways = ReturnType<typeof createPaymentGateways>

export interface PaymentModuleDeps {
  readonly platform: Platform
  readonly firms: FirmService
  readonly orders: OrderService
  readonly gateways: Pick<PaymentGateways, 'methods' | 'store'>
}

/** Payments of orders, from the first click to the gateway's notice. */
export const createPaymentModule = ({ platform, firms, orders, gateways }: PaymentModuleDeps) =>
  createPaymentService({ platform, store: gateways.store, orders, firms, methods: gateways.methods })
